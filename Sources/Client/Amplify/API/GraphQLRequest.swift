// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A document with its variables, and the type of the answer.
public struct GraphQLRequest<R: Decodable> {
    /// The API's name; nil for the only one that there is.
    public let apiName: String?

    /// The document.
    public let document: String

    /// The values of the document's variables, of types that JSON has.
    public let variables: [String: Any]?

    /// The type that the answer is decoded to; `String` for the text of its JSON.
    public let responseType: R.Type

    /// The mode of authorization; nil for the API's default.
    public let authMode: (any AuthorizationMode)?

    /// The path below `data` to the value that is decoded, such as `listTodos.items`; nil for `data` itself.
    public let decodePath: String?

    /// The settings of this request.
    public var options: Options?

    /// The requests for further pages of a list of records; nil for other answers, and for the app's own documents.
    package var paging: GraphQLPaging<R>?

    /// Makes a request.
    public init(
        apiName: String? = nil,
        document: String,
        variables: [String: Any]? = nil,
        responseType: R.Type,
        decodePath: String? = nil,
        authMode: (any AuthorizationMode)? = nil,
        options: GraphQLRequest<R>.Options? = nil
    ) {
        self.apiName = apiName
        self.document = document
        self.variables = variables
        self.responseType = responseType
        self.decodePath = decodePath
        self.authMode = authMode
        self.options = options
    }
}

extension GraphQLRequest {
    /// The settings of a request.
    public struct Options {
        /// The plugin's own settings.
        public let pluginOptions: Any?

        /// Makes settings.
        public init(pluginOptions: Any?) {
            self.pluginOptions = pluginOptions
        }
    }
}

/// The requests for further pages of a list.
package struct GraphQLPaging<R: Decodable>: Sendable {
    /// Makes the request for the page with a token.
    package let request: @Sendable (_ nextToken: String) -> GraphQLRequest<R>

    /// Makes the requests for further pages.
    package init(request: @escaping @Sendable (_ nextToken: String) -> GraphQLRequest<R>) {
        self.request = request
    }
}

/// The kind of an operation.
public enum GraphQLOperationType: String, Sendable {
    /// A query.
    case query

    /// A mutation.
    case mutation

    /// A subscription.
    case subscription

    /// The name of the Hub event for the operation's result.
    public var hubEventName: String {
        switch self {
        case .query: HubPayload.EventName.API.query
        case .mutation: HubPayload.EventName.API.mutate
        case .subscription: HubPayload.EventName.API.subscribe
        }
    }
}

extension HubPayload.EventName.API {
    /// A query has ended; the data is its result.
    public static let query = "API.query"

    /// A mutation has ended; the data is its result.
    public static let mutate = "API.mutate"

    /// A subscription has an event.
    public static let subscribe = "API.subscribe"
}

/// A request together with its kind.
public struct GraphQLOperationRequest<R: Decodable>: AmplifyOperationRequest {
    /// The API's name; nil for the only one that there is.
    public let apiName: String?

    /// The kind of the operation.
    public let operationType: GraphQLOperationType

    /// The document.
    public let document: String

    /// The values of the document's variables.
    public let variables: [String: Any]?

    /// The type that the answer is decoded to.
    public let responseType: R.Type

    /// The path below `data` to the value that is decoded; nil for `data` itself.
    public let decodePath: String?

    /// The mode of authorization; nil for the API's default.
    public let authMode: (any AuthorizationMode)?

    /// The settings of this request.
    public let options: Options

    /// Makes a request.
    public init(
        apiName: String?,
        operationType: GraphQLOperationType,
        document: String,
        variables: [String: Any]? = nil,
        responseType: R.Type,
        decodePath: String? = nil,
        authMode: (any AuthorizationMode)? = nil,
        options: Options
    ) {
        self.apiName = apiName
        self.operationType = operationType
        self.document = document
        self.variables = variables
        self.responseType = responseType
        self.decodePath = decodePath
        self.authMode = authMode
        self.options = options
    }
}

extension GraphQLOperationRequest {
    /// The settings of a request.
    public struct Options {
        /// The plugin's own settings.
        public let pluginOptions: Any?

        /// Makes settings.
        public init(pluginOptions: Any?) {
            self.pluginOptions = pluginOptions
        }
    }
}

extension GraphQLRequest {
    /// The request together with its kind, as Hub events have it.
    package func operationRequest(_ type: GraphQLOperationType) -> GraphQLOperationRequest<R> {
        GraphQLOperationRequest(
            apiName: apiName, operationType: type, document: document, variables: variables,
            responseType: responseType, decodePath: decodePath, authMode: authMode,
            options: GraphQLOperationRequest.Options(pluginOptions: options?.pluginOptions))
    }
}

/// A query or mutation that reports its result through Hub.
open class GraphQLOperation<R: Decodable & Sendable>: AmplifyOperation<
    GraphQLOperationRequest<R>, GraphQLResponse<R>, APIError
>, @unchecked Sendable
{
    /// The operation as a task.
    public typealias TaskAdapter = AmplifyOperationTaskAdapter<Request, Success, Failure>
}

/// A query or mutation as a task.
public typealias GraphQLTask<R: Decodable & Sendable> = GraphQLOperation<R>.TaskAdapter
