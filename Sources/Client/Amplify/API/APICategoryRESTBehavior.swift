// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Calls of REST APIs.
public protocol APICategoryRESTBehavior {
    /// Reads.
    ///
    /// - Throws: `APIError` unless the response has a status of success.
    func get(request: RESTRequest) async throws -> RESTTask.Success

    /// Creates or replaces something.
    ///
    /// - Throws: `APIError` unless the response has a status of success.
    func put(request: RESTRequest) async throws -> RESTTask.Success

    /// Creates or starts something.
    ///
    /// - Throws: `APIError` unless the response has a status of success.
    func post(request: RESTRequest) async throws -> RESTTask.Success

    /// Removes something.
    ///
    /// - Throws: `APIError` unless the response has a status of success.
    func delete(request: RESTRequest) async throws -> RESTTask.Success

    /// Reads the headers alone: the body of the response is empty.
    ///
    /// - Throws: `APIError` unless the response has a status of success.
    func head(request: RESTRequest) async throws -> RESTTask.Success

    /// Changes a part of something.
    ///
    /// - Throws: `APIError` unless the response has a status of success.
    func patch(request: RESTRequest) async throws -> RESTTask.Success
}

extension APICategory: APICategoryRESTBehavior {
    /// Reads.
    ///
    /// - Parameter request: the path, headers and query.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func get(request: RESTRequest) async throws -> RESTTask.Success {
        try await plugin.get(request: request)
    }

    /// Creates or replaces something.
    ///
    /// - Parameter request: the path, headers and query, and the body.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func put(request: RESTRequest) async throws -> RESTTask.Success {
        try await plugin.put(request: request)
    }

    /// Creates or starts something.
    ///
    /// - Parameter request: the path, headers and query, and the body.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func post(request: RESTRequest) async throws -> RESTTask.Success {
        try await plugin.post(request: request)
    }

    /// Removes something.
    ///
    /// - Parameter request: the path, headers and query, and the body.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func delete(request: RESTRequest) async throws -> RESTTask.Success {
        try await plugin.delete(request: request)
    }

    /// Reads the headers alone: the body of the response is empty.
    ///
    /// - Parameter request: the path, headers and query.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func head(request: RESTRequest) async throws -> RESTTask.Success {
        try await plugin.head(request: request)
    }

    /// Changes a part of something.
    ///
    /// - Parameter request: the path, headers and query, and the body.
    /// - Returns: the body of the response.
    /// - Throws: `APIError`; `.httpStatusError` with the response unless its status is a success.
    public func patch(request: RESTRequest) async throws -> RESTTask.Success {
        try await plugin.patch(request: request)
    }
}
