// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What is wrong with the object of a headless command.
///
/// It has one line for each flaw, with pointer, kind of the value, and what is expected. Commands end with status 64.
package struct HeadlessFlaws: Error, Equatable, CustomStringConvertible {
    /// The flaws in the order of the document.
    package let flaws: [JSONFlaw]

    /// The lines.
    package var description: String {
        flaws.map { "\($0.pointer.tokens.isEmpty ? "/" : $0.pointer.description): \($0.problem)" }.joined(
            separator: "\n")
    }
}

/// Reads an object with a fixed set of members, and collects all flaws instead of the first.
struct HeadlessReader {
    /// More flaws are not collected: each needs the number of its line.
    private static let most = 50

    private(set) var flaws: [JSONFlaw] = []

    /// Takes a value that may be flawed.
    mutating func take<Value>(_ read: () throws(JSONFlaw) -> Value) -> Value? {
        guard flaws.count < Self.most else { return nil }
        do throws(JSONFlaw) {
            return try read()
        } catch {
            flaws.append(error)
            return nil
        }
    }

    /// Adds a flaw.
    mutating func report(_ flaw: @autoclosure () -> JSONFlaw) {
        if flaws.count < Self.most { flaws.append(flaw()) }
    }

    /// Refuses members of other names, and names those that are missing.
    mutating func check(_ cursor: JSONCursor, has names: [String], needs required: [String] = []) {
        guard let members = take({ () throws(JSONFlaw) in try cursor.members() }) else { return }
        for (name, member) in members where !names.contains(name) {
            report(member.flaw("The member is unknown; \(names.joined(separator: ", ")) are expected."))
        }
        for name in required where !members.contains(where: { $0.name == name }) {
            report(cursor.flaw("The value has no member \(name)."))
        }
    }

    /// A member.
    mutating func member(_ cursor: JSONCursor, _ name: String) -> JSONCursor? {
        take { () throws(JSONFlaw) in try cursor.member(name) } ?? nil
    }

    /// A text.
    mutating func text(_ cursor: JSONCursor, _ name: String) -> String? {
        guard let member = member(cursor, name) else { return nil }
        return take { () throws(JSONFlaw) in try member.string() }
    }

    /// True or false.
    mutating func flag(_ cursor: JSONCursor, _ name: String) -> Bool? {
        guard let member = member(cursor, name) else { return nil }
        return take { () throws(JSONFlaw) in try member.bool() }
    }

    /// A whole number.
    mutating func number(_ cursor: JSONCursor, _ name: String) -> Int? {
        guard let member = member(cursor, name) else { return nil }
        return take { () throws(JSONFlaw) in try member.integer() }
    }

    /// The elements of an array.
    mutating func elements(_ cursor: JSONCursor, _ name: String) -> [JSONCursor]? {
        guard let member = member(cursor, name) else { return nil }
        return take { () throws(JSONFlaw) in try member.elements() }
    }

    /// Texts.
    mutating func texts(_ cursor: JSONCursor, _ name: String) -> [String]? {
        elements(cursor, name)?.compactMap { element in
            take { () throws(JSONFlaw) in try element.string() }
        }
    }

    /// One of some words, as another word.
    mutating func word(_ cursor: JSONCursor, _ words: [String: String]) -> String? {
        guard let text = take({ () throws(JSONFlaw) in try cursor.string() }) else { return nil }
        if let word = words[text] { return word }
        report(cursor.flaw("The value is not one of \(words.keys.sorted().joined(separator: ", "))."))
        return nil
    }

    /// A member that is one of some words.
    mutating func word(_ cursor: JSONCursor, _ name: String, _ words: [String: String]) -> String? {
        member(cursor, name).flatMap { word($0, words) }
    }

    /// A member whose elements are some words.
    mutating func words(_ cursor: JSONCursor, _ name: String, _ words: [String: String]) -> [String]? {
        elements(cursor, name)?.compactMap { word($0, words) }
    }
}
