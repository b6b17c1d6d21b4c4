// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPools {
    /// Reads from a consistent snapshot of the store.
    ///
    /// - Throws: the fault that `body` throws; every other error becomes an internal error with this cause.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await ServiceFault.translating { try await store.read(body) }
    }

    /// Runs `body` in a transaction; its changes are on disk when the call returns.
    ///
    /// - Throws: the fault that `body` throws; every other error becomes an internal error with this cause.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await ServiceFault.translating { try await store.write(body) }
    }

    /// Runs a long computation outside the threads that serve requests, on `pool` or on the default compute pool.
    ///
    /// - Throws: the fault that `work` throws; every other error becomes an internal error with this cause.
    package func compute<Value: Sendable>(
        in pool: ComputePool? = nil, _ work: @escaping @Sendable () throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await ServiceFault.translating { try await (pool ?? compute).run(work) }
    }

    /// The tokens for the pages of lists.
    package var pageTokens: PageTokens { Self.pageTokens(by: sealer) }

    static func pageTokens(by sealer: Sealer) -> PageTokens { PageTokens(sealer: sealer, purpose: "page-token") }

    /// Reads a page of a list, as ``PageTokens`` describes.
    ///
    /// - Throws: `InvalidParameterException` for a token of another list or an invalid one, and the errors of `fetch`.
    package func page<Element: Sendable>(
        of list: String, token: String?, limit: Int?, position: (Element) -> String,
        _ fetch: @escaping @Sendable (any UserPoolReading, _ after: String?, _ limit: Int) throws -> [Element]
    ) async throws(ServiceFault) -> (elements: [Element], nextToken: String?) {
        try await pageTokens.page(of: list, token: token, limit: limit, position: position) {
            (start, limit) async throws(ServiceFault) in
            try await read { store in try fetch(store, start, limit) }
        }
    }
}
