// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// Reads and writes inside a transaction.
///
/// Nothing is cached, because the changes may be rolled back.
struct UserPoolWriter: SQLUserPoolReading, UserPoolWriting {
    let connection: any SQLConnection

    var sql: any SQLReader { connection }
}
