// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The token that a request has shown to the service.
final class ShownToken: Sendable {
    /// A token, and the mode in which it was shown.
    struct Value: Sendable, Hashable {
        let token: String
        let mode: AWSAuthorizationType
    }

    private let last = Mutex<Value?>(nil)

    /// The token; nil before the request has one.
    var value: Value? { last.withLock { $0 } }

    /// Notes the token of the request.
    func note(_ token: String, _ mode: AWSAuthorizationType) { last.withLock { $0 = Value(token: token, mode: mode) } }
}

/// The tokens that the session has given in place of refused ones.
///
/// The service refuses the caller in the mode if it refuses such a token, too, before the token can have expired. No further
/// one is fetched then.
final class RenewedTokens: Sendable {
    /// The shortest life of a token: Cognito allows no shorter one.
    ///
    /// A token that has come within this time cannot have expired, whatever the clock of the device says.
    static let shortestLife = Duration.seconds(300)

    private struct Renewal {
        let refused: String
        let token: String
        /// The clock's uptime at which the token has come.
        let time: Duration
    }

    private let renewals = Mutex<[AWSAuthorizationType: Renewal]>([:])

    /// Whether a token has come in place of a refused one, and cannot have expired since then.
    ///
    /// - Parameters:
    ///   - shown: the token.
    ///   - now: the clock's uptime.
    /// - Returns: whether it is such a token.
    func contains(_ shown: ShownToken.Value, at now: Duration) -> Bool {
        renewals.withLock { renewals in
            guard let last = renewals[shown.mode], last.token == shown.token else { return false }
            return now - last.time < Self.shortestLife
        }
    }

    /// Whether another token has come in place of a refused one, for a request that was under way at the same time.
    func hasReplaced(_ shown: ShownToken.Value) -> Bool {
        renewals.withLock { renewals in
            guard let last = renewals[shown.mode] else { return false }
            return last.refused == shown.token && last.token != shown.token
        }
    }

    /// Notes a token that has come in place of a refused one.
    ///
    /// - Parameters:
    ///   - token: the token.
    ///   - shown: the refused one.
    ///   - now: the clock's uptime.
    func note(_ token: String, insteadOf shown: ShownToken.Value, at now: Duration) {
        renewals.withLock { $0[shown.mode] = Renewal(refused: shown.token, token: token, time: now) }
    }
}

/// What the refusal of a request says about its caller.
enum TokenRefusal: Sendable {
    /// The service does not accept the caller in the mode.
    case ofCaller
    /// The service does not accept the token, and the session has another one now.
    case ofToken
    /// The service may not accept the token only, and the session has no other one at present.
    case undecided
}

extension RemoteModels {
    /// Distinguishes the refusal of a caller from the one of a token or of AWS credentials that were too old.
    ///
    /// They can expire on the way to the service. If the clock of the device is slow, the session takes them for valid
    /// even later. A change must not be dropped for that.
    ///
    /// - Parameters:
    ///   - shown: the token of the request, or the identifier of its access key; nil for one without either.
    ///   - error: the refusal.
    /// - Returns: what it says.
    func refusal(of shown: ShownToken.Value?, _ error: any Error) async -> TokenRefusal {
        guard let shown else { return .ofCaller }
        let isOfToken: Bool
        switch shown.mode {
        case .amazonCognitoUserPools, .openIDConnect:
            if await session.token(shown.mode) != shown.token { return .ofToken }
            isOfToken = error.isRefusalOfToken
        case .awsIAM:
            if renewed.hasReplaced(shown) { return .ofToken }
            isOfToken = error.isRefusalOfCredentials
        case .none, .apiKey, .function: return .ofCaller
        }
        guard isOfToken, !renewed.contains(shown, at: clock.uptime()) else { return .ofCaller }
        guard let token = await session.renewedToken(shown.mode) else { return .undecided }
        renewed.note(token, insteadOf: shown, at: clock.uptime())
        return token == shown.token ? .ofCaller : .ofToken
    }
}

extension Error {
    /// Whether the service has refused the token of a request, or of the upgrade to a WebSocket.
    ///
    /// The decision of a rule is another error, for which the service has read the token.
    fileprivate var isRefusalOfToken: Bool {
        switch self as? APIError {
        case .httpStatusError(401, _)?: return true
        case .operationError(_, _, let cause as SocketError)?: return cause.problem == .refused(status: 401)
        default: return serviceTypes.contains("UnauthorizedException")
        }
    }

    /// Whether the service has refused the AWS credentials of a request for their age.
    ///
    /// A role without the right is refused with the same status, and another type.
    fileprivate var isRefusalOfCredentials: Bool {
        var types = serviceTypes
        if case .httpStatusError(403, let response)? = self as? APIError,
            let type = response.value(forHTTPHeaderField: "x-amzn-ErrorType")
        {
            types.append(type)
        }
        // Services of AWS add a part after a colon.
        return types.contains { type in
            ["ExpiredTokenException", "UnrecognizedClientException"].contains(String(type.prefix { $0 != ":" }))
        }
    }

    /// The types of the errors in an answer.
    private var serviceTypes: [String] {
        guard case .error(let errors)? = self as? GraphQLResponseError<MutationSyncResult> else { return [] }
        return errors.compactMap { $0.extensions?["errorType"]?.stringValue }
    }
}
