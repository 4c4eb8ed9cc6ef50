// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENSTOREKIT_CCURL_SHIM_H
#define OPENSTOREKIT_CCURL_SHIM_H

#include <curl/curl.h>
#include <fcntl.h>

// Swift cannot call what takes any number of arguments.

typedef size_t (*openstorekit_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

/// Sets an option that is a number.
static inline CURLcode openstorekit_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/// Sets an option that is a text, of which the library takes a copy.
static inline CURLcode openstorekit_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/// Sets an option that is an address.
static inline CURLcode openstorekit_curl_set_address(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

/// Sets the content of a request, of which the library takes a copy.
static inline CURLcode openstorekit_curl_set_content(CURL *handle, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, count ? bytes : "") : code;
}

/// Sets who is handed the lines of an answer's head, and its content.
static inline CURLcode openstorekit_curl_set_receivers(
    CURL *handle, openstorekit_curl_receiver line, openstorekit_curl_receiver content, void *context) {
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, line);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, content);
    return curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

/// Keeps to HTTP, also where a redirection leads elsewhere.
static inline CURLcode openstorekit_curl_keep_to_http(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    return curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
    return curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
}

static int openstorekit_curl_keep_to_this_process(void *context, curl_socket_t descriptor, curlsocktype purpose) {
    (void)context;
    (void)purpose;
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 ? CURL_SOCKOPT_OK : CURL_SOCKOPT_ERROR;
}

/// Keeps sockets from programs that are started meanwhile.
static inline CURLcode openstorekit_curl_close_on_exec(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, openstorekit_curl_keep_to_this_process);
}

/// Returns the status of an answer, or 0.
static inline long openstorekit_curl_status(CURL *handle) {
    long status = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

/// Returns the address that answered, after redirections, or NULL.
static inline const char *openstorekit_curl_address(CURL *handle) {
    char *address = NULL;
    return curl_easy_getinfo(handle, CURLINFO_EFFECTIVE_URL, &address) == CURLE_OK ? address : NULL;
}

#endif
