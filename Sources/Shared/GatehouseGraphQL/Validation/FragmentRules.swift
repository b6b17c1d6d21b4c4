// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Validator {
    /// Fragment Name Uniqueness (5.5.1.1).
    mutating func indexFragments(of document: Document) {
        for fragment in document.fragments {
            if fragments[fragment.name.text] == nil {
                fragments[fragment.name.text] = fragment
            } else {
                report(
                    .fragmentNameUniqueness, .duplicateFragmentName,
                    "There can be only one fragment named '\(fragment.name)'", at: fragment.name.location)
            }
        }
    }

    /// Fragment Spread Type Existence (5.5.1.2) and Fragments On Composite Types (5.5.1.3).
    /// - Returns: the type of the condition; `nil` if it is not fit for a fragment.
    mutating func conditionType(
        _ condition: Name, _ error: ValidationErrorType, _ word: String
    ) -> TypeDefinition? {
        guard let type = schema.type(condition.text) else {
            report(
                .fragmentSpreadTypeExistence, .unknownType, "Unknown type \(condition)", at: condition.location)
            return nil
        }
        guard type.kind.isComposite else {
            report(
                .fragmentsOnCompositeTypes, error,
                "\(word) type condition is invalid, must be on Object/Interface/Union", at: condition.location)
            return nil
        }
        return type
    }

    /// Fragment Spread Target Defined (5.5.2.1) and Fragment Spread Is Possible (5.5.2.3).
    mutating func check(_ spread: FragmentSpread, in parent: TypeDefinition?) {
        guard let fragment = fragments[spread.name.text] else {
            return report(
                .fragmentSpreadTargetDefined, .undefinedFragment, "Undefined fragment \(spread.name)",
                at: spread.name.location)
        }
        checkPossible(
            schema.type(fragment.typeCondition.text), in: parent, "Fragment \(spread.name)", at: spread.location)
    }

    /// Fragment Spread Is Possible (5.5.2.3).
    mutating func checkPossible(
        _ type: TypeDefinition?, in parent: TypeDefinition?, _ word: String, at location: SourceLocation
    ) {
        guard let type, let parent, type.kind.isComposite, parent.kind.isComposite else { return }
        let pair = [type.name.text, parent.name.text]
        let isPossible = overlaps[pair] ?? schema.overlap(pair[0], pair[1])
        overlaps[pair] = isPossible
        if !isPossible {
            report(
                .fragmentSpreadIsPossible, .invalidFragmentType,
                "\(word) cannot be spread here as objects of type \(parent.name) can never be of type \(type.name)",
                at: location)
        }
    }

    /// Fragments Must Be Used (5.5.1.4) and Fragment Spreads Must Not Form Cycles (5.5.2.2).
    mutating func checkFragmentUse(in document: Document) {
        var used = Set(reachable(from: operations.flatMap(\.uses.spreads)) ?? [])
        for fragment in document.fragments where used.insert(fragment.name.text).inserted {
            report(
                .fragmentsMustBeUsed, .unusedFragment, "Unused fragment \(fragment.name)",
                at: fragment.name.location)
        }
        let uses = usesOfFragments
        let cycles = Cycles.closingEdges(from: document.fragments.map(\.name.text)) { name in
            (uses[name]?.spreads ?? []).map { ($0.name.text, $0) }
        }
        for cycle in cycles {
            report(
                .fragmentSpreadsMustNotFormCycles, .fragmentCycle,
                "Fragment cycles not allowed: \(cycle.nodes.prefix(20).joined(separator: ", "))",
                at: cycle.edge.location)
        }
    }

    /// The names of the fragments that spreads lead to, one through another; `nil` when there are too many steps.
    mutating func reachable(from spreads: [FragmentSpread]) -> [String]? {
        var order: [String] = []
        var found: Set<String> = []
        var waiting = spreads.map(\.name.text)
        while let name = waiting.popLast() {
            guard let uses = usesOfFragments[name], found.insert(name).inserted else { continue }
            guard spend(1 + uses.spreads.count) else { return nil }
            order.append(name)
            waiting += uses.spreads.map(\.name.text)
        }
        return order
    }
}
