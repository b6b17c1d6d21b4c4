// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

/// An entry of the registry: a role, a user, a policy or an identity provider.
package protocol AccessEntry: Sendable, Equatable {
    static var kind: AccessKind { get }

    /// The name, which no other entry of the kind has.
    ///
    /// Entries are found by the bytes of their names; a new name that differs from another one by case alone is refused,
    /// see ``CaseFoldedNames``.
    var name: String { get }

    /// The path in the ARN, `/` for kinds without paths.
    var path: String { get }

    /// Everything but the name, in the form of the documented file.
    var document: WireValue { get }

    /// The statements that deny less than they read, each with its place in the document.
    ///
    /// The registry accepts no new entry with such a statement; one that is stored stays in force.
    var narrowDenials: [AccessFlaw] { get }

    /// The entry that a command stores when its document replaces that of a former one; some kinds keep members that
    /// their documents on the command line do not have.
    func succeeding(_ former: Self, at now: Date) -> Self

    /// Reads an entry.
    /// - Throws: ``AccessFlaw`` for a name or a document that the registry does not accept.
    init(name: String, document: WireValue) throws(AccessFlaw)
}

extension AccessEntry {
    package var path: String { "/" }
    package var narrowDenials: [AccessFlaw] { [] }
    package func succeeding(_ former: Self, at now: Date) -> Self { self }
}

/// A stored entry of the registry.
package struct AccessRecord<Entry: AccessEntry>: Sendable, Equatable {
    package var entry: Entry
    package let origin: AccessOrigin
    /// The time at which the entry was created.
    package let createdAt: Date
    /// The time of the last change.
    package var modifiedAt: Date

    /// Creates the row of an entry.
    package init(_ entry: Entry, origin: AccessOrigin, createdAt: Date, modifiedAt: Date) {
        self.entry = entry
        self.origin = origin
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}

/// Where an entry of the registry comes from.
///
/// The raw values are stored and never change.
package enum AccessOrigin: String, Sendable {
    /// `gatehouse iam` created it.
    case command
    /// The file that `serve` and `dev` read at their start contains it; the next start replaces or removes it.
    case file
    /// `gatehouse dev` registered it for the resources of its first start.
    case development
    /// The first role that a call of IAM created registered it, because identity pools have it; another entry of its
    /// name takes its place.
    case identityPool = "identity-pool"

    /// Whether an entry of another origin with the same name takes the place of one of this origin.
    package var givesWay: Bool { self == .identityPool }
}

/// The kinds of entries in the registry of access management.
///
/// The raw values are stored and never change.
package enum AccessKind: String, Sendable, CaseIterable {
    case role
    case user
    case policy
    case openIDProvider = "oidc-provider"
    case samlProvider = "saml-provider"

    /// The largest number of entries; these are the quotas of an account in IAM.
    package var limit: Int {
        switch self {
        case .role: 1_000
        case .user: 5_000
        case .policy: 1_500
        case .openIDProvider, .samlProvider: 100
        }
    }
}
