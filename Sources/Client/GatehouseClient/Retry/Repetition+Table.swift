// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

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
