// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPools {
    /// Reads a page of a list, and one element more to find out whether another page follows.
    ///
    /// A page begins after an element and not at an offset, so that changes to the list do not shift it. The token
    /// contains the name of the list, encrypted, and is valid for that list only. A limit of 0 or `nil` means 60.
    ///
    /// - Throws: `InvalidParameterException` for a token of another list or an invalid one, and the errors of `fetch`.
    package func page<Element: Sendable>(
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
