// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A request of a REST API together with its method.
public struct RESTOperationRequest: AmplifyOperationRequest, Sendable {
    /// The API's name; nil for the only REST API that there is.
    public let apiName: String?

    /// The method.
    public let operationType: RESTOperationType

    /// The path below the API's address, not percent-encoded.
    public let path: String?

    /// Headers of the request; they replace those that the plugin would set.
    public let headers: [String: String]?

    /// The names and values of the query.
    public let queryParameters: [String: String]?

    /// The body; requests of `get` and `head` have none.
    public let body: Data?

    /// The settings of this request.
    public let options: Options

    /// Makes a request.
    public init(
        apiName: String?,
        operationType: RESTOperationType,
        path: String? = nil,
        headers: [String: String]? = nil,
        queryParameters: [String: String]? = nil,
        body: Data? = nil,
        options: Options
    ) {
        self.apiName = apiName
        self.operationType = operationType
        self.path = path
        self.headers = headers
        self.queryParameters = queryParameters
        self.body = body
        self.options = options
    }
}

extension RESTOperationRequest {
    /// The settings of a request.
    public struct Options: Sendable {
        /// Makes settings.
        public init() {}
    }
}

/// A REST request that reports its result through Hub.
public protocol RESTOperation: AmplifyOperation<RESTOperationRequest, Data, APIError> {}

extension RESTOperation {
    /// The operation as a task.
    public typealias TaskAdapter = AmplifyOperationTaskAdapter<Request, Success, Failure>
}

/// A REST request as a task.
public typealias RESTTask = RESTOperation.TaskAdapter
