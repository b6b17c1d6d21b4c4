// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The value that a resolver found for a field.
package indirect enum Resolved<Object: Sendable>: Sendable {
    /// No value.
    case null
    /// A leaf, or a list of leaves.
    case value(GraphQLValue)
    /// An object of an object type.
    case object(Object, type: String)
    /// A list.
    case list([Resolved<Object>])
    /// No value, and the reason: of a whole field, or of one element of a list.
    case failure(GraphQLError)
}

/// The back end of an executor: it finds the values of fields.
package protocol FieldResolver<Object>: Sendable {
    /// An object of the response while its fields are resolved.
    associatedtype Object: Sendable

    /// Finds the value of a field.
    ///
    /// - Parameters:
    ///   - field: The field with its arguments and all that is selected below it.
    ///   - object: The object that has the field; `nil` for root fields.
    ///   - path: The place in the response.
    /// - Returns: The value, which the executor completes.
    /// - Throws: `GraphQLError` if there is no value; the executor adds path and locations where they are missing.
    func resolve(
        _ field: PlannedField, of object: Object?, at path: [PathSegment]
    ) async throws(GraphQLError) -> Resolved<Object>
}

/// The response to an operation.
package struct ExecutionResult: Hashable, Sendable {
    /// The values of the root fields; `nil` is `null`.
    package var data: GraphQLObject?
    /// The errors in the order in which they were found.
    package var errors: [GraphQLError]

    /// Makes a response.
    package init(data: GraphQLObject?, errors: [GraphQLError]) {
        self.data = data
        self.errors = errors
    }

    /// The response as it is sent: `data`, and `errors` if there are any.
    package var response: GraphQLValue {
        var members = GraphQLObject()
        members["data"] = data.map { .object($0) } ?? .null
        if !errors.isEmpty { members["errors"] = .list(errors.map(\.response)) }
        return .object(members)
    }
}
