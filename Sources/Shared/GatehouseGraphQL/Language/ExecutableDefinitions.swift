// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The kind of an operation.
package enum OperationKind: String, Hashable, Sendable, CaseIterable {
    /// A read.
    case query
    /// A write followed by a read.
    case mutation
    /// A stream of events.
    case subscription
}

/// An operation of a document (specification, section 2.3).
package struct OperationDefinition: Hashable, Sendable {
    /// The kind of the operation.
    package var kind: OperationKind
    /// The name, if it has one.
    package var name: Name?
    /// The declared variables.
    package var variables: NamedList<VariableDefinition>
    /// The directives of the operation.
    package var directives: [Directive]
    /// The selected root fields.
    package var selections: [Selection]
    /// Where the operation starts.
    package var location: SourceLocation

    /// Makes an operation.
    package init(
        _ kind: OperationKind, name: Name? = nil, variables: NamedList<VariableDefinition> = [],
        directives: [Directive] = [], selections: [Selection], at location: SourceLocation = .none
    ) {
        self.kind = kind
        self.name = name
        self.variables = variables
        self.directives = directives
        self.selections = selections
        self.location = location
    }
}

/// The declaration of a variable.
package struct VariableDefinition: Named, Hashable, Sendable {
    /// The name without the dollar sign; its place is that of the dollar sign.
    package var name: Name
    /// The type of the values.
    package var type: TypeReference
    /// The value that a request need not send.
    package var defaultValue: Literal?
    /// The directives of the declaration.
    package var directives: [Directive]

    /// Makes a declaration.
    package init(_ name: Name, _ type: TypeReference, defaultValue: Literal? = nil, directives: [Directive] = []) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.directives = directives
    }
}

/// One element of a selection set.
package enum Selection: Hashable, Sendable {
    /// A field.
    case field(Field)
    /// The selections of a named fragment.
    case spread(FragmentSpread)
    /// A fragment without a name.
    case inline(InlineFragment)
}

/// A selected field.
package struct Field: Hashable, Sendable {
    /// The key of the value in the response, if it is not the name.
    package var alias: Name?
    /// The name of the field in its type.
    package var name: Name
    /// The values of the arguments.
    package var arguments: NamedList<Argument>
    /// The directives of the field.
    package var directives: [Directive]
    /// What is selected of the value; empty for leaves.
    package var selections: [Selection]

    /// Makes a selected field.
    package init(
        _ name: Name, alias: Name? = nil, arguments: NamedList<Argument> = [], directives: [Directive] = [],
        selections: [Selection] = []
    ) {
        self.name = name
        self.alias = alias
        self.arguments = arguments
        self.directives = directives
        self.selections = selections
    }

    /// The key of the value in the response.
    package var responseKey: String { (alias ?? name).text }

    /// Where the field starts.
    package var location: SourceLocation { (alias ?? name).location }
}

/// The place of a named fragment's selections.
package struct FragmentSpread: Hashable, Sendable {
    /// The fragment's name.
    package var name: Name
    /// The directives of the spread.
    package var directives: [Directive]
    /// Where the three dots stand.
    package var location: SourceLocation

    /// Makes a spread.
    package init(_ name: Name, directives: [Directive] = [], at location: SourceLocation = .none) {
        self.name = name
        self.directives = directives
        self.location = location
    }
}

/// A fragment without a name.
package struct InlineFragment: Hashable, Sendable {
    /// The type of the values that the selections are for; `nil` for the type around it.
    package var typeCondition: Name?
    /// The directives of the fragment.
    package var directives: [Directive]
    /// What is selected.
    package var selections: [Selection]
    /// Where the three dots stand.
    package var location: SourceLocation

    /// Makes a fragment without a name.
    package init(
        typeCondition: Name?, directives: [Directive] = [], selections: [Selection],
        at location: SourceLocation = .none
    ) {
        self.typeCondition = typeCondition
        self.directives = directives
        self.selections = selections
        self.location = location
    }
}

/// A fragment with a name.
package struct FragmentDefinition: Hashable, Sendable {
    /// The name.
    package var name: Name
    /// The type of the values that the selections are for.
    package var typeCondition: Name
    /// The directives of the fragment.
    package var directives: [Directive]
    /// What is selected.
    package var selections: [Selection]
    /// Where the definition starts.
    package var location: SourceLocation

    /// Makes a fragment.
    package init(
        _ name: Name, on typeCondition: Name, directives: [Directive] = [], selections: [Selection],
        at location: SourceLocation = .none
    ) {
        self.name = name
        self.typeCondition = typeCondition
        self.directives = directives
        self.selections = selections
        self.location = location
    }
}
