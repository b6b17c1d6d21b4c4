// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How a document is validated.
package struct ValidationOptions: Sendable {
    /// The rules of scalar types, which literals must follow.
    package var scalars: ScalarRules
    /// Whether a variable of the type `ID` fits where `String` is expected, and the other way round.
    ///
    /// Clients of Amplify declare the first field of a key as `ID!`, whatever the schema says.
    package var mixesIDAndString: Bool
    /// Whether documents may ask for `__schema` and `__type`; otherwise no type has these fields.
    package var allowsIntrospection: Bool
    /// The most errors that are reported.
    package var errors: Int
    /// The most steps of the two rules whose work can exceed the length of the document: Field Selection Merging, and
    /// the variables of fragments in several operations.
    package var steps: Int

    /// Sets the options.
    package init(
        scalars: ScalarRules = ScalarRules(), mixesIDAndString: Bool = false, allowsIntrospection: Bool = true,
        errors: Int = 100, steps: Int = 100_000
    ) {
        self.scalars = scalars
        self.mixesIDAndString = mixesIDAndString
        self.allowsIntrospection = allowsIntrospection
        self.errors = errors
        self.steps = steps
    }
}

extension Document {
    /// The errors of an executable document by all rules of validation (specification, section 5), sorted by line.
    ///
    /// The texts are AppSync's where they are known. The work grows with the length of the document, and is bounded by
    /// the options where it could grow faster.
    package func errors(
        against schema: Schema, options: ValidationOptions = ValidationOptions()
    ) -> [GraphQLError] {
        var validator = Validator(schema, options)
        return validator.errors(of: self)
    }
}

/// Walks once through a document and checks what can be seen at one place; what needs several places is noted and
/// checked after the walk.
///
/// This file has the walk; the others have the rules by the sections of the specification.
struct Validator {
    /// What an operation or a fragment uses, without what its fragments use.
    struct Uses {
        var variables: [VariableUsage] = []
        var spreads: [FragmentSpread] = []
    }

    let schema: Schema
    let options: ValidationOptions
    private(set) var errors: [GraphQLError] = []
    /// The response keys on the way to the place of the walk.
    private var path: [String] = []
    var fragments: [String: FragmentDefinition] = [:]
    /// What the definition of the walk uses.
    var uses = Uses()
    /// What each operation uses, and the number of its selection set.
    var operations: [(operation: OperationDefinition, uses: Uses, set: Int)] = []
    var usesOfFragments: [String: Uses] = [:]
    /// All selection sets, for the rules that merge them.
    var selections = SelectionIndex()
    /// What was found about pairs of types.
    var overlaps: [[String]: Bool] = [:]
    /// The steps that are left.
    var steps: Int

    init(_ schema: Schema, _ options: ValidationOptions) {
        self.schema = schema
        self.options = options
        steps = options.steps
    }

    mutating func errors(of document: Document) -> [GraphQLError] {
        indexFragments(of: document)
        for definition in document.definitions {
            switch definition {
            case .operation(let operation): walk(operation)
            case .fragment(let fragment): walk(fragment)
            case .schema, .schemaExtension, .type, .typeExtension, .directive: reportNotExecutable(definition)
            }
        }
        checkOperationNames()
        checkFragmentUse(in: document)
        checkVariables()
        checkMerging()
        return GraphQLErrors(errors).errors
    }

    // MARK: - Errors

    /// Notes an error.
    mutating func report(
        _ rule: ValidationRule, _ type: ValidationErrorType, _ text: String, at locations: SourceLocation...,
        showsPath: Bool = true
    ) {
        guard errors.count < options.errors else { return }
        let place = showsPath && !path.isEmpty ? " @ '\(path.joined(separator: "/"))'" : ""
        errors.append(
            GraphQLError(
                .validation(rule), "Validation error of type \(type.rawValue): \(text)\(place)", at: locations))
    }

    /// Counts steps of a rule; notes an error and returns `false` when there are too many.
    mutating func spend(_ count: Int) -> Bool {
        guard steps >= 0 else { return false }
        steps -= count
        if steps < 0 { errors.append(GraphQLError(.limit, "The document is too complex to validate.")) }
        return steps >= 0
    }

    // MARK: - Walk

    private mutating func walk(_ operation: OperationDefinition) {
        uses = Uses()
        let root = schema.root(operation.kind)
        if root == nil {
            report(
                .fieldSelections, .unknownOperation, "The schema has no \(operation.kind) operations",
                at: operation.location)
        }
        checkDeclarations(of: operation)
        check(operation.directives, on: operation.kind.place)
        let set = walk(operation.selections, root)
        operations.append((operation, uses, set))
    }

    private mutating func walk(_ fragment: FragmentDefinition) {
        uses = Uses()
        path = [fragment.name.text]
        check(fragment.directives, on: .fragmentDefinition)
        let type = conditionType(fragment.typeCondition, .fragmentTypeConditionInvalid, "Fragment")
        let set = walk(fragment.selections, type)
        path = []
        // Of two fragments with one name, the first is the one that spreads mean.
        if usesOfFragments[fragment.name.text] == nil {
            usesOfFragments[fragment.name.text] = uses
            selections.fragments[fragment.name.text] = set
        }
    }

    /// Walks through a selection set on a type, which is `nil` if it is unknown.
    /// - Returns: the number of the set.
    private mutating func walk(_ selections: [Selection], _ parent: TypeDefinition?) -> Int {
        var items: [SelectionIndex.Item] = []
        for selection in selections {
            switch selection {
            case .field(let field):
                if let entry = walk(field, parent) { items.append(.field(self.selections.add(entry))) }
            case .spread(let spread):
                check(spread.directives, on: .fragmentSpread)
                check(spread, in: parent)
                uses.spreads.append(spread)
                items.append(.spread(spread.name.text))
            case .inline(let fragment):
                let type = enter(fragment, parent)
                items.append(.inline(walk(fragment.selections, type)))
            }
        }
        return self.selections.add(items)
    }

    // The recursion of the walk has frames of its own, apart from those of the rules, so that it needs little stack.

    /// Checks a fragment without a name, and returns the type of its selections.
    @inline(never)
    private mutating func enter(_ fragment: InlineFragment, _ parent: TypeDefinition?) -> TypeDefinition? {
        check(fragment.directives, on: .inlineFragment)
        guard let condition = fragment.typeCondition else { return parent }
        let type = conditionType(condition, .inlineFragmentTypeConditionInvalid, "Inline fragment")
        checkPossible(type, in: parent, "Fragment", at: fragment.location)
        return type
    }

    /// Walks through a field.
    /// - Returns: what merging must know of it; `nil` if the schema does not have the field.
    private mutating func walk(_ field: Field, _ parent: TypeDefinition?) -> SelectionIndex.Entry? {
        path.append(field.responseKey)
        defer { path.removeLast() }
        let type = enter(field, parent)
        // Below a leaf, nothing is known.
        let children =
            field.selections.isEmpty ? nil : walk(field.selections, type?.kind.isComposite == true ? type : nil)
        return entry(field, parent, children)
    }

    /// Checks a field, and returns its type.
    @inline(never)
    private mutating func enter(_ field: Field, _ parent: TypeDefinition?) -> TypeDefinition? {
        check(field.directives, on: .field)
        let definition = definition(of: field, in: parent)
        if let parent, definition == nil { reportUndefined(field, in: parent) }
        check(field.arguments, definition?.arguments, of: .field, "field", at: field.location)
        let type = definition.flatMap { schema.type($0.type.name.text) }
        if let type { checkLeaf(field, type) }
        return type
    }

    @inline(never)
    private mutating func entry(
        _ field: Field, _ parent: TypeDefinition?, _ children: Int?
    ) -> SelectionIndex.Entry? {
        guard let parent, let definition = definition(of: field, in: parent),
            let type = schema.type(definition.type.name.text)
        else { return nil }
        return SelectionIndex.Entry(
            key: field.responseKey, name: field.name.text, parent: parent.name.text,
            isOfObject: parent.kind == .object, type: definition.type.type, isLeaf: type.kind.isLeaf,
            signature: selections.signature(of: field), children: children, location: field.location)
    }

    private func definition(of field: Field, in parent: TypeDefinition?) -> FieldDefinition? {
        let isIntrospection = field.name.text == "__schema" || field.name.text == "__type"
        guard let parent, options.allowsIntrospection || !isIntrospection else { return nil }
        return schema.field(field.name.text, of: parent)
    }
}

extension OperationKind {
    /// The place of directives on an operation of the kind.
    var place: DirectivePlace {
        switch self {
        case .query: .query
        case .mutation: .mutation
        case .subscription: .subscription
        }
    }
}
