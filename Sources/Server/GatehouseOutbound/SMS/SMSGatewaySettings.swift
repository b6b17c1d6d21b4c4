// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Which HTTP gateway takes text messages, and what it wants to be told.
package struct SMSGatewaySettings: Sendable, Equatable {
    /// How the gateway knows who asks.
    package enum Authorization: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
        case none
        case bearer(String)
        case basic(LoginCredentials)

        /// Never shows a secret.
        package var description: String {
            switch self {
            case .none: "none"
            case .bearer: "bearer"
            case .basic(let login): "basic \(login.username)"
            }
        }

        package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
    }

    /// `http` or `https`; `{to}`, `{text}` and `{sender}` stand for what they say.
    package var url: String
    package var body: SMSBody
    /// A number or name that the message is from.
    package var sender: String
    package var authorization: Authorization

    /// Describes a gateway; nothing is contacted yet.
    package init(url: String, body: SMSBody, sender: String = "", authorization: Authorization = .none) {
        self.url = url
        self.body = body
        self.sender = sender
        self.authorization = authorization
    }
}
