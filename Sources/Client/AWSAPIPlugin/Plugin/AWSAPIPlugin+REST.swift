// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
public import Foundation

extension AWSAPIPlugin {
    /// Reads.
    ///
    /// - Parameter request: the path, headers and query.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func get(request: RESTRequest) async throws -> RESTTask.Success {
        try await run(request, .get)
    }

    /// Reads.
    ///
    /// - Parameters:
    ///   - request: the path, headers and query.
    ///   - listener: receives the body of the response, or the error.
    /// - Returns: the operation, which has been started.
    @discardableResult
    public func get(request: RESTRequest, listener: RESTOperation.ResultListener?) -> any RESTOperation {
        start(request, .get, listener)
    }

    /// Creates or replaces something.
    ///
    /// - Parameter request: the path, headers and query, and the body.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func put(request: RESTRequest) async throws -> RESTTask.Success {
        try await run(request, .put)
    }

    /// Creates or replaces something.
    ///
    /// - Parameters:
    ///   - request: the path, headers and query, and the body.
    ///   - listener: receives the body of the response, or the error.
    /// - Returns: the operation, which has been started.
    @discardableResult
    public func put(request: RESTRequest, listener: RESTOperation.ResultListener?) -> any RESTOperation {
        start(request, .put, listener)
    }

    /// Creates or starts something.
    ///
    /// - Parameter request: the path, headers and query, and the body.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func post(request: RESTRequest) async throws -> RESTTask.Success {
        try await run(request, .post)
    }

    /// Creates or starts something.
    ///
    /// - Parameters:
    ///   - request: the path, headers and query, and the body.
    ///   - listener: receives the body of the response, or the error.
    /// - Returns: the operation, which has been started.
    @discardableResult
    public func post(request: RESTRequest, listener: RESTOperation.ResultListener?) -> any RESTOperation {
        start(request, .post, listener)
    }

    /// Changes a part of something.
    ///
    /// - Parameter request: the path, headers and query, and the body.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func patch(request: RESTRequest) async throws -> RESTTask.Success {
        try await run(request, .patch)
    }

    /// Changes a part of something.
    ///
    /// - Parameters:
    ///   - request: the path, headers and query, and the body.
    ///   - listener: receives the body of the response, or the error.
    /// - Returns: the operation, which has been started.
    @discardableResult
    public func patch(request: RESTRequest, listener: RESTOperation.ResultListener?) -> any RESTOperation {
        start(request, .patch, listener)
    }

    /// Removes something.
    ///
    /// - Parameter request: the path, headers and query, and the body.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func delete(request: RESTRequest) async throws -> RESTTask.Success {
        try await run(request, .delete)
    }

    /// Removes something.
    ///
    /// - Parameters:
    ///   - request: the path, headers and query, and the body.
    ///   - listener: receives the body of the response, or the error.
    /// - Returns: the operation, which has been started.
    @discardableResult
    public func delete(request: RESTRequest, listener: RESTOperation.ResultListener?) -> any RESTOperation {
        start(request, .delete, listener)
    }

    /// Reads the headers alone: the body of the response is empty.
    ///
    /// - Parameter request: the path, headers and query.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func head(request: RESTRequest) async throws -> RESTTask.Success {
        try await run(request, .head)
    }

    /// Reads the headers alone: the body of the response is empty.
    ///
    /// - Parameters:
    ///   - request: the path, headers and query.
    ///   - listener: receives the body of the response, or the error.
    /// - Returns: the operation, which has been started.
    @discardableResult
    public func head(request: RESTRequest, listener: RESTOperation.ResultListener?) -> any RESTOperation {
        start(request, .head, listener)
    }

    private func run(_ request: RESTRequest, _ type: RESTOperationType) async throws(APIError) -> Data {
        let request = request.operationRequest(type)
        let result = await response(to: request)
        let context = AmplifyOperationContext(operationId: UUID(), request: request)
        hub(HubPayload(eventName: type.hubEventName, context: context, data: result))
        return try result.get()
    }

    private func start(
        _ request: RESTRequest, _ type: RESTOperationType, _ listener: RESTOperation.ResultListener?
    ) -> AWSRESTOperation {
        let operation = AWSRESTOperation(request.operationRequest(type), resultListener: listener) { [self] request in
            await response(to: request)
        }
        operation.start()
        return operation
    }
}
