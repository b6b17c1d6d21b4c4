// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession
import GatehouseWire

/// The outcome of a sign-out.
public enum AWSCognitoSignOutResult: AuthSignOutResult {
    /// The user is signed out on this device and at the service.
    case complete

    /// The user is signed out on this device; these errors say which requests to the service failed.
    case partial(
        revokeTokenError: AWSCognitoRevokeTokenError?,
        globalSignOutError: AWSCognitoGlobalSignOutError?,
        hostedUIError: AWSCognitoHostedUIError?
    )

    /// Nothing changed.
    case failed(AuthError)

    /// Whether this device has no signed-in user any more.
    public var signedOutLocally: Bool {
        switch self {
        case .complete, .partial: true
        case .failed: false
        }
    }
}

/// Sessions on other devices that did not end.
public struct AWSCognitoGlobalSignOutError: Sendable {
    /// The access token with which it was tried.
    public let accessToken: String

    /// Why.
    public let error: AuthError
}

extension AWSCognitoGlobalSignOutError: CustomStringConvertible, CustomReflectable {
    /// Says why; the token stays out.
    public var description: String { "AWSCognitoGlobalSignOutError(\(error))" }

    /// As much as the description says.
    public var customMirror: Mirror { Mirror(self, children: ["error": error]) }
}

/// A logout page that could not be shown.
public struct AWSCognitoHostedUIError: Sendable {
    /// Why.
    public let error: AuthError
}

/// A refresh token that was not revoked.
public struct AWSCognitoRevokeTokenError: Sendable {
    /// The token, which is still good.
    public let refreshToken: String

    /// Why.
    public let error: AuthError
}

extension AWSCognitoRevokeTokenError: CustomStringConvertible, CustomReflectable {
    /// Says why; the token stays out.
    public var description: String { "AWSCognitoRevokeTokenError(\(error))" }

    /// As much as the description says.
    public var customMirror: Mirror { Mirror(self, children: ["error": error]) }
}

extension AWSCognitoSignOutResult {
    /// Converts the engine's outcome to this API's type.
    init(_ outcome: SignOutOutcome) {
        switch outcome {
        case .complete: self = .complete
        case .partial(let revoke, let global, let page):
            self = .partial(
                revokeTokenError: revoke.map { trouble in
                    AWSCognitoRevokeTokenError(refreshToken: trouble.token, error: AuthError(signOutTrouble: trouble))
                },
                globalSignOutError: global.map { trouble in
                    AWSCognitoGlobalSignOutError(accessToken: trouble.token, error: AuthError(signOutTrouble: trouble))
                },
                hostedUIError: page.map { AWSCognitoHostedUIError(error: AuthError($0, from: .leaving)) }
            )
        case .failed(let error): self = .failed(AuthError(error, from: .leaving))
        }
    }
}

extension AuthError {
    /// The error of a failed step of the sign-out.
    ///
    /// A step that was skipped or cancelled counts as a failure of the service, and so does an error without a table
    /// entry.
    fileprivate init(signOutTrouble trouble: SignOutTrouble) {
        switch trouble.error {
        case .invalidState(let text, let cure): self = .service(text, cure)
        case .service(let fault) where FaultMeaning(fault.code, in: .leaving) == nil:
            self = .service(fault.message, FaultMeaning.advice, fault)
        case .garbled(let fault): self = .service(fault.message, FaultMeaning.advice, fault)
        case .cancelled: self = .service("The call was cut off", "Revoke the token later", OperationCancelledError())
        default: self = AuthError(trouble.error, from: .leaving)
        }
    }
}
