// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The next step of a sign-in.
public struct SignInResult: Sendable {
    /// The step.
    public let signInState: SignInState
    /// The public parameters of a custom challenge; empty for every other step.
    public let parameters: [String: String]
    /// The address to which a code was sent; only `smsMFA` has it.
    public let codeDetails: UserCodeDeliveryDetails?
}
