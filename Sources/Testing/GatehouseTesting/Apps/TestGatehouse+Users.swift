// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

extension TestGatehouse {
    /// The password of users, unless a test names another.
    public static let password = "Correct-Horse-7!"

    /// Makes a user in any state.
    ///
    /// - Parameters:
    ///   - username: the user's name.
    ///   - state: the state of the account, which determines the steps of a sign-in.
    ///   - password: the password; in ``TestUserState/mustChangePassword`` the temporary one.
    ///   - attributes: the user's attributes; if absent, a verified e-mail address at `example.com`.
    ///   - pool: the user's pool; ``pool`` if absent.
    /// - Throws: the service's fault.
    public func makeUser(
        _ username: String, _ state: TestUserState = .confirmed, password: String = Self.password,
        attributes: [String: String]? = nil, in pool: TestPool? = nil
    ) async throws {
        let pool = try await resolved(pool)
        let attributes = attributes ?? ["email": "\(username)@example.com", "email_verified": "true"]
        switch state {
        case .unconfirmed:
            try await signUp(username, password: password, attributes: attributes, in: pool)
        case .mustChangePassword:
            try await invite(username, password: password, attributes: attributes, in: pool)
        case .confirmed, .mustResetPassword, .withTOTP, .disabled:
            try await makeUser(username, password: password, inPool: pool.id, attributes: attributes)
            try await change(username, to: state, password: password, in: pool)
        }
    }

    /// The code or temporary password of the newest message to a user.
    ///
    /// - Parameters:
    ///   - username: the user's name, or an address or number of a message.
    ///   - pool: the user's pool; ``pool`` if absent.
    /// - Returns: the code.
    /// - Throws: ``TestCodeError`` without such a message, the service's fault for an unknown user.
    public func code(for username: String, in pool: TestPool? = nil) async throws -> String {
        let messages = messages().filter { !$0.code.isEmpty }
        if let message = messages.first(where: { $0.recipient == username }) { return message.code }
        let pool = try await resolved(pool)
        let user = try await administrator.adminGetUser(AdminGetUserRequest(userPoolId: pool.id, username: username))
        let addresses = user.userAttributes?.compactMap(\.value) ?? []
        guard let message = messages.first(where: { addresses.contains($0.recipient) }) else {
            throw TestCodeError(description: "No message with a code was sent to \(username).")
        }
        return message.code
    }

    /// The code in the authenticator app of a user at the present time of ``clock``.
    ///
    /// A code is accepted once: move the clock by 30 seconds for another.
    /// - Throws: ``TestCodeError`` unless the user was made in ``TestUserState/withTOTP``.
    public func totpCode(for username: String, in pool: TestPool? = nil) async throws -> String {
        let user = AppMemory.User(poolID: try await resolved(pool).id, username: username)
        guard let secret = memory.totpSecret(of: user) else {
            throw TestCodeError(description: "\(username) was not made with an authenticator app.")
        }
        return Self.totpCode(secret, at: clock.now)
    }

    private var administrator: UserPoolsService {
        installation.userPools.service(for: administration)
    }

    private var anyone: UserPoolsService {
        installation.userPools.service(for: RequestContext(requestID: "test"))
    }

    private static func totpCode(_ secret: String, at date: Date) -> String {
        TOTP(secret: Secret(Base32.decode(secret) ?? [])).code(at: date)
    }

    private static func list(_ attributes: [String: String]) -> [AttributeType] {
        attributes.sorted { $0.key < $1.key }.map { AttributeType(name: $0.key, value: $0.value) }
    }

    private func signUp(
        _ username: String, password: String, attributes: [String: String], in pool: TestPool
    ) async throws {
        // An address is verified by its code, not by the app.
        let own = attributes.filter { !$0.key.hasSuffix("_verified") }
        _ = try await anyone.signUp(
            SignUpRequest(
                clientId: pool.client.id, username: username, password: password, userAttributes: Self.list(own)))
    }

    private func invite(
        _ username: String, password: String, attributes: [String: String], in pool: TestPool
    ) async throws {
        _ = try await administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: pool.id, username: username, userAttributes: Self.list(attributes),
                temporaryPassword: password, messageAction: .suppress))
    }

    /// Changes a confirmed user.
    private func change(
        _ username: String, to state: TestUserState, password: String, in pool: TestPool
    ) async throws {
        switch state {
        case .mustResetPassword:
            _ = try await administrator.adminResetUserPassword(
                AdminResetUserPasswordRequest(userPoolId: pool.id, username: username))
        case .disabled:
            _ = try await administrator.adminDisableUser(
                AdminDisableUserRequest(userPoolId: pool.id, username: username))
        case .withTOTP:
            try await setUpTOTP(username, password: password, in: pool)
        case .confirmed, .unconfirmed, .mustChangePassword:
            break
        }
    }

    private func setUpTOTP(_ username: String, password: String, in pool: TestPool) async throws {
        let tokens = try await administrator.adminInitiateAuth(
            AdminInitiateAuthRequest(
                userPoolId: pool.id, clientId: pool.client.id, authFlow: .adminUserPasswordAuth,
                authParameters: ["USERNAME": username, "PASSWORD": password])
        ).authenticationResult
        let answer = try await anyone.associateSoftwareToken(
            AssociateSoftwareTokenRequest(accessToken: tokens?.accessToken))
        let secret = answer.secretCode ?? ""
        // The code of the step before this one, so that the present one is left for a sign-in.
        let code = Self.totpCode(secret, at: clock.now.addingTimeInterval(-Double(TOTP.stepSeconds)))
        _ = try await anyone.verifySoftwareToken(
            VerifySoftwareTokenRequest(accessToken: tokens?.accessToken, userCode: code))
        _ = try await administrator.adminSetUserMFAPreference(
            AdminSetUserMFAPreferenceRequest(
                softwareTokenMfaSettings: SoftwareTokenMfaSettingsType(enabled: true, preferredMfa: true),
                username: username, userPoolId: pool.id))
        memory.keep(totpSecret: secret, of: AppMemory.User(poolID: pool.id, username: username))
    }
}

/// A test requested a code that does not exist.
public struct TestCodeError: Error, CustomStringConvertible {
    /// A description of the missing state.
    public let description: String
}

/// The state that ``TestGatehouse/makeUser(_:_:password:attributes:in:)`` leaves a user in.
public enum TestUserState: Sendable, CaseIterable {
    /// A sign-in with the password is complete.
    case confirmed
    /// The sign-up waits for the code of its message.
    case unconfirmed
    /// The password is temporary: the first sign-in demands another one.
    case mustChangePassword
    /// An administrator has reset the password: a message with the code for another one is sent.
    case mustResetPassword
    /// Confirmed, and a sign-in demands the code of an authenticator app; see ``TestGatehouse/totpCode(for:in:)``.
    case withTOTP
    /// An administrator has disabled the account.
    case disabled
}
