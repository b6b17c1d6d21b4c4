// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// Shows the hosted pages of a sign-in or a sign-out to the user.
public protocol HostedUIPresenter: AnyObject {
    /// Opens an address, and calls the completion once when the visit has ended.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - callbackURLScheme: the scheme of the redirect URI at which the visit ends.
    ///   - prefersEphemeralSession: whether the browser should use no cookies of other visits.
    ///   - completion: receives the address at which the browser arrived; an error if the page could not be shown; or
    ///     neither if the user cancelled.
    func present(
        _ url: URL,
        callbackURLScheme: String?,
        prefersEphemeralSession: Bool,
        completion: @escaping (URL?, (any Error)?) -> Void
    )

    /// Closes the present page, after the visit has ended without the presenter.
    func dismiss()
}

/// The screens of a sign-in, which `showSignIn` without `hostedUIOptions` shows.
public protocol DropInSignInProvider: AnyObject {
    /// Shows the screens, and calls the completion once when the user is done.
    ///
    /// - Parameters:
    ///   - options: the look of the screens.
    ///   - completion: receives neither a name nor an error after a sign-in through the client, a provider's name with
    ///     its token, or an error.
    func presentSignIn(
        options: SignInUIOptions,
        completion: @escaping (_ providerName: String?, _ token: String?, _ error: (any Error)?) -> Void
    )
}
