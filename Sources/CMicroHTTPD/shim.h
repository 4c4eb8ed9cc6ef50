// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENSTOREKIT_CMICROHTTPD_SHIM_H
#define OPENSTOREKIT_CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stddef.h>
#include <stdint.h>

/// What `openstorekit_mhd_start` passes on; every callback gets `context` as its first argument.
struct openstorekit_mhd_settings {
    int listening_socket;
    size_t memory_per_connection;
    unsigned int max_connections;
    unsigned int idle_timeout_seconds;
    /// A chain of certificates and its key in PEM, both NULL without TLS.
    const char *certificate;
    const char *key;
    void *context;
    void *(*request_begins)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback request_proceeds;
    MHD_RequestCompletedCallback request_ends;
    MHD_NotifyConnectionCallback connection_changes;
};

/// Starts a daemon with one thread of its own. A function, because Swift cannot call the variadic original.
static inline struct MHD_Daemon *openstorekit_mhd_start(const struct openstorekit_mhd_settings *settings) {
    const unsigned int tls = settings->certificate ? MHD_USE_TLS : 0;
    struct MHD_OptionItem options[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
        // TLS 1.2 or later, and nothing that is known to be weak.
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | tls, 0, NULL, NULL,
        settings->request_proceeds, settings->context,
        MHD_OPTION_LISTEN_SOCKET, settings->listening_socket,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory_per_connection,
        MHD_OPTION_CONNECTION_LIMIT, settings->max_connections,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_timeout_seconds,
        MHD_OPTION_URI_LOG_CALLBACK, settings->request_begins, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->request_ends, settings->context,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection_changes, settings->context,
        MHD_OPTION_ARRAY, tls ? options : none,
        MHD_OPTION_END);
}

/// Whether the library was built with TLS.
static inline int openstorekit_mhd_has_tls(void) {
    return MHD_is_feature_supported(MHD_FEATURE_TLS) == MHD_YES;
}

// MHD_get_connection_info and MHD_set_response_options are variadic as well.

/// Returns the socket of a connection, or -1.
static inline int openstorekit_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// Returns the address of the client, or NULL.
static inline const struct sockaddr *openstorekit_mhd_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

/// Returns what the connection callback stored for the connection, or NULL.
static inline void *openstorekit_mhd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// Returns the bytes from the method to the end of the empty line behind the header fields, or 0.
static inline size_t openstorekit_mhd_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/// Lets a response of unknown length end by the end of its connection.
static inline enum MHD_Result openstorekit_mhd_end_by_closing(struct MHD_Response *response) {
    return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

#include <sys/socket.h>

/// Lets sending to a closed connection fail instead of ending the process, where sockets are not set so anyway.
#ifdef MSG_NOSIGNAL
static const int openstorekit_no_signal = MSG_NOSIGNAL;
#else
static const int openstorekit_no_signal = 0;
#endif

#ifdef __linux__
#include <sys/epoll.h>

// Glibc's module map leaves sys/epoll.h out.

/// Opens a set of sockets whose hang-ups are reported, or returns -1 with `errno`.
static inline int openstorekit_hangup_open(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

/// Adds a socket; the set forgets it when it is closed. Edge-triggered: each hang-up is reported once.
static inline int openstorekit_hangup_add(int set, int socket, uint64_t id) {
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET, .data.u64 = id};
    return epoll_ctl(set, EPOLL_CTL_ADD, socket, &event);
}

/// Takes the identifier of one socket that hung up, without waiting; returns 0 when there is none.
static inline int openstorekit_hangup_take(int set, uint64_t *id) {
    struct epoll_event event;
    if (epoll_wait(set, &event, 1, 0) != 1) {
        return 0;
    }
    *id = event.data.u64;
    return 1;
}
#endif

#endif
