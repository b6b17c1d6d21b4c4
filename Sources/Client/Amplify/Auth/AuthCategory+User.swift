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

extension AuthCategory: AuthCategoryDeviceBehavior {
    /// The user's remembered devices.
    ///
    /// - Throws: `AuthError`.
    public func fetchDevices(options: AuthFetchDevicesRequest.Options? = nil) async throws -> [any AuthDevice] {
        try await plugin.fetchDevices(options: options)
    }

    /// Forgets a device; without one, this device.
    ///
    /// - Throws: `AuthError`.
    public func forgetDevice(
        _ device: (any AuthDevice)? = nil,
        options: AuthForgetDeviceRequest.Options? = nil
    ) async throws {
        try await plugin.forgetDevice(device, options: options)
    }

    /// Remembers this device.
    ///
    /// - Throws: `AuthError`.
    public func rememberDevice(options: AuthRememberDeviceRequest.Options? = nil) async throws {
        try await plugin.rememberDevice(options: options)
    }
}

extension AuthCategory: AuthCategoryWebAuthnBehaviour {
    #if os(visionOS)
    /// Registers a passkey for the signed-in user.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await plugin.associateWebAuthnCredential(presentationAnchor: presentationAnchor, options: options)
    }
    #else
    /// Registers a passkey for the signed-in user.
    ///
    /// - Throws: `AuthError`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await plugin.associateWebAuthnCredential(presentationAnchor: presentationAnchor, options: options)
    }
    #endif

    /// The user's passkeys, a page at a time.
    ///
    /// - Throws: `AuthError`.
    public func listWebAuthnCredentials(
        options: AuthListWebAuthnCredentialsRequest.Options? = nil
    ) async throws -> AuthListWebAuthnCredentialsResult {
        try await plugin.listWebAuthnCredentials(options: options)
    }

    /// Deletes a passkey.
    ///
    /// - Throws: `AuthError`.
    public func deleteWebAuthnCredential(
        credentialId: String,
        options: AuthDeleteWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        try await plugin.deleteWebAuthnCredential(credentialId: credentialId, options: options)
    }
}
