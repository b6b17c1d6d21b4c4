// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
import GatehouseGraphQL

extension DataAPI {
    /// The fields of a model that are `null` in the answers of its mutations, for all callers.
    ///
    /// Subscribers receive the values that a mutation selected. A field with rules of its own is therefore hidden, and so
    /// is a relation to records that other callers may read.
    package func redactedFields(of model: Model) -> Set<String> {
        guard model.operations.hasSubscriptions else { return [] }
        var redacted = model.access.restricted
        let own = model.access.readers
        for field in model.fields {
            guard let relation = field.relation, !field.type.isNonNull, let other = self.model(relation.model) else {
                continue
            }
            let others = other.access.readers
            guard !own.isDisjoint(with: others) else { continue }
            let areStatic = own.union(others).allSatisfy { $0.isStatic && $0.kind != .custom }
            if own != others || !areStatic { redacted.insert(field.name.text) }
        }
        return redacted
    }
}

extension AccessMatrix {
    /// The roles that may read; a rule for all signed-in callers of a token's mode makes the mode's other rules void.
    fileprivate var readers: Set<AccessRole> {
        let readers = roles.filter { role in
            AccessAction.allCases.contains { AccessActions.read.contains($0) && !fields(for: $0, role).isEmpty }
        }
        let open = Set(readers.filter { $0.kind == .signedIn && $0.mode != .iam }.map(\.mode))
        return Set(readers.filter { !open.contains($0.mode) || $0.kind == .signedIn })
    }
}
