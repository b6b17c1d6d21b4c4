// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The state that ``TestGatehouse/makeUser(_:_:password:attributes:in:)`` leaves a user in.
public enum TestUserState: Sendable, CaseIterable {
    /// A sign-in with the password is complete.
    case confirmed
    /// The sign-up waits for the code of its message.
    case unconfirmed
    /// The password is temporary: the first sign-in demands another one.
    case mustChangePassword
    /// An administrator has reset the password: a message with the code for another one is sent.
    case mustResetPassword
    /// Confirmed, and a sign-in demands the code of an authenticator app; see ``TestGatehouse/totpCode(for:in:)``.
    case withTOTP
    /// An administrator has disabled the account.
    case disabled
}
