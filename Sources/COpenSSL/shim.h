// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENSTOREKIT_COPENSSL_SHIM_H
#define OPENSTOREKIT_COPENSSL_SHIM_H

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>

// OpenSSL writes these as macros, which Swift does not see.

/// A new stack that holds, without owning, one certificate; the caller frees it with `openstorekit_x509_stack_free`.
static inline STACK_OF(X509) *openstorekit_x509_stack_of(X509 *certificate) {
    STACK_OF(X509) *stack = sk_X509_new_null();
    if (stack != NULL && sk_X509_push(stack, certificate) == 0) {
        sk_X509_free(stack);
        return NULL;
    }
    return stack;
}

static inline void openstorekit_x509_stack_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }

static inline int openstorekit_x509_stack_count(const STACK_OF(X509) *stack) {
    return stack == NULL ? 0 : sk_X509_num(stack);
}

static inline X509 *openstorekit_x509_stack_value(const STACK_OF(X509) *stack, int index) {
    return sk_X509_value(stack, index);
}

static inline void openstorekit_free(void *memory) { OPENSSL_free(memory); }

/// A private key on a named curve such as "P-256", from OpenSSL's own random generator.
static inline EVP_PKEY *openstorekit_generate_ec(const char *curve) { return EVP_EC_gen(curve); }

/// Makes an extension as a line of an OpenSSL configuration would, for example "critical,CA:TRUE".
static inline X509_EXTENSION *openstorekit_make_extension(X509 *issuer, X509 *subject, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, subject, NULL, NULL, 0);
    X509V3_set_ctx_nodb(&context);
    return X509V3_EXT_conf_nid(NULL, &context, nid, value);
}

/// Copies the first OCSP responder a certificate names into `text`; returns 0 when there is none or it does not fit.
static inline int openstorekit_ocsp_responder(X509 *certificate, char *text, size_t capacity) {
    STACK_OF(OPENSSL_STRING) *responders = X509_get1_ocsp(certificate);
    int found = 0;
    if (sk_OPENSSL_STRING_num(responders) > 0) {
        const char *first = sk_OPENSSL_STRING_value(responders, 0);
        size_t length = strlen(first);
        if (length < capacity) {
            memcpy(text, first, length + 1);
            found = 1;
        }
    }
    X509_email_free(responders);
    return found;
}

/// Whether a key signed an OCSP response.
static inline int openstorekit_ocsp_verify(const OCSP_BASICRESP *response, EVP_PKEY *key) {
    return ASN1_item_verify(ASN1_ITEM_rptr(OCSP_RESPDATA), OCSP_resp_get0_tbs_sigalg(response),
        OCSP_resp_get0_signature(response), (void *)OCSP_resp_get0_respdata(response), key) == 1;
}

#if defined(__linux__)
extern int sched_getcpu(void);
#endif

/// The number of the processor that the caller runs on, which may be another at once; 0 where nobody tells.
static inline unsigned openstorekit_processor(void) {
#if defined(__linux__)
    int number = sched_getcpu();
    return number < 0 ? 0 : (unsigned)number;
#else
    return 0;
#endif
}

/// Computes a table of multiples of a group's generator; returns 0 where OpenSSL has no such thing.
static inline int openstorekit_precompute_multiples(EC_GROUP *group, BN_CTX *context) {
#if OPENSSL_VERSION_MAJOR < 4 && !defined(OPENSSL_NO_DEPRECATED_3_0)
    // Deprecated without a successor: OpenSSL has tables for generators of named curves now, but none for keys.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    return EC_GROUP_precompute_mult(group, context);
#pragma clang diagnostic pop
#else
    return 0;
#endif
}

/// Whether a point has this x-coordinate, found out without the inversion that its coordinates take; 0 too where that
/// cannot be found out. The two numbers are overwritten.
static inline int openstorekit_has_x(const EC_GROUP *group, const EC_POINT *point, const BIGNUM *x, BIGNUM *one,
    BIGNUM *other, BN_CTX *context) {
#if OPENSSL_VERSION_MAJOR < 4 && !defined(OPENSSL_NO_DEPRECATED_3_0)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    // The point is kept as X and Z with x = X / Z^2.
    const BIGNUM *field = EC_GROUP_get0_field(group);
    return EC_POINT_get_Jprojective_coordinates_GFp(group, point, one, NULL, other, context) == 1
        && BN_mod_sqr(other, other, field, context) == 1 && BN_mod_mul(other, other, x, field, context) == 1
        && BN_cmp(one, other) == 0;
#pragma clang diagnostic pop
#else
    return 0;
#endif
}

#endif
