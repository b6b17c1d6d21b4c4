// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The names of the entries of a kind, by their form without case.
///
/// Source: the IAM API reference, `CreateRole`, `CreateUser` and `CreatePolicy`: names "must be unique within the account"
/// and "are not distinguished by case". The names of users include the reserved one of the administrator.
package struct CaseFoldedNames: Sendable {
    private let kind: AccessKind
    private var names: [WireName: [String]] = [:]

    /// Creates the collection from the names of all entries of a kind.
    package init(_ names: [String], of kind: AccessKind) {
        self.kind = kind
        if kind == .user { insert(User.administratorName) }
        for name in names { insert(name) }
    }

    /// Adds the name of a new entry.
    package mutating func insert(_ name: String) {
        names[Self.folded(name), default: []].append(name)
    }

    /// The first name that differs from `name` by case alone; `nil` for none, and for a kind whose names are distinguished
    /// by case.
    package func other(than name: String) -> String? {
        guard !kind.distinguishesCase else { return nil }
        return names[Self.folded(name)]?.first { !$0.utf8.elementsEqual(name.utf8) }
    }

    /// The names that differ by case alone, which only an earlier release could store.
    fileprivate var collisions: [NameCollision] {
        guard !kind.distinguishesCase else { return [] }
        return names.values.filter { $0.count > 1 }.map { NameCollision(kind: kind, names: $0.sorted()) }
            .sorted { $0.names[0] < $1.names[0] }
    }

    private static func folded(_ name: String) -> WireName { WireName(name.lowercased()) }
}

/// Stored names of a kind that differ by case alone.
package struct NameCollision: Sendable, Equatable {
    /// The kind of the entries.
    package let kind: AccessKind
    /// The names, at least two.
    package let names: [String]
}

extension AccessReading {
    /// The stored names that differ by case alone, also from the reserved name of the administrator.
    package func nameCollisions() throws -> [NameCollision] {
        try AccessKind.allCases.flatMap { kind in CaseFoldedNames(try names(of: kind), of: kind).collisions }
    }
}

extension AccessKind {
    /// Whether two entries of the kind may have names that differ by case alone.
    ///
    /// OpenID Connect providers may not, because the case of condition keys does not matter.
    fileprivate var distinguishesCase: Bool { self == .samlProvider }
}
