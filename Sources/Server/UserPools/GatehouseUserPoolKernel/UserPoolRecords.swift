// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// The records of all pools, which are read and written in transactions.
package struct UserPoolRecords: Sendable {
    /// The storage.
    package let store: any UserPoolStore
    /// The tokens for the pages of lists.
    package let pageTokens: PageTokens

    /// Creates the records of a store; `sealer` encrypts the tokens of pages.
    init(_ store: any UserPoolStore, sealer: Sealer) {
        self.store = store
        pageTokens = PageTokens(sealer: sealer, purpose: .pageToken)
    }

    /// Reads from a consistent snapshot of the store.
    ///
    /// - Throws: the fault that `body` throws; every other error becomes an internal error with this cause.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        do { return try await store.read(body) } catch { throw ServiceFault(unforeseen: error) }
    }

    /// Runs `body` in a transaction; its changes are on disk when the call returns.
    ///
    /// - Throws: the fault that `body` throws; every other error becomes an internal error with this cause.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any UserPoolWriting) throws -> Value
    ) async throws(ServiceFault) -> Value {
        do { return try await store.write(body) } catch { throw ServiceFault(unforeseen: error) }
    }

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

    /// The ids of all pools, in ascending order.
    package func poolIDs() async throws(ServiceFault) -> [String] {
        var ids: [String] = []
        var page: [String]
        repeat {
            page = try await read { [last = ids.last] store in try store.userPools(after: last, limit: 100).map(\.id) }
            ids += page
        } while !page.isEmpty
        return ids
    }

    /// Adds a new user with the initial names, and runs `finish` in the same transaction.
    ///
    /// - Throws: the fault for a name that another user has, `taken` if it is given, and the errors of `finish`.
    package func insert(
        _ user: UserRecord, typedName: String, in pool: UserPoolRecord, ifTaken taken: ServiceFault? = nil,
        andThen finish: @escaping @Sendable (any UserPoolWriting) throws -> Void = { _ in }
    ) async throws(ServiceFault) {
        try await write { store in
            do {
                try store.insert(user, names: UserNames.fromTheStart(for: user, in: pool))
            } catch StoreConflict.taken(let name) {
                throw taken ?? UserNames.taken(name, by: typedName, in: pool)
            }
            try finish(store)
        }
    }
}
