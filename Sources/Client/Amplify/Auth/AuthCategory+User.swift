// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AuthCategory: AuthCategoryUserBehavior {
    /// The signed-in user.
    ///
    /// - Throws: `AuthError`.
    public func getCurrentUser() async throws -> any AuthUser {
        try await plugin.getCurrentUser()
    }

    /// The user's attributes.
    ///
    /// - Throws: `AuthError`.
    public func fetchUserAttributes(
        options: AuthFetchUserAttributesRequest.Options? = nil
    ) async throws -> [AuthUserAttribute] {
        try await plugin.fetchUserAttributes(options: options)
    }

    /// Changes an attribute.
    ///
    /// - Throws: `AuthError`.
    public func update(
        userAttribute: AuthUserAttribute,
        options: AuthUpdateUserAttributeRequest.Options? = nil
    ) async throws -> AuthUpdateAttributeResult {
        try await plugin.update(userAttribute: userAttribute, options: options)
    }

    /// Changes attributes.
    ///
    /// - Throws: `AuthError`.
    public func update(
        userAttributes: [AuthUserAttribute],
        options: AuthUpdateUserAttributesRequest.Options? = nil
    ) async throws -> [AuthUserAttributeKey: AuthUpdateAttributeResult] {
        try await plugin.update(userAttributes: userAttributes, options: options)
    }

    /// Sends an attribute's code again, and says where to.
    ///
    /// - Throws: `AuthError`.
    @available(*, deprecated, renamed: "sendVerificationCode(forUserAttributeKey:options:)")
    public func resendConfirmationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthAttributeResendConfirmationCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        try await plugin.resendConfirmationCode(forUserAttributeKey: userAttributeKey, options: options)
    }

    /// Sends a code that verifies an attribute, and says where to.
    ///
    /// - Throws: `AuthError`.
    public func sendVerificationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthSendUserAttributeVerificationCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        try await plugin.sendVerificationCode(forUserAttributeKey: userAttributeKey, options: options)
    }

    /// Verifies an attribute with the code that was delivered.
    ///
    /// - Throws: `AuthError`.
    public func confirm(
        userAttribute: AuthUserAttributeKey,
        confirmationCode: String,
        options: AuthConfirmUserAttributeRequest.Options? = nil
    ) async throws {
        try await plugin.confirm(userAttribute: userAttribute, confirmationCode: confirmationCode, options: options)
    }

    /// Changes the password.
    ///
    /// - Throws: `AuthError`.
    public func update(
        oldPassword: String,
        to newPassword: String,
        options: AuthChangePasswordRequest.Options? = nil
    ) async throws {
        try await plugin.update(oldPassword: oldPassword, to: newPassword, options: options)
    }
}
