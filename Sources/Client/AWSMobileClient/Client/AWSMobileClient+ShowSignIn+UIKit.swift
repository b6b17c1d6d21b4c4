// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension AWSMobileClient {
    /// Shows the hosted UI, or without `hostedUIOptions` the drop-in UI, and signs the user in.
    ///
    /// - Parameters:
    ///   - navigationController: the controller above whose window pages are shown.
    ///   - signInUIOptions: the look of the drop-in UI.
    ///   - hostedUIOptions: options of the hosted UI; nil for the drop-in UI.
    ///   - completionHandler: receives the state, or the reason for the failure. While a user is signed in, and without a
    ///     UI, it is called before this call returns.
    public func showSignIn(
        navigationController: UINavigationController,
        signInUIOptions: SignInUIOptions = SignInUIOptions(),
        hostedUIOptions: HostedUIOptions? = nil,
        _ completionHandler: @escaping (UserState?, (any Error)?) -> Void
    ) {
        let controller = AppOwned(navigationController)
        let refuse = { [session] in
            if hostedUIOptions?.signInPrivateSession == true {
                throw AWSMobileClientError.invalidState(
                    message: "A private session needs showSignIn(presentationAnchor:hostedUIOptions:_:).")
            }
            try session.beginPages(hostedUIOptions)
        }
        session.answer(completionHandler, signsIn: true, unless: refuse) { session in
            #if os(tvOS)
            let anchor: AuthUIPresentationAnchor? = nil
            #else
            let anchor = await MainActor.run { controller.value.viewIfLoaded?.window }
            #endif
            return try await session.showSignIn(
                uiOptions: signInUIOptions, hostedUIOptions: hostedUIOptions, anchor: anchor)
        }
    }
}
#endif
