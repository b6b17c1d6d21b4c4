// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension ShapeResolver {
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
