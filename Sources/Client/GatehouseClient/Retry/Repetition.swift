// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import GatehouseWire

/// The effect of a second, identical request after the first had its effect and its answer was lost.
///
/// It decides about repetitions only where the effect is unknown: a request that was refused before it was acted on, by
/// a limit on rates or on load, may always be sent again.
package enum Repetition: CaseIterable, Sendable {
    /// The operation changes nothing.
    case reads
    /// It makes something new, such as a challenge, credentials or an identity; the content of the lost answer is never
    /// used.
    ///
    /// A sign-in with a wrong password counts twice.
    case makesAnew
    /// The tokens are renewed once more.
    ///
    /// With rotation too: within the grace period the old token gives the same again; without one, the token is spent
    /// whether or not it is shown a second time.
    case renews
    /// It sets the same values again.
    case sets
    /// It ends or deletes what may be gone already; the second answer may say so, which is better than not to know
    /// whether it is gone.
    case ends
    /// It sends a second message, whose code is then the valid one; the user waits for a message that may never have
    /// been sent.
    case sendsMessage
    /// It shows a value that is good for one request, such as a session, a code or a password that changes; the answer
    /// would be a failure although the first request succeeded.
    case consumes
    /// It creates or deletes an account; the answer would be a failure, which an app would show to the user.
    case changesAccount

    /// Whether a client sends the request again when the answer was lost.
    package var isHarmless: Bool {
        switch self {
        case .reads, .makesAnew, .renews, .sets, .ends, .sendsMessage: true
        case .consumes, .changesAccount: false
        }
    }

    /// The rule of a request; a request of an unknown operation is not repeated.
    package init<Operation: ServiceOperation>(of operation: Operation.Type, _ input: Operation.Input) {
        // The session string of a sign-up is good for one sign-in.
        let showsSession = (input as? InitiateAuthRequest)?.session != nil
        self = showsSession ? .consumes : Self.table[Operation.name] ?? .consumes
    }
}

extension Repetition {
    /// The rule of each operation that the clients offer.
    package static let table: [String: Repetition] = userPools.merging(identityPools) { $1 }
        .merging(securityTokens) { $1 }

    private static let userPools: [String: Repetition] = [
        AssociateSoftwareTokenOperation.name: .consumes,
        ChangePasswordOperation.name: .consumes,
        CompleteWebAuthnRegistrationOperation.name: .consumes,
        ConfirmDeviceOperation.name: .consumes,
        ConfirmForgotPasswordOperation.name: .consumes,
        ConfirmSignUpOperation.name: .consumes,
        DeleteUserOperation.name: .changesAccount,
        DeleteUserAttributesOperation.name: .ends,
        DeleteWebAuthnCredentialOperation.name: .ends,
        ForgetDeviceOperation.name: .ends,
        ForgotPasswordOperation.name: .sendsMessage,
        GetClientTokenOperation.name: .makesAnew,
        GetDerivedTokenOperation.name: .makesAnew,
        GetDeviceOperation.name: .reads,
        GetTokensFromRefreshTokenOperation.name: .renews,
        GetUserOperation.name: .reads,
        GetUserAttributeVerificationCodeOperation.name: .sendsMessage,
        GetUserAuthFactorsOperation.name: .reads,
        GlobalSignOutOperation.name: .ends,
        InitiateAuthOperation.name: .makesAnew,
        ListDevicesOperation.name: .reads,
        ListUserSessionsOperation.name: .reads,
        ListWebAuthnCredentialsOperation.name: .reads,
        ResendConfirmationCodeOperation.name: .sendsMessage,
        RespondToAuthChallengeOperation.name: .consumes,
        RevokeTokenOperation.name: .ends,
        RevokeUserSessionOperation.name: .ends,
        SetUserMFAPreferenceOperation.name: .sets,
        SetUserSettingsOperation.name: .sets,
        SignUpOperation.name: .changesAccount,
        StartWebAuthnRegistrationOperation.name: .makesAnew,
        UpdateAuthEventFeedbackOperation.name: .sets,
        UpdateDeviceStatusOperation.name: .sets,
        UpdateUserAttributesOperation.name: .sets,
        VerifySoftwareTokenOperation.name: .consumes,
        VerifyUserAttributeOperation.name: .consumes,
    ]

    private static let identityPools: [String: Repetition] = [
        GetCredentialsForIdentityOperation.name: .makesAnew,
        GetIdOperation.name: .makesAnew,
        GetOpenIdTokenOperation.name: .makesAnew,
        UnlinkIdentityOperation.name: .consumes,
    ]

    private static let securityTokens: [String: Repetition] = [
        AssumeRoleOperation.name: .makesAnew,
        AssumeRoleWithSAMLOperation.name: .makesAnew,
        AssumeRoleWithWebIdentityOperation.name: .makesAnew,
        GetCallerIdentityOperation.name: .reads,
        GetFederationTokenOperation.name: .makesAnew,
        GetSessionTokenOperation.name: .makesAnew,
    ]
}

extension ServiceFault.Code {
    /// Whether the service turned the request away before acting on it.
    var isThrottle: Bool { Self.throttles.contains(self) }

    /// Whether the response reports a failure of the service itself.
    var isFailure: Bool { Self.failures.contains(self) }

    private static let throttles: Set<ServiceFault.Code> = [
        "TooManyRequestsException", .throttling, "Throttling", "ThrottledException",
        "RequestLimitExceeded", "RequestThrottled", "SlowDown",
    ]

    private static let failures: Set<ServiceFault.Code> = [
        .internalError, "InternalServerException", .queryInternalFailure, "InternalServerError",
        "ServiceUnavailable", .serviceUnavailable,
    ]
}
