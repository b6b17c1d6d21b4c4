// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

extension SQLiteDatabase: ServerDatabase {
    /// The size of the log above which it is cut, in bytes: it grows beyond 16 MiB only during a long read.
    private static let longestLog = 67_108_864

    /// Gives free pages back and cuts a long log.
    ///
    /// - Throws: ``GatehouseStorage/StorageError``.
    package func tidy() async throws {
        try await giveBackFreePages()
        try await shortenLog(over: Self.longestLog)
    }

    /// The bytes of the file and its log; `nil` in memory.
    package var storedBytes: Int64? {
        files.map { files in Int64(["", "-wal"].reduce(0) { $0 + Self.size(ofFile: files.path + $1) }) }
    }
}
