// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseWire

/// One page of a list; it reads one row more than it shows, to know whether there is a next page.
///
/// Pagination tokens are sealed, and are valid only for the list that they were created for.
struct Page: Sendable {
    private static let purpose = "identity-pools-page"

    private let maximum: Int
    private let list: [UInt8]
    private let sealer: Sealer
    /// The last id of the previous page; `nil` for the first page.
    let start: String?

    /// Opens the pagination token of a request.
    ///
    /// - Parameters:
    ///   - maximum: the requested number of rows, 1 to 60.
    ///   - token: the pagination token of the previous page, if any.
    ///   - list: the identifier of the list.
    ///   - sealer: seals the tokens.
    /// - Throws: `InvalidParameterException` for a token that was not made for this list.
    init(maximum: Int, token: String?, of list: String, sealer: Sealer) throws(ServiceFault) {
        self.maximum = min(max(maximum, 1), 60)
        self.list = Array(list.utf8)
        self.sealer = sealer
        guard let token else {
            start = nil
            return
        }
        do {
            let id = try sealer.open(Base64URL.decode(token) ?? [], purpose: Self.purpose, context: self.list)
            start = String(decoding: id, as: UTF8.self)
        } catch {
            throw .invalidParameter("Invalid pagination token given.")
        }
    }

    /// The number of rows to read.
    var limit: Int { maximum + 1 }

    /// The rows to show, and the token of the next page.
    func cut<Row>(_ rows: [Row], id: (Row) -> String) -> (shown: [Row], nextToken: String?) {
        let shown = Array(rows.prefix(maximum))
        guard rows.count > maximum, let last = shown.last else { return (shown, nil) }
        let token = sealer.seal(Array(id(last).utf8), purpose: Self.purpose, context: list)
        return (shown, Base64URL.encode(token))
    }
}
