// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
#if canImport(UIKit) && !os(watchOS)
public import UIKit
#endif

// Unchecked, because the class is open to apps and derives from NSObject: its properties are constants.
/// The look of the drop-in UI.
///
/// The screens of a `DropInSignInProvider` receive all options. Without such screens, the drop-in UI is the hosted
/// pages of the user pool. On Linux, a start page on this machine precedes them if there is a logo or a background
/// colour, the redirect URI is on this machine, and the app has no `HostedUIPresenter`.
public class SignInUIOptions: NSObject, @unchecked Sendable {
    /// Whether the user can leave without signing in.
    ///
    /// The start page and the pages of a Gatehouse server have a link for this.
    public let canCancel: Bool
    /// The picture above the form.
    ///
    /// The start page shows it, if it is a PNG, JPEG, GIF or WebP file of at most 1 MiB. The hosted pages do not: they
    /// have the logo of the user pool.
    public let logoImage: Image?
    /// The colour behind the form.
    ///
    /// The start page and the pages of a Gatehouse server have it, if it is opaque.
    public let backgroundColor: Color?
    /// The colour of the form's lower part.
    ///
    /// It has no effect on the start page and the hosted pages.
    public let secondaryBackgroundColor: Color?
    /// The colour of buttons.
    ///
    /// The button of the start page has it, if it is opaque. It has no effect on the hosted pages.
    public let primaryColor: Color?
    /// Whether the user can only sign in.
    ///
    /// It has no effect on the hosted pages: the user pool decides whether they offer a sign-up.
    public let disableSignUpButton: Bool
    /// Whether the UI begins with the sign-up.
    ///
    /// It has no effect on the hosted pages, which begin with the sign-in.
    public let startWithSignUpScreen: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - canCancel: whether the user can leave without signing in.
    ///   - logoImage: the picture above the form; the hosted pages do not show it.
    ///   - backgroundColor: the colour behind the form.
    ///   - secondaryBackgroundColor: the colour of the form's lower part; without effect on the hosted pages.
    ///   - primaryColor: the colour of buttons; without effect on the hosted pages.
    ///   - disableSignUpButton: whether the user can only sign in; without effect on the hosted pages.
    ///   - startWithSignUpScreen: whether the UI begins with the sign-up; without effect on the hosted pages.
    public init(
        canCancel: Bool = false,
        logoImage: Image? = nil,
        backgroundColor: Color? = nil,
        secondaryBackgroundColor: Color? = nil,
        primaryColor: Color? = .systemBlue,
        disableSignUpButton: Bool = false,
        startWithSignUpScreen: Bool = false
    ) {
        self.canCancel = canCancel
        self.logoImage = logoImage
        self.backgroundColor = backgroundColor
        self.secondaryBackgroundColor = secondaryBackgroundColor
        self.primaryColor = primaryColor
        self.disableSignUpButton = disableSignUpButton
        self.startWithSignUpScreen = startWithSignUpScreen
    }
}
