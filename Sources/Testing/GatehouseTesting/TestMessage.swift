// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import GatehouseCore

/// A message that the server would have sent to a person.
public struct TestMessage: Sendable, Equatable {
    /// Address or phone number.
    public let recipient: String
    /// The reason for the message, such as `SignUp` or `ForgotPassword`.
    public let kind: String
    /// `EMAIL` or `SMS`.
    public let medium: String
    /// The code or temporary password in it.
    public let code: String
    /// The subject line; empty for SMS.
    public let subject: String
    /// The text.
    public let body: String
    /// The moment it was made.
    public let date: Date

    init(_ message: Message) {
        recipient = message.recipient
        kind = message.kind.rawValue
        medium = message.medium.rawValue
        code = message.code
        subject = message.subject
        body = message.body
        date = message.date
    }
}
