// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Answers questions about the shapes of one service.
struct ShapeResolver {
    let service: Service
    let model: ServiceModel
    let names: Names

    /// The Swift type of a shape.
    func type(of shape: String) throws(GeneratorError) -> SwiftType {
        switch try model.shape(shape).kind {
        case .structure, .words: .generated(names.type(shape, of: service))
        case .exception: throw .unknownShapeType(shape: shape, type: "exception")
        case .list(let element): .list(try type(of: element))
        case .map(let key, let value): try map(shape, key: key, value: value)
        case .text: .string
        case .integer: .integer
        case .long: .long
        case .boolean: .boolean
        case .timestamp: .date
        case .bytes: .data
        case .document: .document
        }
    }

    private func map(_ shape: String, key: String, value: String) throws(GeneratorError) -> SwiftType {
        guard try type(of: key) == .string else { throw .unsupportedKey(map: shape) }
        return .map(try type(of: value))
    }

    /// The structures and enumerations within a shape, itself included, each once, the outer before the inner.
    func typesWithin(_ shape: String) throws(GeneratorError) -> [String] {
        var found: [String] = []
        try collect(shape, into: &found)
        return found
    }

    private func collect(_ shape: String, into found: inout [String]) throws(GeneratorError) {
        let kind = try model.shape(shape).kind
        switch kind {
        case .structure, .words:
            guard !found.contains(shape) else { return }
            found.append(shape)
        default: break
        }
        for part in kind.parts { try collect(part, into: &found) }
    }

    /// Whether a shape, or anything within it, is a secret.
    func isSensitive(_ shape: String) throws(GeneratorError) -> Bool {
        var seen: Set<String> = []
        return try isSensitive(shape, seen: &seen)
    }

    private func isSensitive(_ name: String, seen: inout Set<String>) throws(GeneratorError) -> Bool {
        guard seen.insert(name).inserted else { return false }
        let shape = try model.shape(name)
        if shape.isSensitive { return true }
        for part in shape.kind.parts where try isSensitive(part, seen: &seen) { return true }
        return false
    }

    /// Fails if a structure contains itself other than in a list or map.
    func checkLayout(of shape: String, within outer: [String] = []) throws(GeneratorError) {
        guard !outer.contains(shape) else { throw .recursiveStructure(shape) }
        guard case .structure(let members) = try model.shape(shape).kind else { return }
        for member in members { try checkLayout(of: member.shape, within: outer + [shape]) }
    }

    /// The declaration of a structure or an enumeration.
    func declaration(of name: String) throws(GeneratorError) -> TypeDeclaration {
        let typeName = names.type(name, of: service)
        switch try model.shape(name).kind {
        case .words(let words):
            let others = service.valuesBesides[name] ?? []
            return .words(WordsDeclaration(name: typeName, words: words + others.filter { !words.contains($0) }))
        case .structure(let members):
            try checkLayout(of: name)
            var properties: [PropertyDeclaration] = []
            for member in members { properties.append(try property(member)) }
            let isSensitive = try isSensitive(name)
            return .structure(StructureDeclaration(name: typeName, properties: properties, isSensitive: isSensitive))
        default: throw .unknownShapeType(shape: name, type: "scalar")
        }
    }

    private func property(_ member: Shape.Member) throws(GeneratorError) -> PropertyDeclaration {
        PropertyDeclaration(
            wireName: member.name,
            type: try type(of: member.shape),
            isRequired: member.isRequired,
            rule: try rule(for: member.shape).map { names.rule($0, of: service) }
        )
    }
}

extension Shape.Kind {
    /// The shapes that a shape is made of.
    var parts: [String] {
        switch self {
        case .structure(let members): members.map(\.shape)
        case .list(let element): [element]
        case .map(let key, let value): [key, value]
        default: []
        }
    }
}
