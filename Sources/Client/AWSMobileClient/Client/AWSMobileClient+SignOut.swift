// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Signs the user or the guest out on this device, before it returns and without a request.
    public func signOut() {
        session.signOut()
    }

    /// Signs the user out, also at the service.
    ///
    /// - Parameters:
    ///   - options: where the session ends.
    ///   - completionHandler: receives nil, or the reason for the failure; the session is unchanged then.
    public func signOut(
        options: SignOutOptions = SignOutOptions(), completionHandler: @escaping (((any Error)?) -> Void)
    ) {
        session.answer(completionHandler, unless: {}) { try await $0.signOut(options: options) }
    }

    /// Deletes the signed-in user, and signs out.
    ///
    /// - Parameter completionHandler: receives nil, or the reason for the failure.
    public func deleteUser(completionHandler: @escaping (((any Error)?) -> Void)) {
        session.answer(completionHandler, unless: session.requireUserSession) { try await $0.deleteUser() }
    }
}

#if os(iOS) || os(macOS) || os(visionOS)
public import AuthenticationServices

extension AWSMobileClient {
    /// Signs the user out, also at the service.
    ///
    /// - Parameters:
    ///   - presentationAnchor: the window above which the sign-out page is shown.
    ///   - options: where the session ends.
    ///   - completionHandler: receives nil, or the reason for the failure; the session is unchanged then.
    public func signOut(
        presentationAnchor: ASPresentationAnchor,
        options: SignOutOptions = SignOutOptions(),
        completionHandler: @escaping (((any Error)?) -> Void)
    ) {
        let anchor = AppOwned(presentationAnchor)
        session.answer(completionHandler, unless: {}) { session in
            try await session.signOut(options: options, anchor: anchor.value)
        }
    }
}
#endif

/// Options of `signOut(options:completionHandler:)`.
public struct SignOutOptions: Sendable {
    /// Whether all sessions of the user end, on all devices.
    public let signOutGlobally: Bool
    /// Whether the session also ends at the service.
    public let invalidateTokens: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - signOutGlobally: whether all sessions of the user end, on all devices; no effect on a session of the hosted UI.
    ///   - invalidateTokens: whether the session also ends at the service: the refresh token is revoked, or the hosted UI's
    ///     sign-out page is opened.
    public init(signOutGlobally: Bool = false, invalidateTokens: Bool = true) {
        self.signOutGlobally = signOutGlobally
        self.invalidateTokens = invalidateTokens
    }
}
