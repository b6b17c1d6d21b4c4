// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The signed-in user.
public protocol AuthCategoryUserBehavior: AnyObject {
    /// The signed-in user.
    ///
    /// - Throws: `AuthError`.
    func getCurrentUser() async throws -> any AuthUser

    /// The user's attributes.
    ///
    /// - Throws: `AuthError`.
    func fetchUserAttributes(options: AuthFetchUserAttributesRequest.Options?) async throws -> [AuthUserAttribute]

    /// Changes an attribute.
    ///
    /// - Throws: `AuthError`.
    func update(
        userAttribute: AuthUserAttribute,
        options: AuthUpdateUserAttributeRequest.Options?
    ) async throws -> AuthUpdateAttributeResult

    /// Changes attributes.
    ///
    /// - Throws: `AuthError`.
    func update(
        userAttributes: [AuthUserAttribute],
        options: AuthUpdateUserAttributesRequest.Options?
    ) async throws -> [AuthUserAttributeKey: AuthUpdateAttributeResult]

    /// Sends an attribute's code again, and says where to.
    ///
    /// - Throws: `AuthError`.
    func resendConfirmationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthAttributeResendConfirmationCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails

    /// Sends a code that verifies an attribute, and says where to.
    ///
    /// - Throws: `AuthError`.
    func sendVerificationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthSendUserAttributeVerificationCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails

    /// Verifies an attribute with the code that was delivered.
    ///
    /// - Throws: `AuthError`.
    func confirm(
        userAttribute: AuthUserAttributeKey,
        confirmationCode: String,
        options: AuthConfirmUserAttributeRequest.Options?
    ) async throws

    /// Changes the password.
    ///
    /// - Throws: `AuthError`.
    func update(
        oldPassword: String,
        to newPassword: String,
        options: AuthChangePasswordRequest.Options?
    ) async throws
}
