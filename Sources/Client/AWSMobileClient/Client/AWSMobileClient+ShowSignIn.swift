// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Shows the hosted UI, or without `hostedUIOptions` the drop-in UI, and signs the user in.
    ///
    /// - Parameters:
    ///   - signInUIOptions: the look of the drop-in UI.
    ///   - hostedUIOptions: options of the hosted UI; nil for the drop-in UI.
    ///   - completionHandler: receives the state, or the reason for the failure. While a user is signed in, and without a
    ///     UI, it is called before this call returns.
    public func showSignIn(
        signInUIOptions: SignInUIOptions = SignInUIOptions(),
        hostedUIOptions: HostedUIOptions? = nil,
        _ completionHandler: @escaping (UserState?, (any Error)?) -> Void
    ) {
        session.answer(completionHandler, signsIn: true, unless: { try session.beginPages(hostedUIOptions) }) {
            try await $0.showSignIn(uiOptions: signInUIOptions, hostedUIOptions: hostedUIOptions, anchor: nil)
        }
    }

    #if !canImport(UIKit) || os(watchOS)
    /// Shows the hosted UI, or without `hostedUIOptions` the drop-in UI, and signs the user in.
    ///
    /// - Parameters:
    ///   - navigationController: the window above which pages are shown.
    ///   - signInUIOptions: the look of the drop-in UI.
    ///   - hostedUIOptions: options of the hosted UI; nil for the drop-in UI.
    ///   - completionHandler: receives the state, or the reason for the failure. While a user is signed in, and without a
    ///     UI, it is called before this call returns.
    public func showSignIn(
        navigationController: AuthUIPresentationAnchor,
        signInUIOptions: SignInUIOptions = SignInUIOptions(),
        hostedUIOptions: HostedUIOptions? = nil,
        _ completionHandler: @escaping (UserState?, (any Error)?) -> Void
    ) {
        let anchor = AppOwned(navigationController)
        session.answer(completionHandler, signsIn: true, unless: { try session.beginPages(hostedUIOptions) }) {
            try await $0.showSignIn(uiOptions: signInUIOptions, hostedUIOptions: hostedUIOptions, anchor: anchor.value)
        }
    }
    #endif
}

#if os(iOS) || os(macOS) || os(visionOS)
public import AuthenticationServices

extension AWSMobileClient {
    /// Shows the hosted UI, and signs the user in.
    ///
    /// - Parameters:
    ///   - presentationAnchor: the window above which the pages are shown.
    ///   - hostedUIOptions: options of the hosted UI.
    ///   - completionHandler: receives the state, or the reason for the failure. While a user is signed in, it is called
    ///     before this call returns.
    public func showSignIn(
        presentationAnchor: ASPresentationAnchor,
        hostedUIOptions: HostedUIOptions,
        _ completionHandler: @escaping (UserState?, (any Error)?) -> Void
    ) {
        let anchor = AppOwned(presentationAnchor)
        session.answer(completionHandler, signsIn: true, unless: { try session.beginPages(hostedUIOptions) }) {
            try await $0.showSignIn(
                uiOptions: SignInUIOptions(), hostedUIOptions: hostedUIOptions, anchor: anchor.value)
        }
    }
}
#endif
