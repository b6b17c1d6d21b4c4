// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A service as its model describes it.
struct ServiceModel: Equatable {
    var metadata: Metadata
    var operations: [Operation]
    var shapes: [String: Shape]
    /// The names of the shapes in the model's order.
    var shapeNames: [String]

    struct Metadata: Equatable {
        var version: String
        var endpointPrefix: String
        var form: String
        var targetPrefix: String?
        var xmlNamespace: String?
    }

    struct Operation: Equatable {
        var name: String
        var input: String
        var output: String?
        var isSigned: Bool
        var rateClass: RateClass
    }
}

extension ServiceModel {
    /// Reads a model; `rateClasses` has the class of each operation.
    init(json: OrderedJSON, rateClasses: [String: RateClass]) throws(GeneratorError) {
        metadata = try Metadata(json: json)
        operations = []
        for member in json["operations"]?.members ?? [] {
            guard let rateClass = rateClasses[member.name] else {
                throw .missing("line of \(member.name) in \(RateClasses.fileName)")
            }
            operations.append(try Operation(name: member.name, json: member.value, rateClass: rateClass))
        }
        let known = Set(operations.map(\.name))
        if let unknown = rateClasses.keys.filter({ !known.contains($0) }).min() {
            throw .unknownOperation(unknown, in: RateClasses.fileName)
        }
        shapes = [:]
        shapeNames = []
        for member in json["shapes"]?.members ?? [] {
            shapes[member.name] = try Shape(name: member.name, json: member.value)
            shapeNames.append(member.name)
        }
    }

    /// A shape that the model refers to.
    func shape(_ name: String) throws(GeneratorError) -> Shape {
        guard let shape = shapes[name] else { throw .unknownShape(name) }
        return shape
    }
}

extension ServiceModel.Metadata {
    fileprivate init(json: OrderedJSON) throws(GeneratorError) {
        let metadata = json["metadata"]
        guard let version = metadata?["apiVersion"]?.string, let form = metadata?["protocol"]?.string,
            let endpointPrefix = metadata?["endpointPrefix"]?.string
        else { throw .missing("metadata") }
        self.version = version
        self.form = form
        self.endpointPrefix = endpointPrefix
        targetPrefix = metadata?["targetPrefix"]?.string
        xmlNamespace = metadata?["xmlNamespace"]?.string
    }
}

extension ServiceModel.Operation {
    fileprivate init(name: String, json: OrderedJSON, rateClass: RateClass) throws(GeneratorError) {
        guard let input = json["input"]?["shape"]?.string else { throw .missing("input of \(name)") }
        self.name = name
        self.input = input
        output = json["output"]?["shape"]?.string
        isSigned = json["authtype"]?.string != "none"
        self.rateClass = rateClass
    }
}

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
