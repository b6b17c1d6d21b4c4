// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Synchronization

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
/// The service refuses the caller in the mode if it refuses such a token, too. No further one is fetched then.
final class RenewedTokens: Sendable {
    private let tokens = Mutex<[AWSAuthorizationType: String]>([:])

    /// Whether a token has come in place of a refused one.
    func contains(_ shown: ShownToken.Value) -> Bool { tokens.withLock { $0[shown.mode] == shown.token } }

    /// Notes a token that has come in place of a refused one.
    func note(_ token: String, _ mode: AWSAuthorizationType) { tokens.withLock { $0[mode] = token } }
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
    /// Distinguishes the refusal of a caller from the one of a token that was too old.
    ///
    /// A token can expire on the way to the service. If the clock of the device is slow, the session takes it for valid
    /// even later. A change must not be dropped for that.
    ///
    /// - Parameters:
    ///   - shown: the token of the request; nil for one without a token.
    ///   - error: the refusal.
    /// - Returns: what it says.
    func refusal(of shown: ShownToken.Value?, _ error: any Error) async -> TokenRefusal {
        guard let shown, shown.mode == .amazonCognitoUserPools || shown.mode == .openIDConnect else { return .ofCaller }
        if await session.token(shown.mode) != shown.token { return .ofToken }
        guard error.isRefusalOfToken, !renewed.contains(shown) else { return .ofCaller }
        guard let token = await session.renewedToken(shown.mode) else { return .undecided }
        renewed.note(token, shown.mode)
        return token == shown.token ? .ofCaller : .ofToken
    }
}

extension Error {
    /// Whether the service has refused the token of a request.
    ///
    /// The decision of a rule is another error, for which the service has read the token.
    fileprivate var isRefusalOfToken: Bool {
        if case .httpStatusError(401, _)? = self as? APIError { return true }
        guard case .error(let errors)? = self as? GraphQLResponseError<MutationSyncResult> else { return false }
        return errors.contains { $0.extensions?["errorType"]?.stringValue == "UnauthorizedException" }
    }
}
