// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Stands in for the session until it is written.
final class MobileSession: Sendable {
    static let shared = MobileSession()

    private let nothing = AWSMobileClientError.unknown(message: "Not written yet.")

    var state: UserState {
        get { .unknown }
        set {}
    }
    var isSignedIn: Bool { false }
    var username: String? { nil }
    var userSub: String? { nil }
    var identityID: String? { nil }
    var failsFastWhenOffline: Bool {
        get { false }
        set {}
    }

    func initialize() -> Result<UserState, any Error> { .success(.signedOut) }
    func addListener(_ object: AnyObject, _ callback: @escaping UserStateChangeCallback) {}
    func removeListeners(of object: AnyObject) {}

    func requireUserPool() throws {}
    func requireUserSession() throws {}
    func requireSignInAllowed() throws {}
    func requireOpenChallenge() throws {}
    func requireIdentityPool() throws {}
    func requirePages(_ options: HostedUIOptions?) throws {}

    func answer<Value: Sendable>(
        from service: FaultingService = .userPool,
        _ completion: @escaping (Value?, (any Error)?) -> Void,
        unless refuse: () throws -> Void,
        _ call: @escaping @Sendable (MobileSession) async throws -> Value
    ) {
        do {
            try refuse()
        } catch {
            return completion(nil, error)
        }
        let completion = AppOwned(completion)
        Task {
            do {
                let value = try await call(self)
                completion.value(value, nil)
            } catch {
                completion.value(nil, error)
            }
        }
    }

    func answer(
        _ completion: @escaping ((any Error)?) -> Void,
        unless refuse: () throws -> Void,
        _ call: @escaping @Sendable (MobileSession) async throws -> Void
    ) {
        let completion = AppOwned(completion)
        let both: (Bool?, (any Error)?) -> Void = { completion.value($1) }
        answer(both, unless: refuse) {
            try await call($0)
            return true
        }
    }

    func signUp(
        username: String, password: String, userAttributes: [String: String], validationData: [String: String],
        clientMetadata: [String: String]
    ) async throws -> SignUpResult { throw nothing }
    func confirmSignUp(
        username: String, code: String, clientMetadata: [String: String]
    ) async throws -> SignUpResult { throw nothing }
    func resendSignUpCode(username: String, clientMetadata: [String: String]) async throws -> SignUpResult {
        throw nothing
    }
    func signIn(
        username: String, password: String, validationData: [String: String]?, clientMetadata: [String: String]
    ) async throws -> SignInResult { throw nothing }
    func confirmSignIn(
        response: String, userAttributes: [String: String], clientMetadata: [String: String]
    ) async throws -> SignInResult { throw nothing }
    func federatedSignIn(
        provider: String, token: String, options: FederatedSignInOptions
    ) async throws -> UserState { throw nothing }
    func forgotPassword(username: String, clientMetadata: [String: String]) async throws -> ForgotPasswordResult {
        throw nothing
    }
    func confirmForgotPassword(
        username: String, newPassword: String, code: String, clientMetadata: [String: String]
    ) async throws -> ForgotPasswordResult { throw nothing }
    func changePassword(current: String, proposed: String) async throws { throw nothing }
    func userAttributes() async throws -> [String: String] { throw nothing }
    func updateUserAttributes(
        _ attributes: [String: String], clientMetadata: [String: String]
    ) async throws -> [UserCodeDeliveryDetails] { throw nothing }
    func sendVerificationCode(
        attribute: String, clientMetadata: [String: String]
    ) async throws -> UserCodeDeliveryDetails { throw nothing }
    func confirmUserAttribute(_ attribute: String, code: String) async throws { throw nothing }
    func tokens() async throws -> Tokens { throw nothing }
    func credentials() async throws -> AWSCredentials { throw nothing }
    func identityID() async throws -> String { throw nothing }
    func logins() async throws -> [String: String] { throw nothing }
    func dropCredentials() {}
    func clearIdentityPool() {}
    func signOut() {}
    func signOut(options: SignOutOptions, anchor: AuthUIPresentationAnchor? = nil) async throws { throw nothing }
    func deleteUser() async throws { throw nothing }
    func releaseSignInWait() {}
    func listDevices(limit: Int, paginationToken: String?) async throws -> ListDevicesResult { throw nothing }
    func updateDevice(_ id: String?, remembered: Bool) async throws -> UpdateDeviceStatusResult { throw nothing }
    func device(_ id: String?) async throws -> Device { throw nothing }
    func forgetDevice(_ id: String?) async throws { throw nothing }
    func showSignIn(
        uiOptions: SignInUIOptions, hostedUIOptions: HostedUIOptions?, anchor: AuthUIPresentationAnchor?
    ) async throws -> UserState { throw nothing }
    func handleAuthResponse(_ url: URL) -> Bool { false }
}
