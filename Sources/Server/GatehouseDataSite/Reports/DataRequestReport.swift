// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseData
import GatehouseGraphQL

/// What a request to a data API did, for metrics; it has no text of the caller and no value of a record.
package struct DataRequestReport: Hashable, Sendable {
    /// The kinds of operations.
    package enum Operation: String, Hashable, Sendable, CaseIterable {
        case query
        case mutation
        case subscription
        /// No operation was chosen, because the request was refused before.
        case none
    }

    /// The reasons for which a request, or a part of it, is refused.
    package enum Refusal: String, Hashable, Sendable, CaseIterable {
        /// The caller is not authenticated.
        case unauthenticated
        /// The rules do not allow it.
        case unauthorized
        /// The request cannot be read, is not valid, or has arguments that do not make sense.
        case invalid
        /// A condition does not hold, or the caller has another version of the record.
        case conflict
        /// The request is too large, too slow, or reads too much.
        case limit
        /// A function has failed.
        case function
        /// The server has failed.
        case failure

        /// The reason for a type of errors, which only this server chooses; an unknown type is a fault of the server.
        init(errorType: String) {
            self =
                switch errorType {
                case "Unauthorized": .unauthorized
                case "UnauthorizedException": .unauthenticated
                case "ConditionalCheckFailedException", "DynamoDB:ConditionalCheckFailedException",
                    "ConflictUnhandled", "ConflictError", "MaxConflicts":
                    .conflict
                case "QueryLimitExceeded", "ExecutionTimeout", "RequestEntityTooLarge", "MaxSubscriptionsReachedError",
                    "LimitExceededError", "TooManyRequestsException", "ThrottlingException":
                    .limit
                case "BadRequest", "BadRequestException", "InvalidArgumentsError", "DynamoDB:DynamoDbException",
                    "MalformedHttpRequestException", "OperationNotSupported", "UnsupportedOperation",
                    "NotFoundException":
                    .invalid
                case _ where errorType.hasPrefix("Lambda:"): .function
                default: .failure
                }
        }

        /// The reason for the refusal of a request.
        init(_ refusal: RequestRefusal) {
            self = refusal.isOfCaller ? .unauthenticated : Refusal(errorType: refusal.errorType)
        }
    }

    /// The id of the API.
    package let api: String
    /// The kind of the operation.
    package let operation: Operation
    /// The reasons for refusals, each once.
    package let refusals: Set<Refusal>
    /// The number of records that were read from the store.
    package let recordsRead: Int
    /// The time from the request to its answer.
    package let duration: Duration
}

extension DataRequestReport {
    /// The report of a request that is refused before an operation is executed.
    init(
        _ refusal: RequestRefusal, ofAPI api: String, _ operation: Operation, since start: ContinuousClock.Instant
    ) {
        self.init(
            api: api, operation: operation, refusals: [Refusal(refusal)], recordsRead: 0,
            duration: ContinuousClock.now - start)
    }
}

extension DataRequestReport.Operation {
    /// The kind of an operation; `nil` if none was chosen.
    init(_ kind: OperationKind?) {
        self =
            switch kind {
            case .query: .query
            case .mutation: .mutation
            case .subscription: .subscription
            case nil: .none
            }
    }
}

extension DataAnswer {
    /// The reasons for the errors of the answer.
    var refusals: Set<DataRequestReport.Refusal> {
        switch self {
        case .refused(let refusal): [DataRequestReport.Refusal(errorType: refusal.errorType)]
        case .response(let members):
            // An error without a type is one of syntax or validation.
            Set(
                (members["errors"]?.elements ?? []).map { error in
                    error.members?["errorType"]?.text.map { DataRequestReport.Refusal(errorType: $0) } ?? .invalid
                })
        }
    }
}
