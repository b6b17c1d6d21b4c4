// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataStores
package import GatehouseGraphQL

/// A request of GraphQL over HTTP or a WebSocket.
package struct DataRequest: Sendable {
    /// The document.
    package var query: String
    /// The name of the operation, if the document has several.
    package var operationName: String?
    /// The values of variables.
    package var variables: GraphQLObject
    /// Whether a mutation may be executed; a request with the method GET allows queries only.
    package var allowsMutations: Bool
    /// The origin of the request, which functions learn.
    package var origin: RequestOrigin

    /// Makes a request.
    package init(
        query: String, operationName: String? = nil, variables: GraphQLObject = [:], allowsMutations: Bool = true,
        origin: RequestOrigin = RequestOrigin()
    ) {
        self.query = query
        self.operationName = operationName
        self.variables = variables
        self.allowsMutations = allowsMutations
        self.origin = origin
    }
}

/// Where a request comes from.
///
/// The headers may contain credentials; the description and the mirror do not show them.
package struct RequestOrigin: Hashable, Sendable {
    /// The address of the sender; `nil` if it is unknown.
    package var address: String?
    /// The headers, by names in small letters.
    package var headers: [String: String]

    /// Makes an origin.
    package init(address: String? = nil, headers: [String: String] = [:]) {
        self.address = address
        self.headers = headers
    }
}

extension RequestOrigin: CustomStringConvertible, CustomReflectable {
    package var description: String { "RequestOrigin(\(address ?? "unknown"))" }
    package var customMirror: Mirror { Mirror(self, children: ["address": address ?? ""]) }
}

/// The answer to a query or a mutation.
package enum DataAnswer: Hashable, Sendable {
    /// `{"data": …, "errors": […]}`, which HTTP sends with the status 200.
    case response(GraphQLObject)
    /// No operation was chosen, which HTTP answers with the status 400.
    case refused(DataRefusal)
}

extension DataAnswer {
    /// The answer with errors alone.
    static func errors(_ errors: [GraphQLError]) -> DataAnswer {
        .response(ExecutionResult(data: nil, errors: errors).response.members ?? [:])
    }

    /// The answer to an operation that the connection or the method does not allow.
    static func unsupported(_ message: String) -> DataAnswer {
        .errors([GraphQLError(.operation, message, errorType: "OperationNotSupported")])
    }
}

/// A query or a mutation after its execution.
package struct DataExecution: Sendable {
    /// The answer for the caller.
    package let answer: DataAnswer
    /// The kind of the operation; `nil` if none could be chosen.
    package let kind: OperationKind?
    /// The number of records that the request has read from the store.
    package let recordsRead: Int
    /// The first failure of the store, which the answer does not show and the caller of the service logs.
    package let failure: (any Error)?
    /// Whether the request has written nothing and has called no function, so that it can be repeated.
    package let isRepeatable: Bool

    /// Whether the API has changed since the service was made, and the service of the present revision can execute the
    /// request from its beginning.
    package var isOutdated: Bool { isRepeatable && failure is OutdatedRevision }

    init(
        answer: DataAnswer, kind: OperationKind? = nil, recordsRead: Int = 0, failure: (any Error)? = nil,
        isRepeatable: Bool = true
    ) {
        self.answer = answer
        self.kind = kind
        self.recordsRead = recordsRead
        self.failure = failure
        self.isRepeatable = isRepeatable
    }
}

/// The reason why no operation is executed, or no subscription begins.
package struct DataRefusal: Error, Hashable, Sendable {
    /// AppSync's type of the errors, such as `BadRequestException`.
    package var errorType: String
    /// The errors with the keys `errorType` and `message`, one at least.
    package var errors: [GraphQLObject]

    /// Makes a refusal with one error for each message.
    package init(_ errorType: String, _ messages: [String]) {
        self.errorType = errorType
        errors = messages.map { ["errorType": .string(errorType), "message": .string($0)] }
    }

    /// The text of the first error.
    package var message: String { errors.first?["message"]?.text ?? "" }

    /// The refusal of what is not a subscription, over a WebSocket.
    static let notSubscription = DataRefusal(
        "UnsupportedOperation", ["unknown not supported through the realtime channel"])

    /// The refusal of a subscription whose events cannot be read at present.
    static let failure = DataRefusal("InternalFailure", [GraphQLError.internalFailure.message])

    /// The refusal of an invalid request.
    static func badRequest(_ messages: [String]) -> DataRefusal { DataRefusal("BadRequestException", messages) }
}
