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
        for (operation, _, set) in operations {
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
            if operation.kind == .subscription { checkRootFields(of: operation, set) }
        }
    }

    private mutating func checkRootFields(of operation: OperationDefinition, _ set: Int) {
        guard let groups = collect([set]) else { return }
        let name = operation.name.map { " '\($0)'" } ?? ""
        if groups.count > 1 {
            report(
                .singleRootField, .subscriptionMultipleRootFields,
                "Subscription operation\(name) must have exactly one root field", at: operation.location)
        }
        for group in groups {
            let entry = selections.entries[group[0]]
            guard entry.name.utf8.starts(with: "__".utf8) else { continue }
            report(
                .singleRootField, .subscriptionIntrospectionRootField,
                "Subscription operation\(name) root field '\(entry.name)' cannot be an introspection field",
                at: entry.location)
        }
    }
}
