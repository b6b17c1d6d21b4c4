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
    private func typesWithin(_ shape: String) throws(GeneratorError) -> [String] {
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
    private func checkLayout(of shape: String, within outer: [String] = []) throws(GeneratorError) {
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

extension ShapeResolver {
    /// The operations that a target holds.
    func operations(in module: Module) -> [ServiceModel.Operation] {
        model.operations.filter { service.module(of: $0) == module }
    }

    /// The structures and enumerations of an operation, the outer before the inner.
    func shapes(of operation: ServiceModel.Operation) throws(GeneratorError) -> [String] {
        var found = try typesWithin(operation.input)
        if let output = operation.output {
            for shape in try typesWithin(output) where !found.contains(shape) { found.append(shape) }
        }
        return found
    }

    /// Whether callers need AWS credentials for the target's operations of the service; nil if the operations differ.
    func isSigned(in module: Module) -> Bool? {
        let answers = Set(operations(in: module).map(service.isSigned))
        return answers.count == 1 ? answers.first : nil
    }

    /// The declaration of an operation.
    func declaration(of operation: ServiceModel.Operation, in module: Module) -> OperationDeclaration {
        OperationDeclaration(
            name: operation.name,
            typeName: names.operation(operation.name, of: service),
            input: names.type(operation.input, of: service),
            output: operation.output.map { names.type($0, of: service) },
            isSigned: service.isSigned(operation),
            statesSigning: isSigned(in: module) == nil,
            rateClass: operation.rateClass,
            protocolName: name(in: module) + "Service",
            kindName: name(in: module) + "Operation"
        )
    }

    /// The declaration of the protocol and the table of the target's operations of the service.
    func declaration(in module: Module) -> ServiceDeclaration {
        ServiceDeclaration(
            protocolName: name(in: module) + "Service",
            tableName: name(in: module) + "Operations",
            kindName: name(in: module) + "Operation",
            endpoint: model.metadata.endpointPrefix,
            identityName: service.identityName,
            isSigned: isSigned(in: module),
            operations: operations(in: module).map { declaration(of: $0, in: module) }
        )
    }

    /// The service's name in the names of the target's declarations.
    func name(in module: Module) -> String {
        service.name + module.infix
    }

    /// The shapes whose pattern the service does not apply.
    ///
    /// `DomainType` has the pattern of a prefix, but its values are custom domains as well, with dots. The operation
    /// checks both and answers with texts of its own.
    private static let uncheckedPatterns: Set<String> = ["DomainType"]

    /// The shape itself if its values are constrained or secret, nothing if any value will do.
    func rule(for name: String) throws(GeneratorError) -> String? {
        try ruleDeclaration(of: name) == nil ? nil : name
    }

    /// The rules that a structure's members need, the inner ones included.
    func ruleShapes(of structure: String) throws(GeneratorError) -> Set<String> {
        guard case .structure(let members) = try model.shape(structure).kind else { return [] }
        var found: Set<String> = []
        for member in members { try collectRules(member.shape, into: &found) }
        return found
    }

    private func collectRules(_ name: String, into found: inout Set<String>) throws(GeneratorError) {
        guard try rule(for: name) != nil, found.insert(name).inserted else { return }
        for part in try model.shape(name).kind.parts { try collectRules(part, into: &found) }
    }

    /// The constant for a shape's constraints; nothing for structures, which check their own members.
    func ruleDeclaration(of name: String) throws(GeneratorError) -> RuleDeclaration? {
        let shape = try model.shape(name)
        switch shape.kind {
        case .text(let pattern):
            let checked = Self.uncheckedPatterns.contains(name) ? nil : pattern
            let argument = checked.map { "pattern: \(SwiftText.literal($0))" }
            return declaration(name, factory: nil, bounds(shape) + [argument] + [try secrecy(name)])
        case .integer, .long, .bytes, .words:
            return declaration(name, factory: nil, bounds(shape) + [try secrecy(name)])
        case .list(let element):
            let argument = try reference(element).map { "element: \($0)" }
            return declaration(name, factory: "list", bounds(shape) + [argument] + [try secrecy(name)])
        case .map(let key, let value):
            let arguments = [try reference(key).map { "key: \($0)" }, try reference(value).map { "value: \($0)" }]
            return declaration(name, factory: "map", bounds(shape) + arguments + [try secrecy(name)])
        default: return nil
        }
    }

    private func reference(_ name: String) throws(GeneratorError) -> String? {
        try rule(for: name).map { Naming.escaped(names.rule($0, of: service)) }
    }

    private func declaration(_ name: String, factory: String?, _ arguments: [String?]) -> RuleDeclaration? {
        let present = arguments.compactMap { $0 }
        guard !present.isEmpty else { return nil }
        return RuleDeclaration(name: names.rule(name, of: service), factory: factory, arguments: present)
    }

    private func bounds(_ shape: Shape) -> [String?] {
        let isNumber = shape.kind == .integer || shape.kind == .long
        // No length is below nought.
        let minimum = shape.minimum.flatMap { $0 == 0 && !isNumber ? nil : $0 }
        return [
            minimum.map { "min: \(SwiftText.literal($0))" },
            shape.maximum.map { "max: \(SwiftText.literal($0))" },
        ]
    }

    private func secrecy(_ name: String) throws(GeneratorError) -> String? {
        try isSensitive(name) ? "sensitive: true" : nil
    }
}
