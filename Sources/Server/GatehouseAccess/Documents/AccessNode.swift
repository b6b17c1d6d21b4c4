// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// An object of a document of access management, with known members.
struct AccessNode {
    private let members: [WireName: WireValue]

    /// Creates a node.
    /// - Throws: ``AccessFlaw`` for any value but an object, and for unknown members.
    init(_ value: WireValue, allowing known: [String]) throws(AccessFlaw) {
        guard let members = value.objectValue else { throw AccessFlaw(.isNot("an object")) }
        self.members = members
        let names = Set(known.map { WireName($0) })
        guard let stranger = members.keys.filter({ !names.contains($0) }).min() else { return }
        throw AccessFlaw(.unknown(nearest: NearestName.of(stranger.text, among: known)), at: [stranger.shown])
    }

    /// A member as it is; `nil` if it is missing or null.
    subscript(name: String) -> WireValue? {
        members[WireName(name)].flatMap { $0.isNull ? nil : $0 }
    }

    /// A text that is not empty.
    func text(_ name: String, limit: Int) throws(AccessFlaw) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.stringValue else { throw AccessFlaw(.isNot("a text"), at: [name]) }
        guard !text.isEmpty else { throw AccessFlaw(.empty, at: [name]) }
        guard text.utf8.count <= limit else { throw AccessFlaw(.tooLong(limit), at: [name]) }
        return text
    }

    /// A text that must be there.
    func requiredText(_ name: String, limit: Int) throws(AccessFlaw) -> String {
        guard let text = try text(name, limit: limit) else { throw AccessFlaw(.missing, at: [name]) }
        return text
    }

    /// A text that is the raw value of a case; `nil` if it is missing.
    func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ name: String, of type: Value.Type
    ) throws(AccessFlaw) -> Value? {
        guard let value = self[name] else { return nil }
        guard let choice = Value.allCases.first(where: { value == .string($0.rawValue) }) else {
            throw AccessFlaw(.notAmong(Value.allCases.map(\.rawValue)), at: [name])
        }
        return choice
    }

    /// A whole number in a range.
    func number(_ name: String, in range: ClosedRange<Int>) throws(AccessFlaw) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.integerValue.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw AccessFlaw(.isNot("a whole number from \(range.lowerBound) to \(range.upperBound)"), at: [name])
        }
        return number
    }

    /// A list of texts that are not empty; an empty list if it is missing.
    func texts(_ name: String, count: Int, limit: Int) throws(AccessFlaw) -> [String] {
        guard let value = self[name] else { return [] }
        guard let elements = value.arrayValue else { throw AccessFlaw(.isNot("a list of texts"), at: [name]) }
        guard elements.count <= count else { throw AccessFlaw(.tooMany(count), at: [name]) }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            let place = [name, "[\(index)]"]
            guard let text = element.stringValue else { throw AccessFlaw(.isNot("a text"), at: place) }
            guard !text.isEmpty else { throw AccessFlaw(.empty, at: place) }
            guard text.utf8.count <= limit else { throw AccessFlaw(.tooLong(limit), at: place) }
            texts.append(text)
        }
        return texts
    }
}

extension WireValue {
    /// A text, or a list of texts that is not empty, with their places.
    ///
    /// With `allowsScalars`, a number or a truth value counts as its text.
    /// - Throws: ``AccessFlaw``.
    func texts(allowsScalars: Bool = false) throws(AccessFlaw) -> [(place: [String], text: String)] {
        guard let elements = arrayValue else { return [([], try text(allowsScalars, at: []))] }
        guard !elements.isEmpty else { throw AccessFlaw(.empty) }
        var texts: [(place: [String], text: String)] = []
        for (index, element) in elements.enumerated() {
            let place = ["[\(index)]"]
            texts.append((place, try element.text(allowsScalars, at: place)))
        }
        return texts
    }

    private func text(_ allowsScalars: Bool, at place: [String]) throws(AccessFlaw) -> String {
        switch self {
        case .string(let text): return text
        case .bool(let flag) where allowsScalars: return String(flag)
        case .integer(let number) where allowsScalars: return String(number)
        case .double(let number) where allowsScalars: return String(number)
        default: throw AccessFlaw(.isNot("a text or a list of texts"), at: place)
        }
    }
}

extension WireName {
    /// The name as a message may repeat it: at most 64 characters of printable ASCII.
    var shown: String {
        String(decoding: text.utf8.prefix(64).map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    }
}

/// The names of the registry's entries.
///
/// Source: the IAM API reference, parameters `RoleName`, `UserName`, `PolicyName`, `Name` and `Path`.
enum AccessName {
    /// The characters beside letters and digits in names of roles, users and policies.
    static let usual = "+=,.@_-"

    /// The longest path of a role, user or policy.
    private static let maximumPath = 512

    /// Checks a name of letters, digits and some other characters of ASCII.
    /// - Throws: ``AccessFlaw``.
    static func check(_ name: String, limit: Int, allowing others: String) throws(AccessFlaw) {
        guard !name.isEmpty else { throw AccessFlaw(.empty) }
        guard name.utf8.count <= limit else { throw AccessFlaw(.tooLong(limit)) }
        guard name.utf8.allSatisfy({ isLetterOrDigit($0) || others.utf8.contains($0) }) else {
            throw AccessFlaw(.malformed("a name of letters, digits and \(others)"))
        }
    }

    /// Checks the path of a role, user or policy: `/`, or names between slashes.
    /// - Throws: ``AccessFlaw``.
    static func check(path: String) throws(AccessFlaw) {
        guard path.utf8.count <= maximumPath else { throw AccessFlaw(.tooLong(maximumPath)) }
        guard path.hasPrefix("/"), path.hasSuffix("/"), path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !path.utf8.contains(UInt8(ascii: ":"))
        else { throw AccessFlaw(.malformed("a path that begins and ends with /")) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
