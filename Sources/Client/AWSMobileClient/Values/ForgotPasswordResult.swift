// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The result of a call for a forgotten password.
public struct ForgotPasswordResult: Sendable {
    /// The step.
    public let forgotPasswordState: ForgotPasswordState
    /// The address to which the code was sent.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?
}
