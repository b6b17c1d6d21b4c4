// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseServerCrypto
package import GatehouseWire

/// A store whose rows are reached inside transactions only.
///
/// A transaction is one synchronous closure, without suspension points. Each domain declares the methods of its
/// transactions in two protocols, one for reading and one for writing.
package protocol TransactionalStore<Reading, Writing>: Sendable {
    /// The methods of a transaction that reads.
    associatedtype Reading
    /// The methods of a transaction that reads and writes.
    associatedtype Writing

    /// Runs `body` on a consistent snapshot of the store.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Reading) throws -> Value) async throws -> Value

    /// Runs `body` in a transaction; its changes are on disk when the call returns, and are rolled back if `body`
    /// throws.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Writing) throws -> Value) async throws -> Value
}

/// The error of an insertion or change that operations turn into a fault.
package enum StoreConflict: Error, Equatable {
    /// Another record has this key or name.
    case taken(String)
}

/// An error of a store that can be an outage.
package protocol StoreFailure: Error {
    /// Whether the store cannot be used until its operator or its machine ends the outage; the call itself is valid.
    var isOutage: Bool { get }

    /// Whether the store refuses a value of the call, which no store of this program can keep.
    var refusesValue: Bool { get }
}

extension StoreFailure {
    package var refusesValue: Bool { false }
}

/// Encrypts and decrypts the pagination tokens of a domain; each token is valid for one list only.
package struct PageTokens: Sendable {
    private let sealer: Sealer
    private let purpose: SealPurpose

    /// Creates the tokens of a domain; its `purpose` separates them from other sealed data.
    package init(sealer: Sealer, purpose: SealPurpose) {
        self.sealer = sealer
        self.purpose = purpose
    }

    /// Returns the encrypted token of the page after a position in a list.
    package func seal(_ position: String, list: String) -> String {
        Base64URL.encode(sealer.seal(Array(position.utf8), purpose: purpose, context: Array(list.utf8)))
    }

    /// Returns the position in a token.
    ///
    /// - Throws: `InvalidParameterException` for an invalid token or the token of another list.
    package func open(_ token: String, list: String) throws(ServiceFault) -> String {
        do {
            let sealed = Base64URL.decode(token) ?? []
            let position = try sealer.open(sealed, purpose: purpose, context: Array(list.utf8))
            return String(decoding: position, as: UTF8.self)
        } catch {
            throw ServiceFault.invalidParameter("Invalid pagination token given.")
        }
    }

    /// Reads a page of a list, and one element more to find out whether another page follows.
    ///
    /// A page begins after an element and not at an offset, so that changes to the list do not shift it. The token
    /// contains the position of the page's last element, encrypted. A limit below 1 or `nil` means 60.
    ///
    /// - Throws: `InvalidParameterException` for a token of another list or an invalid one, and the faults of `fetch`.
    package func page<Element>(
        of list: String, token: String?, limit: Int?, position: (Element) -> String,
        _ fetch: (_ after: String?, _ limit: Int) async throws(ServiceFault) -> [Element]
    ) async throws(ServiceFault) -> (elements: [Element], nextToken: String?) {
        let limit = limit.flatMap { $0 < 1 ? nil : $0 } ?? 60
        var start: String?
        if let token { start = try open(token, list: list) }
        let found = try await fetch(start, limit + 1)
        let page = Array(found.prefix(limit))
        guard found.count > limit, let last = page.last else { return (page, nil) }
        return (page, seal(position(last), list: list))
    }
}
