// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A type of a service model.
struct Shape: Equatable {
    var kind: Kind
    var isSensitive: Bool
    var minimum: Int64?
    var maximum: Int64?

    enum Kind: Equatable {
        case structure([Member])
        case exception(code: String)
        case list(element: String)
        case map(key: String, value: String)
        case text(pattern: String?)
        case words([String])
        case integer
        case long
        case boolean
        case timestamp
        case bytes
        case document
    }

    /// A member of a structure.
    struct Member: Equatable {
        var name: String
        var shape: String
        var isRequired: Bool
    }
}

extension Shape {
    init(name: String, json: OrderedJSON) throws(GeneratorError) {
        kind = try Self.kind(name: name, json: json)
        isSensitive = json["sensitive"]?.isTrue ?? false
        minimum = json["min"]?.number
        maximum = json["max"]?.number
    }

    private static func kind(name: String, json: OrderedJSON) throws(GeneratorError) -> Kind {
        switch json["type"]?.string ?? "" {
        case "structure": try structure(name: name, json: json)
        case "list": .list(element: try reference(json["member"], in: name))
        case "map":
            .map(key: try reference(json["key"], in: name), value: try reference(json["value"], in: name))
        case "string":
            if let words = json["enum"]?.elements {
                .words(words.compactMap(\.string))
            } else {
                .text(pattern: json["pattern"]?.string)
            }
        case "integer": .integer
        case "long": .long
        case "boolean": .boolean
        case "timestamp": .timestamp
        case "blob": .bytes
        case let type: throw .unknownShapeType(shape: name, type: type)
        }
    }

    private static func structure(name: String, json: OrderedJSON) throws(GeneratorError) -> Kind {
        if json["exception"]?.isTrue ?? false {
            return .exception(code: json["error"]?["code"]?.string ?? name)
        }
        if json["document"]?.isTrue ?? false { return .document }
        let required = Set((json["required"]?.elements ?? []).compactMap(\.string))
        var members: [Member] = []
        for member in json["members"]?.members ?? [] {
            let shape = try reference(member.value, in: "\(name).\(member.name)")
            members.append(Member(name: member.name, shape: shape, isRequired: required.contains(member.name)))
        }
        return .structure(members)
    }

    private static func reference(_ json: OrderedJSON?, in place: String) throws(GeneratorError) -> String {
        guard let shape = json?["shape"]?.string else { throw .missing("shape of \(place)") }
        return shape
    }
}
