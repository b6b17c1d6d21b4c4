// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseSignIn
import GatehouseSites
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire
import Testing

/// What an owner or an administrator does against a grant; the raw values are the rows of the table in SECURITY.md.
enum CounterMeasure: String, CaseIterable, CustomTestStringConvertible {
    case changePassword = "new password by the user, elsewhere (`ChangePassword`)"
    case adminSetPassword = "new password by an administrator (`AdminSetUserPassword`)"
    case adminReset = "reset by an administrator (`AdminResetUserPassword`)"
    case recovery = "new password by recovery (`ConfirmForgotPassword`)"
    case factorOn = "second factor switched on (`SetUserMFAPreference`)"
    case factorOff = "second factor switched off by the user (`SetUserMFAPreference`)"
    case adminFactorOff = "second factor switched off by an administrator (`AdminSetUserMFAPreference`)"
    case appRemoved = "authenticator app removed (`AdminDeleteSoftwareToken`)"
    case passkeyRemoved = "passkey removed (`DeleteWebAuthnCredential`)"
    case deviceForgotten = "device forgotten (`AdminForgetDevice`)"
    case globalSignOut = "sign-out everywhere by the user (`GlobalSignOut`)"
    case adminGlobalSignOut = "sign-out everywhere by an administrator (`AdminUserGlobalSignOut`)"
    case tokenRevoked = "refresh token of the sign-in revoked (`RevokeToken`)"
    case sessionRevoked = "session of the sign-in ended (`AdminRevokeUserSession`)"
    case browserSignOut = "sign-out of the browser (`/logout`)"
    case disabled = "user disabled (`AdminDisableUser`)"
    case deleted = "user deleted (`AdminDeleteUser`)"
    case unlinked = "provider unlinked (`AdminDisableProviderForUser`)"
    case providerRemoved = "provider removed (`DeleteIdentityProvider`)"
    case clientRemoved = "app client removed (`DeleteUserPoolClient`)"

    var testDescription: String { rawValue }

    /// Whether the measure is one against the user or the provider that can be undone, with ``GrantStage/undo(_:)``.
    var isUndoable: Bool { [.disabled, .adminReset, .unlinked, .providerRemoved].contains(self) }

    /// Whether the measure is against an authenticator app that sign-ins ask for.
    var isAgainstApp: Bool { [.factorOff, .adminFactorOff, .appRemoved].contains(self) }

    /// Whether the measure gives the user another password.
    var setsPassword: Bool { [.changePassword, .adminSetPassword, .adminReset, .recovery].contains(self) }
}

extension GrantStage {
    /// Takes the measure against a grant.
    func take(_ measure: CounterMeasure, against held: HeldGrant) async throws {
        let (fixture, admin, poolID) = (hosted.fixture, hosted.fixture.administrator, hosted.fixture.poolID)
        switch measure {
        case .changePassword:
            _ = try await fixture.anyone.changePassword(
                ChangePasswordRequest(
                    previousPassword: PoolFixture.password, proposedPassword: PoolFixture.newPassword,
                    accessToken: try await ownerToken()))
        case .adminSetPassword:
            _ = try await admin.adminSetUserPassword(
                AdminSetUserPasswordRequest(
                    userPoolId: poolID, username: "alice", password: PoolFixture.newPassword, permanent: true))
        case .adminReset:
            _ = try await admin.adminResetUserPassword(
                AdminResetUserPasswordRequest(userPoolId: poolID, username: "alice"))
        case .recovery:
            try await fixture.forgotPassword()
            try await fixture.confirmForgotPassword()
        case .factorOn, .factorOff, .adminFactorOff, .appRemoved, .passkeyRemoved: try await changeFactor(measure)
        case .globalSignOut:
            _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: try await ownerToken()))
        case .adminGlobalSignOut:
            _ = try await admin.adminUserGlobalSignOut(
                AdminUserGlobalSignOutRequest(userPoolId: poolID, username: "alice"))
        case .disabled:
            _ = try await admin.adminDisableUser(AdminDisableUserRequest(userPoolId: poolID, username: "alice"))
        case .deleted:
            _ = try await admin.adminDeleteUser(AdminDeleteUserRequest(userPoolId: poolID, username: "alice"))
        case .unlinked:
            _ = try await admin.adminDisableProviderForUser(
                AdminDisableProviderForUserRequest(userPoolId: poolID, user: Self.person))
        case .providerRemoved:
            try await admin.deleteIdentityProvider(
                DeleteIdentityProviderRequest(userPoolId: poolID, providerName: "corp"))
        case .clientRemoved:
            try await admin.deleteUserPoolClient(
                DeleteUserPoolClientRequest(userPoolId: poolID, clientId: held.clientID ?? fixture.client.id))
        case .deviceForgotten, .tokenRevoked, .sessionRevoked, .browserSignOut:
            try await endSignIn(measure, of: held)
        }
    }

    /// Undoes a measure that can be undone.
    func undo(_ measure: CounterMeasure) async throws {
        let (admin, poolID) = (hosted.fixture.administrator, hosted.fixture.poolID)
        switch measure {
        case .disabled:
            _ = try await admin.adminEnableUser(AdminEnableUserRequest(userPoolId: poolID, username: "alice"))
        case .adminReset: try await take(.adminSetPassword, against: HeldGrant())
        case .unlinked: try await linkProvider()
        // The links stay when a provider is removed.
        case .providerRemoved: try await addProvider()
        default: throw GrantError.refused("\(measure.rawValue) cannot be undone")
        }
    }

    /// Takes a measure against a factor of the user.
    private func changeFactor(_ measure: CounterMeasure) async throws {
        let (fixture, admin, poolID) = (hosted.fixture, hosted.fixture.administrator, hosted.fixture.poolID)
        switch measure {
        case .factorOn, .factorOff:
            let isOn = measure == .factorOn
            _ = try await fixture.anyone.setUserMFAPreference(
                SetUserMFAPreferenceRequest(
                    softwareTokenMfaSettings: SoftwareTokenMfaSettingsType(enabled: isOn, preferredMfa: isOn),
                    accessToken: try await ownerToken()))
        case .adminFactorOff:
            _ = try await admin.adminSetUserMFAPreference(
                AdminSetUserMFAPreferenceRequest(
                    softwareTokenMfaSettings: SoftwareTokenMfaSettingsType(enabled: false), username: "alice",
                    userPoolId: poolID))
        case .appRemoved:
            _ = try await admin.adminDeleteSoftwareToken(
                AdminDeleteSoftwareTokenRequest(userPoolId: poolID, username: "alice"))
        default:
            _ = try await fixture.anyone.deleteWebAuthnCredential(
                DeleteWebAuthnCredentialRequest(accessToken: try await ownerToken(), credentialId: passkeyID))
        }
    }

    /// Takes a measure against the sign-in that a grant came from.
    private func endSignIn(_ measure: CounterMeasure, of held: HeldGrant) async throws {
        let (admin, poolID) = (hosted.fixture.administrator, hosted.fixture.poolID)
        switch measure {
        case .deviceForgotten:
            try await admin.adminForgetDevice(
                AdminForgetDeviceRequest(
                    userPoolId: poolID, username: "alice", deviceKey: try held.required(held.deviceKey)))
        case .tokenRevoked:
            _ = try await hosted.fixture.anyone.revokeToken(
                RevokeTokenRequest(
                    token: try held.required(held.refreshToken), clientId: held.clientID ?? hosted.fixture.client.id,
                    clientSecret: held.clientSecret))
        case .sessionRevoked:
            _ = try await admin.adminRevokeUserSession(
                AdminRevokeUserSessionRequest(
                    userPoolId: poolID, username: "alice", sessionId: try held.required(held.sessionID)))
        default:
            let cookie = try held.required(held.cookie)
            let answer = await hosted.get(
                "/logout", "client_id=\(hosted.fixture.client.id)&logout_uri=https%3A%2F%2Fapp.example%2Fbye",
                headers: [("Cookie", cookie)])
            guard answer.status == 302 else { throw GrantError.refused("/logout answered \(answer.status)") }
        }
    }

    /// An access token of the owner, from a sign-in on another device.
    private func ownerToken() async throws -> String { try await signInByAPI().accessToken }
}
