// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An error of a document, a schema, a request's variables or a field.
package struct GraphQLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a program can tell errors apart by.
    package enum Code: Hashable, Sendable {
        /// The text does not follow the grammar.
        case syntax
        /// The document, or what it asks for, exceeds a limit.
        case limit
        /// The type system document does not describe a schema.
        case schema
        /// The document breaks a rule of validation.
        case validation(ValidationRule)
        /// No operation of the document can be chosen for execution.
        case operation
        /// The values of variables do not fit.
        case variables
        /// A field failed.
        case execution
    }

    /// What a program can tell errors apart by.
    package var code: Code
    /// The text for people.
    package var message: String
    /// The places in the document that the error is about.
    package var locations: [SourceLocation]
    /// The place in the response, for an error of a field.
    package var path: [PathSegment]?
    /// AppSync's type of the error, which clients compare.
    package var errorType: String?
    /// AppSync's further information.
    package var errorInfo: GraphQLValue?
    /// The data of an error: the record of the server at a conflict, for example.
    package var data: GraphQLValue?

    /// Makes an error.
    package init(
        _ code: Code, _ message: String, at locations: [SourceLocation] = [], path: [PathSegment]? = nil,
        errorType: String? = nil, errorInfo: GraphQLValue? = nil, data: GraphQLValue? = nil
    ) {
        self.code = code
        self.message = message
        self.locations = locations.filter { $0 != .none }
        self.path = path
        self.errorType = errorType
        self.errorInfo = errorInfo
        self.data = data
    }

    package var description: String {
        locations.isEmpty ? message : message + " (" + locations.map(\.description).joined(separator: ", ") + ")"
    }

    /// The member of `errors` in a response, with AppSync's keys.
    ///
    /// An error of a field has `data`, `errorType` and `errorInfo`, and so has an error of the request with a type. An
    /// error of the request has `null` as its path.
    package var response: GraphQLValue {
        var members = GraphQLObject()
        members["path"] = path.map { .list($0.map(\.value)) } ?? .null
        if code == .execution || errorType != nil {
            members["data"] = data ?? .null
            members["errorType"] = errorType.map { .string($0) } ?? .null
            members["errorInfo"] = errorInfo ?? .null
        }
        members["locations"] = locations.isEmpty ? .null : .list(locations.map(Self.response))
        members["message"] = .string(message)
        return .object(members)
    }

    private static func response(of location: SourceLocation) -> GraphQLValue {
        .object([
            "line": .int(location.line), "column": .int(location.column), "sourceName": .null,
        ])
    }
}

/// One step of a path into a response: a key of an object or an index of a list.
package enum PathSegment: Hashable, Sendable, CustomStringConvertible {
    /// The response key of a field.
    case key(String)
    /// The position in a list, counted from 0.
    case index(Int)

    /// The segment as it stands in a response.
    package var value: GraphQLValue {
        switch self {
        case .key(let key): .string(key)
        case .index(let index): .int(index)
        }
    }

    package var description: String {
        switch self {
        case .key(let key): key
        case .index(let index): "[\(index)]"
        }
    }
}

/// Several errors that were found together.
package struct GraphQLErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// The errors, in the order of their places in the document.
    package let errors: [GraphQLError]

    /// Sorts errors by their first location; the order of errors in one place stays.
    package init(_ errors: [GraphQLError]) {
        let numbered = errors.enumerated().sorted { one, other in
            let places = (one.element.locations.first ?? .none, other.element.locations.first ?? .none)
            return places.0 == places.1 ? one.offset < other.offset : places.0 < places.1
        }
        self.errors = numbered.map(\.element)
    }

    package var description: String { errors.map(\.description).joined(separator: "\n") }
}
