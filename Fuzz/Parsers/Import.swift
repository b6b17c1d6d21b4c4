// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseText
import GatehouseUserPoolModel

@testable import GatehouseUserPoolKernel
@testable import GatehouseUserPools

private let pool = UserPoolRecord(
    id: "us-east-1_p", description: UserPoolType(), createdAt: Date(), modifiedAt: Date())

extension FuzzedParser {
    /// Files of users to import: the lines do not depend on how the bytes are cut into pieces.
    func feedImport(_ bytes: [UInt8]) {
        var whole = LineSplitter()
        whole.take(bytes[...], limit: .max)
        whole.finish()
        var cut = LineSplitter()
        for index in bytes.indices { cut.take(bytes[index...index], limit: .max) }
        cut.finish()
        precondition(whole.lines == cut.lines, "lines depend on how they are cut")
        for line in whole.lines where !ImportRow.isBlank(line) { _ = try? ImportRow.fields(of: line) }
        feedColumns(whole.lines)
    }

    /// The first line as a header, and all of them as rows below it and below a good one.
    private func feedColumns(_ lines: [ImportLine]) {
        guard let first = lines.first else { return }
        let names = Array(ImportColumns.all(of: pool).joined(separator: ",").utf8)
        let good = ImportLine(bytes: names, length: names.count)
        for header in [first, good] {
            guard let columns = ImportColumns(header: header, for: pool, hashing: .bcrypt) else { continue }
            for line in lines { _ = try? columns.values(of: line) }
        }
    }

    /// Password hashes of users to import, fields of a row: a value that was read is the same after it was stored.
    func feedHash(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard StreamSafeText.contains(text) else { return }
        for algorithm in PasswordHashingAlgorithmType.allValues {
            guard let hash = ImportedHash(text, algorithm: algorithm) else { continue }
            precondition(ImportedHash(bytes: hash.bytes) == hash, "a hash does not survive its rest")
        }
        _ = ImportedHash(bytes: bytes)
    }
}
