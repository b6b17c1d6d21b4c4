// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The medium by which a code was sent.
public enum UserCodeDeliveryMedium: Sendable {
    /// A text message.
    case sms
    /// An e-mail.
    case email
    /// Another medium, or none: the code of an authenticator app.
    case unknown
}
