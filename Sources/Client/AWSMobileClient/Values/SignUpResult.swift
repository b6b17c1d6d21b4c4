// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of a sign-up, of its confirmation, or of a repeated code.
public struct SignUpResult: Sendable {
    /// The address to which a code was sent; nil if none was sent.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?
    /// Whether the user is confirmed.
    public let signUpConfirmationState: SignUpConfirmationState
    /// The user's id in the user pool; only `signUp` has it.
    public let userSub: String?
}

/// Whether a new user is confirmed.
public enum SignUpConfirmationState: Sendable {
    /// The user can sign in.
    case confirmed
    /// The user has to enter the code that was sent.
    case unconfirmed
    /// Never given.
    case unknown
}

/// The address to which a code was sent.
public struct UserCodeDeliveryDetails: Sendable {
    /// The medium of the code.
    public let deliveryMedium: UserCodeDeliveryMedium
    /// The masked address, or the name of the authenticator app's device.
    public let destination: String?
    /// The attribute that holds the address.
    public let attributeName: String?
}

/// The medium by which a code was sent.
public enum UserCodeDeliveryMedium: Sendable {
    /// A text message.
    case sms
    /// An e-mail.
    case email
    /// Another medium, or none: the code of an authenticator app.
    case unknown
}
