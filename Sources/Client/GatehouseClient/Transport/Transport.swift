// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The one way HTTP leaves a client: a request in, a complete response out.
///
/// A conformer never follows redirects, keeps no cookies, reads no more than the request's response limit, gives up
/// after the request's timeout, and returns promptly when its task is cancelled.
package protocol Transport: Sendable {
    /// Sends one request and waits for the whole response.
    ///
    /// - Parameter request: what to send, with its timeout and its response limit.
    /// - Returns: the response, whatever its status.
    /// - Throws: `TransportError` when no complete response came.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}
