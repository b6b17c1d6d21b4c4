// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

// The calls about the user's attributes and password that are not built yet; `UnbuiltCall` lists them all.
extension AWSCognitoAuthPlugin {
    /// Not built yet.
    public func fetchUserAttributes(
        options: AuthFetchUserAttributesRequest.Options? = nil
    ) async throws -> [AuthUserAttribute] {
        throw UnbuiltCall.fetchUserAttributes.error
    }

    /// Not built yet.
    public func update(
        userAttribute: AuthUserAttribute,
        options: AuthUpdateUserAttributeRequest.Options? = nil
    ) async throws -> AuthUpdateAttributeResult {
        throw UnbuiltCall.updateUserAttribute.error
    }

    /// Not built yet.
    public func update(
        userAttributes: [AuthUserAttribute],
        options: AuthUpdateUserAttributesRequest.Options? = nil
    ) async throws -> [AuthUserAttributeKey: AuthUpdateAttributeResult] {
        throw UnbuiltCall.updateUserAttributes.error
    }

    /// Not built yet.
    public func resendConfirmationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthAttributeResendConfirmationCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        throw UnbuiltCall.resendConfirmationCode.error
    }

    /// Not built yet.
    public func sendVerificationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthSendUserAttributeVerificationCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        throw UnbuiltCall.sendVerificationCode.error
    }

    /// Not built yet.
    public func confirm(
        userAttribute: AuthUserAttributeKey,
        confirmationCode: String,
        options: AuthConfirmUserAttributeRequest.Options? = nil
    ) async throws {
        throw UnbuiltCall.confirmUserAttribute.error
    }

    /// Not built yet.
    public func update(
        oldPassword: String,
        to newPassword: String,
        options: AuthChangePasswordRequest.Options? = nil
    ) async throws {
        throw UnbuiltCall.changePassword.error
    }
}
