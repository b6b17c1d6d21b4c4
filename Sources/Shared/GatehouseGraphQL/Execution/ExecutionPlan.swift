// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What an operation asks for: fields with the values of their arguments, in the order of the response.
///
/// Fragments are unfolded, equal response keys are merged, `@skip` and `@include` are decided.
package struct ExecutionPlan: Sendable {
    /// The kind of the operation.
    package let kind: OperationKind
    /// The name of the operation, if it has one.
    package let name: String?
    /// The name of the root type.
    package let root: String
    /// The root fields.
    package let fields: [PlannedField]
    /// The number of fields in the whole plan; a field of several possible types counts as in the largest of them.
    package let fieldCount: Int
}

/// A field of a plan.
package struct PlannedField: Sendable {
    /// The key in the response.
    package let key: String
    /// The name of the object type that has the field.
    package let parent: String
    /// The definition in the schema.
    package let definition: FieldDefinition
    /// The values of the arguments, defaults included.
    package let arguments: GraphQLObject
    /// Why the arguments have no values: the field fails with it.
    package let argumentError: GraphQLError?
    /// Where the field stands in the document, once for each place that was merged.
    package let locations: [SourceLocation]
    /// What is selected of the value, by its object type; empty for leaves.
    package let selections: [String: [PlannedField]]

    /// The name in the schema.
    package var name: String { definition.name.text }

    /// The type in the schema.
    package var type: GraphQLType { definition.type.type }

    /// What is selected of a value of an object type.
    package func selections(of object: String) -> [PlannedField] { selections[object] ?? [] }

    /// The names of the fields that are selected of values, whatever their object types.
    package var selectedNames: Set<String> { Set(selections.values.joined().map(\.name)) }
}

extension ExecutionPlan {
    /// Makes a plan for an operation of a document that was validated.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - document: The document with its fragments.
    ///   - schema: The schema against which the document was validated.
    ///   - variables: The values of all variables.
    ///   - scalars: The rules of scalar types.
    ///   - limits: The bounds of the plan.
    /// - Throws: `GraphQLError` with the code `.limit` for an operation that exceeds a bound, with `.operation` for one
    ///   that the schema does not have, with `.execution` for a condition without a value.
    package init(
        _ operation: OperationDefinition, in document: Document, schema: Schema, variables: GraphQLObject,
        scalars: ScalarRules = ScalarRules(), limits: ExecutionLimits = ExecutionLimits()
    ) throws(GraphQLError) {
        guard let root = schema.root(operation.kind) else {
            throw GraphQLError(
                .operation, "The schema has no \(operation.kind) operations.", at: [operation.location])
        }
        var planner = Planner(document, schema, variables, scalars, limits)
        let (fields, count) = try planner.fields([operation.selections], of: root, depth: 1)
        guard fields.count <= limits.rootFields else {
            throw ExecutionLimits.exceeded(
                "The operation has more than \(limits.rootFields) root fields.", at: [operation.location])
        }
        kind = operation.kind
        name = operation.name?.text
        self.root = root.name.text
        self.fields = fields
        fieldCount = count
    }
}

/// Unfolds selection sets (`CollectFields`, specification, section 6.3.2).
private struct Planner {
    let schema: Schema
    let variables: GraphQLObject
    let limits: ExecutionLimits
    let coercion: InputCoercion
    var fragments: [String: FragmentDefinition] = [:]
    /// The selections that may still be looked at.
    var steps: Int
    /// The bytes that arguments may still have.
    var argumentBytes: Int

    init(
        _ document: Document, _ schema: Schema, _ variables: GraphQLObject, _ scalars: ScalarRules,
        _ limits: ExecutionLimits
    ) {
        self.schema = schema
        self.variables = variables
        self.limits = limits
        coercion = InputCoercion(schema: schema, scalars: scalars)
        steps = limits.fields * ExecutionLimits.stepsForField
        argumentBytes = limits.argumentBytes
        for fragment in document.fragments where fragments[fragment.name.text] == nil {
            fragments[fragment.name.text] = fragment
        }
    }

    /// The fields of an object, and the number of all fields below them.
    mutating func fields(
        _ sets: [[Selection]], of object: TypeDefinition, depth: Int
    ) throws(GraphQLError) -> ([PlannedField], count: Int) {
        let groups = try collect(sets, object)
        let deepest = limits.depth == 0 ? ExecutionLimits.deepest : min(limits.depth, ExecutionLimits.deepest)
        guard depth <= deepest || groups.isEmpty else {
            throw ExecutionLimits.exceeded(
                "The operation nests deeper than \(deepest) levels.", at: [groups[0][0].location])
        }
        var planned: [PlannedField] = []
        var count = 0
        var aliases: [String: Int] = [:]
        for group in groups {
            // Validation has refused fields that the type does not have.
            guard let definition = schema.field(group[0].name.text, of: object) else { continue }
            let field = try field(group, definition, of: object, depth: depth)
            planned.append(field.0)
            count += 1 + field.count
            aliases[definition.name.text, default: 0] += 1
            guard count <= limits.fields else {
                throw ExecutionLimits.exceeded("The operation selects more than \(limits.fields) fields.")
            }
        }
        if let (name, _) = aliases.first(where: { $0.value > limits.aliases }) {
            throw ExecutionLimits.exceeded(
                "The operation selects the field '\(name)' more than \(limits.aliases) times.")
        }
        return (planned, count)
    }

    private mutating func field(
        _ group: [Field], _ definition: FieldDefinition, of object: TypeDefinition, depth: Int
    ) throws(GraphQLError) -> (PlannedField, count: Int) {
        let sets = group.map(\.selections).filter { !$0.isEmpty }
        var selections: [String: [PlannedField]] = [:]
        var count = 0
        for name in sets.isEmpty ? [] : schema.possibleObjects(of: definition.type.name.text) {
            guard let type = schema.type(name) else { continue }
            let below = try fields(sets, of: type, depth: depth + 1)
            selections[name] = below.0
            count = max(count, below.count)
        }
        return (try planned(group, definition, of: object, selections), count)
    }

    @inline(never)
    private mutating func planned(
        _ group: [Field], _ definition: FieldDefinition, of object: TypeDefinition,
        _ selections: [String: [PlannedField]]
    ) throws(GraphQLError) -> PlannedField {
        var arguments = GraphQLObject()
        var argumentError: GraphQLError?
        do {
            arguments = try coercion.arguments(
                definition.arguments, group[0].arguments, variables, at: group[0].location)
        } catch {
            argumentError = error
        }
        // A variable costs nothing here, whose uses share its value, but each use costs those that read the arguments.
        guard GraphQLValue.object(arguments).take(from: &argumentBytes) else {
            throw ExecutionLimits.exceeded(
                "The arguments of the operation have more than \(limits.argumentBytes) bytes, where a variable counts "
                    + "at each use.", at: [group[0].location])
        }
        return PlannedField(
            key: group[0].responseKey, parent: object.name.text, definition: definition, arguments: arguments,
            argumentError: argumentError, locations: group.map(\.location), selections: selections)
    }

    /// The fields of selection sets by response key, in the order of the document.
    @inline(never)
    private mutating func collect(
        _ sets: [[Selection]], _ object: TypeDefinition
    ) throws(GraphQLError) -> [[Field]] {
        var groups: [[Field]] = []
        var positions: [String: Int] = [:]
        var visited: Set<String> = []
        // The sets on the way to the place of the walk, each with the position of its next selection.
        var way = sets.reversed().map { (selections: $0, next: 0) }
        while let (selections, next) = way.last {
            guard next < selections.count else {
                way.removeLast()
                continue
            }
            way[way.count - 1].next += 1
            steps -= 1
            guard steps >= 0 else {
                throw ExecutionLimits.exceeded("The operation has too many fragments to unfold.")
            }
            switch selections[next] {
            case .field(let field):
                guard try includes(field.directives) else { continue }
                if let position = positions[field.responseKey] {
                    groups[position].append(field)
                } else {
                    positions[field.responseKey] = groups.count
                    groups.append([field])
                }
            case .spread(let spread):
                guard try includes(spread.directives), let fragment = fragments[spread.name.text],
                    visited.insert(spread.name.text).inserted,
                    schema.isObject(object.name.text, of: fragment.typeCondition.text)
                else { continue }
                way.append((fragment.selections, 0))
            case .inline(let fragment):
                let type = fragment.typeCondition?.text ?? object.name.text
                guard try includes(fragment.directives), schema.isObject(object.name.text, of: type) else { continue }
                way.append((fragment.selections, 0))
            }
        }
        return groups
    }

    /// Whether `@skip` and `@include` let a selection in (specification, sections 3.13.1 and 3.13.2).
    private func includes(_ directives: [Directive]) throws(GraphQLError) -> Bool {
        for directive in directives {
            let unwanted: Bool
            switch directive.name.text {
            case "skip": unwanted = true
            case "include": unwanted = false
            default: continue
            }
            let definitions = Prelude.directives[directive.name.text]?.arguments ?? []
            let arguments = try coercion.arguments(
                definitions, directive.arguments, variables, at: directive.location)
            if arguments["if"] == .boolean(unwanted) { return false }
        }
        return true
    }
}
