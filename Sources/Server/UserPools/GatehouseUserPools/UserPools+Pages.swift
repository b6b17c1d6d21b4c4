// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

extension UserPools {
    /// Reads one page of a list; one element more than asked for tells whether another page follows.
    ///
    /// A page begins behind an element, not at a count, so it stays right while elements come and go. The name of the
    /// list is sealed into the token, which is good for that list only. A limit of zero or none means 60.
    ///
    /// - Throws: `InvalidParameterException` for a token that was not made for this list, and what `fetch` throws.
    func page<Element: Sendable>(
        of list: String, token: String?, limit: Int?, position: (Element) -> String,
        _ fetch: @escaping @Sendable (any UserPoolReading, _ after: String?, _ limit: Int) throws -> [Element]
    ) async throws(ServiceFault) -> (elements: [Element], nextToken: String?) {
        let limit = limit.flatMap { $0 == 0 ? nil : $0 } ?? 60
        var start: String?
        if let token { start = try pageTokens.open(token, list: list) }
        let found = try await read { [start] store in try fetch(store, start, limit + 1) }
        let page = Array(found.prefix(limit))
        guard found.count > limit, let last = page.last else { return (page, nil) }
        return (page, pageTokens.seal(position(last), list: list))
    }
}
