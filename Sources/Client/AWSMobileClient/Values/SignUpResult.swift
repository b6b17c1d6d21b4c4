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
