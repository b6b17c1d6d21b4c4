// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

/// An object of a seed file, with its place in the file.
struct SeedNode {
    private let file: String
    /// The path of the object, such as `userPools[0].users[2]`; empty for the whole document.
    private let path: String
    private let members: [WireName: WireValue]

    /// The file and the path.
    var place: String { path.isEmpty ? file : "\(file): \(path)" }

    /// Creates a node for an object with known members.
    /// - Throws: ``SeedFailure`` for any other value and for unknown members.
    init(_ value: WireValue, in file: String, at path: String = "", allowing known: [String]) throws(SeedFailure) {
        self.file = file
        self.path = path
        members = value.objectValue ?? [:]
        guard value.objectValue != nil else { throw SeedFailure(place, "must be an object") }
        guard let stranger = members.keys.map(\.text).sorted().first(where: { !known.contains($0) }) else { return }
        throw failure(stranger, "is unknown; the known members are \(known.joined(separator: ", "))")
    }

    /// A failure for one member.
    func failure(_ name: String, _ reason: String) -> SeedFailure {
        SeedFailure("\(file): \(path(of: name))", reason)
    }

    private func path(of name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    // MARK: - Scalars

    func text(_ name: String) throws(SeedFailure) -> String? {
        guard let value = members[WireName(name)] else { return nil }
        guard let text = value.stringValue, !text.isEmpty else { throw failure(name, "must be a string") }
        return text
    }

    func requiredText(_ name: String) throws(SeedFailure) -> String {
        guard let text = try text(name) else { throw failure(name, "is missing") }
        return text
    }

    func number(_ name: String) throws(SeedFailure) -> Int64? {
        guard let value = members[WireName(name)] else { return nil }
        guard let number = value.integerValue else { throw failure(name, "must be a whole number") }
        return number
    }

    func flag(_ name: String) throws(SeedFailure) -> Bool? {
        guard let value = members[WireName(name)] else { return nil }
        guard let flag = value.boolValue else { throw failure(name, "must be true or false") }
        return flag
    }

    // MARK: - Collections

    /// The strings of an object, by name.
    func texts(_ name: String) throws(SeedFailure) -> [String: String] {
        guard let value = members[WireName(name)] else { return [:] }
        guard let members = value.objectValue else { throw failure(name, "must be an object") }
        var texts: [String: String] = [:]
        for (key, value) in members {
            guard let text = value.stringValue else { throw failure(name, "\(key.text) must be a string") }
            texts[key.text] = text
        }
        return texts
    }

    func textList(_ name: String) throws(SeedFailure) -> [String] {
        guard let value = members[WireName(name)] else { return [] }
        let texts = value.arrayValue?.compactMap(\.stringValue)
        guard let texts, texts.count == value.arrayValue?.count else {
            throw failure(name, "must be a list of strings")
        }
        return texts
    }

    /// The objects of a list, each with known members.
    func list(_ name: String, of known: [String]) throws(SeedFailure) -> [SeedNode] {
        guard let value = members[WireName(name)] else { return [] }
        guard let elements = value.arrayValue else { throw failure(name, "must be a list") }
        var nodes: [SeedNode] = []
        for (index, element) in elements.enumerated() {
            nodes.append(try SeedNode(element, in: file, at: "\(path(of: name))[\(index)]", allowing: known))
        }
        return nodes
    }

    /// An object with known members; with `shortFor`, a string is an object with this member alone.
    func object(_ name: String, of known: [String], shortFor member: WireName? = nil) throws(SeedFailure) -> SeedNode? {
        guard var value = members[WireName(name)] else { return nil }
        if let member, value.stringValue != nil { value = .object([member: value]) }
        return try SeedNode(value, in: file, at: path(of: name), allowing: known)
    }

    // MARK: - Shapes of the service

    /// The member `settings` as a shape of the service, with additional members.
    func settings<Shape: WireStructure>(
        adding further: [WireName: WireValue], of service: ServiceIdentity = .cognitoIdentityProvider
    ) throws(SeedFailure) -> Shape {
        let settings = members["settings"] ?? .object([:])
        guard let own = settings.objectValue else { throw failure("settings", "must be an object") }
        if let double = own.keys.map(\.text).sorted().first(where: { further[WireName($0)] != nil }) {
            throw failure("settings", "\(double) must not be in settings")
        }
        let shape: Shape = try shape(.object(own.merging(further) { $1 }), of: service)
        if let stranger = Self.stranger(in: settings, knownFrom: shape.wireValue(in: .json)) {
            throw failure("settings", "\(stranger) is not known to the service")
        }
        return shape
    }

    /// A shape of the service, validated by its model.
    func shape<Shape: WireStructure>(
        _ value: WireValue, of service: ServiceIdentity = .cognitoIdentityProvider
    ) throws(SeedFailure) -> Shape {
        do {
            return try Shape(validating: value, for: service)
        } catch {
            throw SeedFailure(place, error.message)
        }
    }

    /// The path of the first unknown member: the written form of the shape does not contain it.
    private static func stranger(in value: WireValue, knownFrom read: WireValue?) -> String? {
        switch value {
        case .object(let members):
            for (name, member) in members.sorted(by: { $0.key.text < $1.key.text }) where !member.isNull {
                guard let known = read?[name.text] else { return name.text }
                if let deeper = stranger(in: member, knownFrom: known) { return "\(name.text).\(deeper)" }
            }
            return nil
        case .array(let elements):
            let known = read?.arrayValue ?? []
            for (index, element) in elements.enumerated() {
                let deeper = stranger(in: element, knownFrom: index < known.count ? known[index] : nil)
                if let deeper { return "[\(index)].\(deeper)" }
            }
            return nil
        default: return nil
        }
    }
}
