// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import NIOCore
import NIOPosix
#endif

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
