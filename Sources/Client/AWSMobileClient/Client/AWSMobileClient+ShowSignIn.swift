// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import Synchronization

#if canImport(UIKit) && !os(watchOS)
public import UIKit
#endif

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

extension AWSMobileClient {
    /// Passes an address that opened the app to the sign-in or sign-out that waits for it.
    ///
    /// - Parameter url: the address.
    /// - Returns: whether something waited for this address.
    @discardableResult
    public func handleAuthResponse(_ url: URL) -> Bool {
        session.handleAuthResponse(url)
    }

    #if canImport(UIKit) && !os(watchOS)
    /// Passes an address that opened the app to the sign-in or sign-out that waits for it.
    ///
    /// - Parameters:
    ///   - application: the app.
    ///   - url: the address.
    ///   - sourceApplication: the app that opened the address.
    ///   - annotation: further data of that app.
    /// - Returns: whether something waited for this address.
    @discardableResult
    public func handleAuthResponse(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool {
        handleAuthResponse(url)
    }
    #endif
}

extension AWSMobileClient {
    /// Shows hosted pages; nil for the system's own way.
    public static var hostedUIPresenter: (any HostedUIPresenter)? {
        get { AppPages.presenter.withLock { $0 }?.value }
        set { AppPages.presenter.exchange(newValue.map(AppOwned.init)) }
    }

    /// Shows the drop-in UI; nil for the hosted pages of the user pool.
    ///
    /// With the module AWSAuthUI, a token that the app handed over to AWSFacebookSignIn or AWSGoogleSignIn comes before them.
    public static var dropInSignInProvider: (any DropInSignInProvider)? {
        get { AppPages.dropIn.withLock { $0 }?.value ?? LinkedModules.dropInUI }
        set { AppPages.dropIn.exchange(newValue.map(AppOwned.init)) }
    }
}

/// What shows pages, where the app has chosen it.
private enum AppPages {
    static let presenter = Mutex<AppOwned<any HostedUIPresenter>?>(nil)
    static let dropIn = Mutex<AppOwned<any DropInSignInProvider>?>(nil)
}
