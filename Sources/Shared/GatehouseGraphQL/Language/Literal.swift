// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A value as a document spells it (specification, section 2.9).
package struct Literal: Hashable, Sendable {
    /// What is spelled.
    package enum Kind: Hashable, Sendable {
        /// A variable by its name without the dollar sign.
        case variable(String)
        /// A whole number, by its digits.
        case int(String)
        /// Another number, by its characters.
        case float(String)
        /// Text, by its value.
        case string(String)
        /// True or false.
        case boolean(Bool)
        /// The absence of a value, spelled out.
        case null
        /// A value of an enum.
        case enumeration(String)
        /// Values in brackets.
        case list([Literal])
        /// Fields in braces.
        case object([ObjectField])
    }

    /// What is spelled.
    package var kind: Kind
    /// Where the value starts.
    package var location: SourceLocation

    /// Makes a literal.
    package init(_ kind: Kind, at location: SourceLocation = .none) {
        self.kind = kind
        self.location = location
    }
}

/// A field of a value in braces.
package struct ObjectField: Named, Hashable, Sendable {
    /// The field's name.
    package var name: Name
    /// The field's value.
    package var value: Literal

    /// Makes a field.
    package init(_ name: Name, _ value: Literal) {
        self.name = name
        self.value = value
    }
}

/// A value for an argument of a field or a directive.
package struct Argument: Named, Hashable, Sendable {
    /// The argument's name.
    package var name: Name
    /// The argument's value.
    package var value: Literal

    /// Makes an argument.
    package init(_ name: Name, _ value: Literal) {
        self.name = name
        self.value = value
    }
}

/// A directive where it is used.
package struct Directive: Named, Hashable, Sendable {
    /// The directive's name without the at sign; its place is that of the at sign.
    package var name: Name
    /// The values of its arguments.
    package var arguments: NamedList<Argument>

    /// Makes a use of a directive.
    package init(_ name: Name, _ arguments: NamedList<Argument> = []) {
        self.name = name
        self.arguments = arguments
    }

    /// Where the directive starts.
    package var location: SourceLocation { name.location }
}
