// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// Sentences for the messages about unknown names of one document: which name was meant, or which names there are.
///
/// Only the first names of a document are looked up, because a text from outside may have any number of wrong ones.
package struct NameHints: Sendable {
    /// The number of names that are still looked up.
    private var rest = 20
    /// The most names of a list.
    private static let listed = 12

    /// Makes hints for a document.
    package init() {}

    /// The known name that was probably meant; `nil` if there is none, or if many names were looked up before.
    package mutating func name(meantBy name: String, among known: some Sequence<String>) -> String? {
        guard rest > 0 else { return nil }
        rest -= 1
        return NearestName.similar(to: name, among: known)
    }

    /// A sentence with the known name that was probably meant, after a blank; empty if there is none.
    package mutating func meant(by name: String, among known: some Sequence<String>) -> String {
        self.name(meantBy: name, among: known).map(Self.question) ?? ""
    }

    /// A sentence with the known name that was probably meant, else one with all names after `title`; after a blank.
    mutating func meant<Element>(by name: String, among known: NamedList<Element>, orElse title: String) -> String {
        let meant = meant(by: name, among: known.lazy.map(\.name.text))
        return meant.isEmpty ? Self.list(known, title) : meant
    }

    /// A sentence with the name that was meant, after a blank.
    package static func question(_ name: String) -> String { " Did you mean '\(name)'?" }

    /// A sentence with all names after `title`, after a blank; empty if they are none or many.
    static func list<Element>(_ known: NamedList<Element>, _ title: String) -> String {
        guard !known.isEmpty, known.count <= listed else { return "" }
        let names = known.map(\.name.text)
        return names.contains { $0.utf8.count > 100 } ? "" : " \(title): \(names.joined(separator: ", "))."
    }
}
