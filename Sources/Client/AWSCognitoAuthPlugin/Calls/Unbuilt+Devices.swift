// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

// The calls about devices and passkeys that are not built yet; `UnbuiltCall` lists them all.
extension AWSCognitoAuthPlugin {
    /// Not built yet.
    public func fetchDevices(options: AuthFetchDevicesRequest.Options? = nil) async throws -> [any AuthDevice] {
        throw UnbuiltCall.fetchDevices.error
    }

    /// Not built yet.
    public func forgetDevice(
        _ device: (any AuthDevice)? = nil,
        options: AuthForgetDeviceRequest.Options? = nil
    ) async throws {
        throw UnbuiltCall.forgetDevice.error
    }

    /// Not built yet.
    public func rememberDevice(options: AuthRememberDeviceRequest.Options? = nil) async throws {
        throw UnbuiltCall.rememberDevice.error
    }

    #if os(visionOS)
    /// Not built yet.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        throw UnbuiltCall.associateWebAuthnCredential.error
    }
    #else
    /// Not built yet.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthAssociateWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        throw UnbuiltCall.associateWebAuthnCredential.error
    }
    #endif

    /// Not built yet.
    public func listWebAuthnCredentials(
        options: AuthListWebAuthnCredentialsRequest.Options? = nil
    ) async throws -> AuthListWebAuthnCredentialsResult {
        throw UnbuiltCall.listWebAuthnCredentials.error
    }

    /// Not built yet.
    public func deleteWebAuthnCredential(
        credentialId: String,
        options: AuthDeleteWebAuthnCredentialRequest.Options? = nil
    ) async throws {
        throw UnbuiltCall.deleteWebAuthnCredential.error
    }
}
