// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// A request of a REST API.
///
/// Unchecked because apps can make subclasses: the properties here never change.
public class RESTRequest: @unchecked Sendable {
    /// The API's name; nil for the only REST API that there is.
    public let apiName: String?

    /// The path below the API's address, not percent-encoded.
    public let path: String?

    /// Headers of the request; they replace those that the plugin would set.
    public let headers: [String: String]?

    /// The names and values of the query.
    public let queryParameters: [String: String]?

    /// The body; requests of `get` and `head` have none.
    public let body: Data?

    /// Makes a request.
    public init(
        apiName: String? = nil,
        path: String? = nil,
        headers: [String: String]? = nil,
        queryParameters: [String: String]? = nil,
        body: Data? = nil
    ) {
        self.apiName = apiName
        self.path = path
        self.headers = headers
        self.queryParameters = queryParameters
        self.body = body
    }
}

extension RESTRequest {
    /// The request together with its method, as operations and Hub events have it.
    package func operationRequest(_ type: RESTOperationType) -> RESTOperationRequest {
        RESTOperationRequest(
            apiName: apiName, operationType: type, path: path, headers: headers, queryParameters: queryParameters,
            body: body, options: RESTOperationRequest.Options())
    }
}

/// The method of a REST request; raw values as in HTTP.
public enum RESTOperationType: String, Sendable {
    /// Reads.
    case get = "GET"

    /// Creates or replaces.
    case put = "PUT"

    /// Creates, or starts something.
    case post = "POST"

    /// Changes a part.
    case patch = "PATCH"

    /// Removes.
    case delete = "DELETE"

    /// Reads the headers alone.
    case head = "HEAD"

    /// The name of the Hub event for the request's result.
    public var hubEventName: String {
        switch self {
        case .get: HubPayload.EventName.API.get
        case .put: HubPayload.EventName.API.put
        case .post: HubPayload.EventName.API.post
        case .patch: HubPayload.EventName.API.patch
        case .delete: HubPayload.EventName.API.delete
        case .head: HubPayload.EventName.API.head
        }
    }
}

extension HubPayload.EventName.API {
    /// A request of `delete` has ended; the data is its result.
    public static let delete = "API.delete"

    /// A request of `get` has ended; the data is its result.
    public static let get = "API.get"

    /// A request of `patch` has ended; the data is its result.
    public static let patch = "API.patch"

    /// A request of `post` has ended; the data is its result.
    public static let post = "API.post"

    /// A request of `put` has ended; the data is its result.
    public static let put = "API.put"

    /// A request of `head` has ended; the data is its result.
    public static let head = "API.head"
}
