// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a request got no complete response.
package struct TransportError: Error, Sendable {
    /// The ways an exchange can fail before there is an answer to read.
    package enum Kind: String, Sendable, CaseIterable {
        /// No connection was made: name unknown, no route, connection refused.
        case unreachable
        /// The TLS handshake failed.
        case tls
        /// The connection broke after it had been made.
        case connectionLost
        /// No complete answer in time.
        case timedOut
        /// The calling task was cancelled.
        case cancelled
        /// The answer exceeds the request's limit.
        case tooLarge
        /// The request could not be formed.
        case badRequest
    }

    package let kind: Kind
    /// The HTTP library's error; for debugging only, never part of a description.
    package let cause: (any Error)?

    /// Creates an error.
    package init(_ kind: Kind, cause: (any Error)? = nil) {
        self.kind = kind
        self.cause = cause
    }
}

extension TransportError: CustomStringConvertible {
    package var description: String {
        switch kind {
        case .unreachable: "The server could not be reached."
        case .tls: "No secure connection could be made."
        case .connectionLost: "The connection was lost."
        case .timedOut: "The server did not answer in time."
        case .cancelled: "The call was cancelled."
        case .tooLarge: "The answer is larger than allowed."
        case .badRequest: "The request could not be formed."
        }
    }
}
