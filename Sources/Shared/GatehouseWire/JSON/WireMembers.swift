// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The members of an object in the order of their names, in which JSON is written.
///
/// It serves for an object that is built from few members and then written, such as the claims of a token. A dictionary
/// would hash every name, and would be sorted.
package struct WireMembers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The members in the order of their names.
    private(set) var members: [(key: WireName, value: WireValue)] = []

    /// Creates members; of two with one name, the last one counts.
    package init(dictionaryLiteral elements: (WireName, WireValue)...) {
        members.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value }
    }

    /// Creates the members of an object.
    package init(_ object: [WireName: WireValue]) {
        members = object.sorted { $0.key < $1.key }
    }

    /// The value of a member; `nil` removes it.
    package subscript(name: WireName) -> WireValue? {
        get {
            let position = position(of: name)
            // Not `?:`, in which `nil` would be the value `null`.
            guard isMember(name, at: position) else { return nil }
            return members[position].value
        }
        set {
            // Members that are set in their order need no search.
            if isAfterAll(name) {
                if let newValue { members.append((name, newValue)) }
                return
            }
            let position = position(of: name)
            if isMember(name, at: position) { members.remove(at: position) }
            if let newValue { members.insert((name, newValue), at: position) }
        }
    }

    /// The value of a member; `nil` removes it.
    package subscript(name: String) -> WireValue? {
        get { self[WireName(name)] }
        set { self[WireName(name)] = newValue }
    }

    /// Adds members, which replace members of the same names.
    package mutating func merge(_ others: WireMembers) {
        for (name, value) in others.members { self[name] = value }
    }

    package static func == (left: WireMembers, right: WireMembers) -> Bool {
        left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
    }

    private func isAfterAll(_ name: WireName) -> Bool { members.isEmpty || members[members.count - 1].key < name }

    private func isMember(_ name: WireName, at position: Int) -> Bool {
        position < members.count && members[position].key == name
    }

    /// The position of a name, or the one where it belongs.
    private func position(of name: WireName) -> Int {
        var (start, end) = (0, members.count)
        while start < end {
            let middle = (start + end) / 2
            if members[middle].key < name { start = middle + 1 } else { end = middle }
        }
        return start
    }
}
