// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

@testable import GatehouseUserPools

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
    }
}
