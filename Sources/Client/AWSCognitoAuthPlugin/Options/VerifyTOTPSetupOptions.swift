// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The options of the completion of a TOTP set-up, in addition to the code.
public struct VerifyTOTPSetupOptions: Sendable {
    /// The name under which the TOTP app is registered.
    public let friendlyDeviceName: String?

    /// Makes options.
    public init(friendlyDeviceName: String? = nil) {
        self.friendlyDeviceName = friendlyDeviceName
    }
}
