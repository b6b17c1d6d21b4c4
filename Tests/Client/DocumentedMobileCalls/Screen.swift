// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation

#if canImport(UIKit)
import UIKit

/// A view controller of an app.
class Screen: UIViewController {
    let signInStateLabel = Label()
    let signUpCodeTextField = Field()
}
#else
typealias UIImage = SignInUIOptions.Image
typealias UIColor = SignInUIOptions.Color

/// A view controller of an app, on systems without UIKit.
class Screen: NSObject {
    let navigationController: AuthUIPresentationAnchor? = AuthUIPresentationAnchor()
    let signInStateLabel = Label()
    let signUpCodeTextField = Field()
}
#endif

/// A label, which shows its text on standard output.
final class Label {
    var text: String? {
        didSet { print("Label: \(text ?? "")") }
    }
}

/// A text field.
final class Field {
    var text: String?
}
