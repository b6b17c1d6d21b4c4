// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient

/// The reason for the end of a subscription, or for the loss of its connection.
enum RealtimeFailure: Error, Sendable {
    /// The service has refused the subscription or the connection.
    case service([GraphQLError])
    /// There is no connection, or it broke.
    case socket(SocketError)
    /// The service has closed the connection.
    case closed(SocketClosure)
    /// An answer did not come in time; what was waited for.
    case timedOut(String)
    /// The call could not be authorized.
    case authorization(APIError)

    /// Whether another attempt may succeed where this one failed.
    ///
    /// The close codes are those after which the original connects again; a connection without a close frame counts as
    /// the code 1006.
    var mayRepeat: Bool {
        switch self {
        case .service(let errors): !errors.isEmpty && errors.allSatisfy(\.mayPass)
        case .timedOut: true
        case .closed(let closure): [.policy, .serverError].contains(closure.code)
        case .authorization(let error): error.mayPass
        case .socket(let error):
            switch error.problem {
            case .unreachable, .timedOut, .connectionLost: true
            case .refused(let status): status == 429 || status >= 500
            case .badAddress, .badSubprotocol, .badHeader, .tls, .cancelled, .handshake, .violation, .tooLarge,
                .closed, .noSockets:
                false
            }
        }
    }

    /// Whether the service has ended the connection without an error.
    var isRegularEnd: Bool {
        if case .closed(let closure) = self { closure.code == .normal || closure.code == .goingAway } else { false }
    }

    /// Whether the service's limit on subscriptions is reached; it may accept the subscription later.
    var isLimitOfSubscriptions: Bool {
        if case .service(let errors) = self {
            errors.contains { $0.errorType?.contains("MaxSubscriptionsReached") == true }
        } else {
            false
        }
    }

    /// Whether the service has refused the caller, by a token or signature that it does not accept or does not accept any
    /// longer.
    var isRefusalOfCaller: Bool {
        if case .service(let errors) = self { errors.contains(where: \.isRefusalOfCaller) } else { false }
    }

    /// The error of this API.
    ///
    /// - Parameter type: the type of the subscription's data, for the cause.
    /// - Returns: the error, whose description says "Unauthorized" if the service has refused the caller.
    func apiError<R: Decodable & Sendable>(_ type: R.Type) -> APIError {
        switch self {
        case .service(let errors):
            let cause = GraphQLResponseError<R>.error(errors)
            return isRefusalOfCaller ? .failure(.refusedSubscription, cause) : .operationError(Self.text, "", cause)
        case .socket(let error): return Self.apiError(error)
        case .closed(let closure):
            return .operationError(
                "\(Self.text): the service closed the connection with code \(closure.code.rawValue)",
                "Subscribe again", nil)
        case .timedOut(let wait):
            return .networkError("The service did not send \(wait) in time.", nil, URLError(.timedOut))
        case .authorization(let error): return error
        }
    }

    private static let text = "Subscription item event failed with error"

    private static func apiError(_ error: SocketError) -> APIError {
        switch error.problem {
        case .unreachable: .networkError(error.text, nil, URLError(.cannotConnectToHost))
        case .tls: .networkError(error.text, nil, URLError(.secureConnectionFailed))
        case .timedOut: .networkError(error.text, nil, URLError(.timedOut))
        case .connectionLost, .closed: .networkError(error.text, nil, URLError(.networkConnectionLost))
        case .cancelled: .cancelled
        case .refused(let status) where status == 401 || status == 403:
            .failure(.refusedSubscription, suggestion: error.cure, error)
        case .badAddress: .invalidURL(error.text, error.cure, error)
        case .noSockets: .invalidConfiguration(error.text, error.cure, error)
        case .badSubprotocol, .badHeader, .refused, .handshake, .violation, .tooLarge:
            .operationError("\(text): \(error.text)", error.cure, error)
        }
    }
}

extension GraphQLError {
    /// Whether the error says so by its type, or by a code that is a status of HTTP.
    fileprivate var isRefusalOfCaller: Bool {
        if errorType?.contains("Unauthorized") == true { return true }
        guard case .number(let code) = extensions?["errorCode"] else { return false }
        return code == 401 || code == 403
    }

    /// Whether the service could not decide at present, by a code that is a status of HTTP.
    fileprivate var mayPass: Bool {
        guard case .number(let code) = extensions?["errorCode"] else { return false }
        return code == 429 || (500..<600).contains(code)
    }
}

extension APIError {
    /// Whether the reason why a call could not be authorized may pass, such as a network that is down.
    fileprivate var mayPass: Bool {
        guard case .operationError(_, _, let cause) = self else { return false }
        switch cause as? AuthError {
        case .service, .unknown, nil: return true
        case .configuration, .validation, .notAuthorized, .invalidState, .signedOut, .sessionExpired: return false
        }
    }

    /// Whether the session has no signed-in user any more.
    var meansSignedOut: Bool {
        guard case .operationError(_, _, let cause) = self else { return false }
        switch cause as? AuthError {
        case .signedOut, .sessionExpired: return true
        case .service, .unknown, .configuration, .validation, .notAuthorized, .invalidState, nil: return false
        }
    }
}
