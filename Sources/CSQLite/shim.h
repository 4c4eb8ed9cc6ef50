#ifndef OPENSTOREKIT_CSQLITE_SHIM_H
#define OPENSTOREKIT_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLite's destructors are casts of numbers to function pointers, which Swift does not see.

/// Binds text, which SQLite copies.
static inline int openstorekit_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

/// Binds bytes, which SQLite copies.
static inline int openstorekit_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return length == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                       : sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

#endif
