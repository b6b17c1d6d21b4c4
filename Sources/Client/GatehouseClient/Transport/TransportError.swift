// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import NIOCore
import NIOPosix
#endif

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

extension TransportError {
    /// The error as URLSession reports it: its own where it sent the request, else one of the same code.
    package var urlError: URLError {
        if let cause = cause as? URLError { return cause }
        return URLError(code, userInfo: [NSLocalizedDescriptionKey: description])
    }

    private var code: URLError.Code {
        switch kind {
        case .unreachable: Self.code(ofUnreachable: cause)
        case .tls: .secureConnectionFailed
        case .connectionLost: .networkConnectionLost
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        case .tooLarge: .dataLengthExceedsMaximum
        case .badRequest: .badURL
        }
    }

    #if AsyncHTTPClient && os(Linux)
    private static func code(ofUnreachable cause: (any Error)?) -> URLError.Code {
        switch cause {
        case let error as HTTPClientError where [.connectTimeout, .getConnectionFromPoolTimeout].contains(error):
            .timedOut
        case let error as NIOConnectionError where error.connectionErrors.isEmpty: .cannotFindHost
        case let error as NIOConnectionError: code(ofUnreachable: error.connectionErrors.last?.error)
        case let error as IOError where [ENETUNREACH, ENETDOWN, EHOSTUNREACH].contains(error.errnoCode):
            .notConnectedToInternet
        default: .cannotConnectToHost
        }
    }
    #else
    private static func code(ofUnreachable cause: (any Error)?) -> URLError.Code { .cannotConnectToHost }
    #endif
}

extension ServiceFault {
    /// The fault of a call that got no answer.
    ///
    /// - Parameters:
    ///   - error: the reason why no answer arrived; it becomes the cause.
    ///   - call: the operation and the address, for the message.
    package init(_ error: TransportError, of call: String? = nil) {
        self.init(
            Code(rawValue: "Transport.\(error.kind.rawValue)"),
            call.map { "\($0) failed: \(error)" } ?? "\(error)",
            origin: .transport,
            cause: error
        )
    }

    /// The fault of a call whose answer is not the service's, or cannot be understood.
    ///
    /// - Parameter text: the error in the answer, without a quotation of the answer.
    /// - Returns: a fault of origin `.garbled`.
    package static func garbled(_ text: String) -> ServiceFault {
        ServiceFault("GarbledAnswer", text, origin: .garbled)
    }

    /// The fault of a call whose task was cancelled.
    package static var cancelled: ServiceFault { ServiceFault(TransportError(.cancelled)) }

    /// The kind of transport error, for faults of origin `.transport`.
    package var transportKind: TransportError.Kind? { (cause as? TransportError)?.kind }
}
