// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
#if canImport(UIKit) && !os(watchOS)
public import UIKit
#endif

// Unchecked, because the class is open to apps and derives from NSObject: its properties are constants.
/// The look of the drop-in UI.
public class SignInUIOptions: NSObject, @unchecked Sendable {
    /// Whether the user can leave without signing in.
    public let canCancel: Bool
    /// The picture above the form.
    public let logoImage: Image?
    /// The colour behind the form.
    public let backgroundColor: Color?
    /// The colour of the form's lower part.
    public let secondaryBackgroundColor: Color?
    /// The colour of buttons.
    public let primaryColor: Color?
    /// Whether the user can only sign in.
    public let disableSignUpButton: Bool
    /// Whether the UI begins with the sign-up.
    public let startWithSignUpScreen: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - canCancel: whether the user can leave without signing in.
    ///   - logoImage: the picture above the form.
    ///   - backgroundColor: the colour behind the form.
    ///   - secondaryBackgroundColor: the colour of the form's lower part.
    ///   - primaryColor: the colour of buttons.
    ///   - disableSignUpButton: whether the user can only sign in.
    ///   - startWithSignUpScreen: whether the UI begins with the sign-up.
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
