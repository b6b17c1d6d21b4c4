// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The names of the fields that the forms of the pages send.
package enum PageField {
    /// The user name, the email address or the phone number.
    package static let userName = "username"
    /// The password, also a new one.
    package static let password = "password"
    /// The new password, again.
    package static let passwordAgain = "confirm_password"
    /// A code from a message or an app, or the answer to a custom challenge.
    package static let code = "code"
    /// The factor or the set-up that a user selects: a ``PageFactor``.
    package static let factor = "factor"
    /// The email address or the phone number to which codes are sent from now on.
    package static let address = "address"
    /// The name of the device with the authenticator app.
    package static let deviceName = "device_name"
    /// The email address whose domain selects a SAML provider.
    package static let providerAddress = "provider_address"
    /// The response of an authenticator as JSON.
    package static let credential = "credential"
    /// The account that a user selects; ``anotherAccount`` for a new sign-in.
    package static let account = "account"
    /// The second button of a form: a ``PageAction``.
    package static let action = "action"

    /// The value of ``account`` for a sign-in with another account.
    package static let anotherAccount = "other"

    /// The field of a user attribute, such as `requiredAttributes[email]`.
    package static func attribute(_ name: String) -> String { "requiredAttributes[\(name)]" }
}

/// The second buttons of forms, beside the one that sends the entries.
package enum PageAction: String, Sendable {
    /// Sends another code.
    case resend
    /// Goes back to the choice of the factor.
    case anotherWay = "another_way"
    /// Continues without the set-up that the page offers.
    case skip
}
