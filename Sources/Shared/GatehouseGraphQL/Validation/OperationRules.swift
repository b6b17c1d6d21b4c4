// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Validator {
    /// Executable Definitions (5.1.1).
    mutating func reportNotExecutable(_ definition: Definition) {
        let (name, location) =
            switch definition {
            case .schema(let schema), .schemaExtension(let schema): ("schema", schema.location)
            case .type(let type), .typeExtension(let type): (type.name.text, type.location)
            case .directive(let directive): ("@\(directive.name)", directive.location)
            case .operation(let operation): (operation.name?.text ?? "", operation.location)
            case .fragment(let fragment): (fragment.name.text, fragment.location)
            }
        report(
            .executableDefinitions, .nonExecutableDefinition, "The \(name) definition is not executable.",
            at: location)
    }

    /// Operation Name Uniqueness (5.2.1.1), Lone Anonymous Operation (5.2.2.1) and Single Root Field (5.2.3.1).
    mutating func checkOperationNames() {
        var names: Set<String> = []
        for (operation, _, _) in operations {
            if let name = operation.name, !names.insert(name.text).inserted {
                report(
                    .operationNameUniqueness, .duplicateOperationName,
                    "There can be only one operation named '\(name)'", at: name.location)
            }
            if operation.name == nil, operations.count > 1 {
                report(
                    .loneAnonymousOperation, .loneAnonymousOperation, "Anonymous operation with other operations.",
                    at: operation.location)
            }
            if operation.kind == .subscription { checkRootFields(of: operation) }
        }
    }

    private mutating func checkRootFields(of operation: OperationDefinition) {
        let fields = rootFields(of: operation)
        let name = operation.name.map { " '\($0)'" } ?? ""
        if Set(fields.map(\.responseKey)).count > 1 {
            report(
                .singleRootField, .subscriptionMultipleRootFields,
                "Subscription operation\(name) must have exactly one root field", at: operation.location)
        }
        for field in fields where field.name.text.utf8.starts(with: "__".utf8) {
            report(
                .singleRootField, .subscriptionIntrospectionRootField,
                "Subscription operation\(name) root field '\(field.name)' cannot be an introspection field",
                at: field.location)
        }
    }

    /// The root fields of an operation with its fragments, but for those that a condition without variables leaves out.
    private func rootFields(of operation: OperationDefinition) -> [Field] {
        guard let root = schema.root(operation.kind)?.name.text else { return [] }
        var fields: [Field] = []
        var visited: Set<String> = []
        var waiting = [operation.selections]
        while let selections = waiting.popLast() {
            for selection in selections {
                switch selection {
                case .field(let field):
                    if !Self.isLeftOut(field.directives) { fields.append(field) }
                case .spread(let spread):
                    guard !Self.isLeftOut(spread.directives), let fragment = fragments[spread.name.text],
                        schema.isObject(root, of: fragment.typeCondition.text),
                        visited.insert(spread.name.text).inserted
                    else { continue }
                    waiting.append(fragment.selections)
                case .inline(let fragment):
                    guard !Self.isLeftOut(fragment.directives),
                        schema.isObject(root, of: fragment.typeCondition?.text ?? root)
                    else { continue }
                    waiting.append(fragment.selections)
                }
            }
        }
        return fields
    }

    /// Whether `@skip` or `@include` leaves a selection out, whatever the variables are.
    private static func isLeftOut(_ directives: [Directive]) -> Bool {
        directives.contains { directive in
            let condition = directive.arguments["if"]?.value.kind
            return directive.name.text == "skip" && condition == .boolean(true)
                || directive.name.text == "include" && condition == .boolean(false)
        }
    }
}
