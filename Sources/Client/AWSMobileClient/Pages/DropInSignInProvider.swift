// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
