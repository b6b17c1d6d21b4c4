// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseUserPoolModel
package import GatehouseWire
import Synchronization

/// The names of the domains of all pools, so that requests with other host names read few rows.
///
/// A domain of this process is known at once. The names are read again at most once a second, when a request has an unknown
/// one, so that a domain of another process is found after this time. The name of a deleted domain stays: its
/// row decides.
package final class DomainNames: Sendable {
    private struct State {
        var names: Set<String> = []
        /// The time at which the names were read, or began to be read again.
        var readAt: Date?
    }

    /// The time in seconds for which unknown names are not looked up again.
    private static let lifetime = 1.0
    /// The number of names that one transaction reads.
    private static let page = 1_000

    private let state = Mutex(State())

    init() {}

    /// Adds the name of a new domain, whose row is stored.
    package func add(_ name: String) {
        state.withLock { _ = $0.names.insert(name) }
    }

    /// Returns whether a domain has or had a name.
    /// - Throws: the error of the store, if the names are read.
    package func contains(
        _ name: String, in records: UserPoolRecords, at now: Date
    ) async throws(ServiceFault) -> Bool {
        let (isKnown, reads) = state.withLock { state in
            if state.names.contains(name) { return (true, false) }
            guard let readAt = state.readAt else { return (false, true) }
            // After the clock was set back, the age is unknown.
            guard abs(now.timeIntervalSince(readAt)) >= Self.lifetime else { return (false, false) }
            // One of the requests reads the names, and the others continue with the names that were read before.
            state.readAt = now
            return (false, true)
        }
        guard reads else { return isKnown }
        let stored = try await Self.read(from: records)
        return state.withLock { state in
            state.names.formUnion(stored)
            state.readAt = now
            return state.names.contains(name)
        }
    }

    private static func read(from records: UserPoolRecords) async throws(ServiceFault) -> [String] {
        var names: [String] = []
        var last: [String]
        repeat {
            last = try await records.read { [after = names.last] store in
                try store.domainNames(after: after, limit: page)
            }
            names += last
        } while last.count == page
        return names
    }
}
