// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
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

    /// The function of conflicts cannot be called, or its result is not of the contract.
    static func failedResolution(_ reason: String) -> GraphQLError {
        GraphQLError(.execution, "The conflict could not be resolved: \(reason)", errorType: "ConflictError")
    }

    /// The record changed again while each attempt to resolve the conflict ran.
    static let tooManyConflicts = GraphQLError(
        .execution, "The record was changed again during each attempt to resolve the conflict.",
        errorType: "MaxConflicts")

    /// The request reads too many records, or its response is too long.
    static func tooExpensive(_ message: String) -> GraphQLError {
        GraphQLError(.execution, message, errorType: "QueryLimitExceeded")
    }

    /// The request takes too long.
    static let timeout = GraphQLError(.execution, "Execution timed out.", errorType: "ExecutionTimeout")

    /// The server failed; the cause is reported to its operator.
    static let internalFailure = GraphQLError(
        .execution, "An internal failure occurred while the field was resolved.", errorType: "InternalFailure")

    /// A function gave no result; how it could not be called is in the log.
    init(_ failure: TriggerFailure) {
        switch failure {
        case .functionError(let message): self.init(.execution, message, errorType: "Lambda:Unhandled")
        case .notJSON:
            self.init(.execution, "The function did not return JSON.", errorType: "Lambda:Unhandled")
        case .notStreamSafe:
            self.init(
                .execution, "The function did not return JSON in stream-safe text.", errorType: "Lambda:Unhandled")
        case .timedOut:
            self.init(.execution, "Execution timed out.", errorType: "Lambda:ExecutionTimeoutException")
        case .notCallable(let obstacle, _): self = .uncallable(obstacle)
        case .refused: self = .uncallable(.throttled)
        }
    }

    /// A function cannot be called.
    static func uncallable(_ obstacle: TriggerFailure.Obstacle) -> GraphQLError {
        let reason =
            switch obstacle {
            case .accessDenied: "The server may not call the function."
            case .notFound: "The function does not exist: the functions file has no entry that works for it."
            case .notStarted: "The function could not be started."
            case .throttled: "Too many functions are running."
            case .unavailable: "The function cannot be reached."
            }
        return GraphQLError(.execution, reason, errorType: "Lambda:" + obstacle.rawValue)
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
