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
