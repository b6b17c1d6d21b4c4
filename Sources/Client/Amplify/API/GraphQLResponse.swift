// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The text of an answer.
public typealias RawGraphQLResponse = String

/// An answer: a value, or the errors that the service put into it.
public typealias GraphQLResponse<ResponseType: Decodable & Sendable> =
    Result<ResponseType, GraphQLResponseError<ResponseType>>

/// An answer that is not, or not only, a value.
public enum GraphQLResponseError<ResponseType: Decodable & Sendable> {
    /// Errors and no value.
    case error([GraphQLError])

    /// A value with parts missing, and the errors that explain it.
    case partial(ResponseType, [GraphQLError])

    /// The value is not of the type of the request: the text of the answer, and the reason.
    case transformationError(RawGraphQLResponse, APIError)

    /// Anything else.
    case unknown(ErrorDescription, RecoverySuggestion, (any Error)?)
}

extension GraphQLResponseError: DescribedAmplifyError {
    /// The values of the case; a cause is the first of several errors.
    public var amplifyErrorDetails: AmplifyErrorDetails {
        switch self {
        case .error(let errors):
            AmplifyErrorDetails(
                "GraphQL service returned a successful response containing errors: \(Self.text(errors))",
                "The list of errors contains more details", errors.first)
        case .partial(_, let errors):
            AmplifyErrorDetails(
                "GraphQL service returned a partially-successful response containing errors: \(Self.text(errors))",
                "The list of errors contains more details", errors.first)
        case .transformationError(_, let error):
            AmplifyErrorDetails(
                "Failed to decode GraphQL response to the `ResponseType` \(ResponseType.self)",
                "Failed to transform to `ResponseType`. Take a look at the raw response and the underlying error",
                error)
        case .unknown(let description, let suggestion, let cause):
            AmplifyErrorDetails(description, suggestion, cause)
        }
    }

    /// Makes `.unknown`.
    public static func unforeseenError(_ details: AmplifyErrorDetails) -> GraphQLResponseError {
        .unknown(details.description, details.suggestion, details.cause)
    }

    private static func text(_ errors: [GraphQLError]) -> String {
        errors.map(\.message).joined(separator: "; ")
    }
}

/// An error in an answer (GraphQL specification of June 2018, section 7.1.2).
public struct GraphQLError: Decodable, Error {
    /// A description for developers.
    public let message: String

    /// The places in the document that the error belongs to.
    public let locations: [Location]?

    /// The path to the value that the error belongs to: member names and indices.
    public let path: [JSONValue]?

    /// The service's further values, such as `errorType`.
    public let extensions: [String: JSONValue]?

    /// Makes an error.
    public init(
        message: String,
        locations: [Location]? = nil,
        path: [JSONValue]? = nil,
        extensions: [String: JSONValue]? = nil
    ) {
        self.message = message
        self.locations = locations
        self.path = path
        self.extensions = extensions
    }
}

extension GraphQLError {
    /// A place in a document.
    public struct Location: Decodable, Sendable {
        /// The line, from 1.
        public let line: Int

        /// The column, from 1.
        public let column: Int

        /// Makes a place.
        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }
}

/// The state of a subscription's connection.
public enum SubscriptionConnectionState: Sendable {
    /// The subscription is being started, or started again after its connection was lost.
    case connecting

    /// The service has accepted the subscription.
    case connected

    /// The subscription has ended.
    case disconnected
}

/// An event of a subscription.
public enum GraphQLSubscriptionEvent<T: Decodable & Sendable>: Sendable {
    /// The state of the connection has changed.
    case connection(SubscriptionConnectionState)

    /// Data of the service.
    case data(GraphQLResponse<T>)
}
