// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseStorage
import Testing

/// One promise of the storage port, and the attack on it.
///
/// Every driver runs every rule on a fresh database.
package struct StoreContractRule: Sendable, CustomTestStringConvertible {
    private let sentence: String
    /// Attacks the promise; records an issue when it is broken.
    package let check: @Sendable (any SQLDatabase) async throws -> Void

    package init(_ sentence: String, check: @escaping @Sendable (any SQLDatabase) async throws -> Void) {
        self.sentence = sentence
        self.check = check
    }

    /// The rule's sentence, as Swift Testing shows it among the arguments.
    package var testDescription: String { sentence }
}

/// The rules, by subject.
///
/// A driver's suite has one test for each list.
package enum StoreContract {
    /// The rules that run the stores' statements; together they run every one.
    package static let everyStatement =
        userPools + users + tokens + groups + accounts + imports + messages + devices + passkeys + poolSettings + limits
        + identityProviders + identityPools + access + hostedPages + hostedSignIns + dataAPIs + records + recordOrder
        + recordPages + recordScopes + recordChanges + changeLog + poolArchives + projects + longestKeys
}
