// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL

/// The errors of fields in AppSync's words.
extension GraphQLError {
    /// The caller may not use a field.
    static func unauthorized(_ field: PlannedField) -> GraphQLError {
        GraphQLError(
            .execution, "Not Authorized to access \(field.name) on type \(field.parent)", errorType: "Unauthorized")
    }

    /// A verdict refuses the caller.
    static func unauthorized(_ verdict: AccessVerdict, _ field: PlannedField) -> GraphQLError {
        GraphQLError(
            .execution, verdict.message(field: field.name, type: field.parent), errorType: "Unauthorized")
    }

    /// The caller may not search by fields, because it may not read them.
    static func unauthorized(on fields: some Sequence<String>) -> GraphQLError {
        GraphQLError(
            .execution, "Unauthorized on [\(fields.sorted().joined(separator: ", "))]", errorType: "Unauthorized")
    }

    /// The arguments of a field do not make sense, or the values of a record cannot be stored.
    static func badRequest(_ message: String) -> GraphQLError {
        GraphQLError(.execution, message, errorType: "BadRequest")
    }

    /// A token of a page is invalid, or belongs to another list or caller.
    static let invalidToken = badRequest("Invalid nextToken")

    /// A record exists or does not exist against the expectation, or the condition of a mutation does not hold.
    ///
    /// DataStore compares the whole type with the one for records with versions.
    static func failedCondition(isVersioned: Bool) -> GraphQLError {
        let type = "ConditionalCheckFailedException"
        return GraphQLError(
            .execution, "The conditional request failed", errorType: isVersioned ? type : "DynamoDB:" + type)
    }

    /// A record was changed after the version that the caller has.
    static func conflict(_ data: GraphQLValue) -> GraphQLError {
        GraphQLError(
            .execution, "Conflict resolver rejects mutation.", errorType: "ConflictUnhandled", data: data)
    }

    /// The request reads too many records, or its response is too long.
    static func tooExpensive(_ message: String) -> GraphQLError {
        GraphQLError(.execution, message, errorType: "QueryLimitExceeded")
    }

    /// The request takes too long.
    static let timeout = GraphQLError(.execution, "Execution timed out.", errorType: "ExecutionTimeout")

    /// The server failed; the cause is reported to its operator.
    static let internalFailure = GraphQLError(
        .execution, "An internal failure occurred while the field was resolved.", errorType: "InternalFailure")

    /// A function answers the field, and none is connected.
    static func noFunction(_ field: PlannedField) -> GraphQLError {
        GraphQLError(
            .execution, "No function is connected to the field \(field.name) of type \(field.parent).",
            errorType: "Lambda:Unhandled")
    }

    /// A filter, a condition or a key condition cannot be evaluated.
    init(_ problem: ConditionProblem) {
        let type =
            switch problem {
            case .tooMany, .tooManyGroups, .tooDeep, .tooLong: "QueryLimitExceeded"
            case .missingKey: "InvalidArgumentsError"
            case .between, .unknownField, .unknownComparison, .severalSortConditions, .emptyKey: "BadRequest"
            }
        self.init(.execution, problem.description, errorType: type)
    }
}
