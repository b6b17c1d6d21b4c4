// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The HTTP gateway for text messages and the form of its requests.
package struct SMSGatewaySettings: Sendable, Equatable {
    /// The authorization of the requests.
    package enum Authorization: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
        case none
        /// A bearer token (RFC 6750).
        case bearer(String)
        /// A user name and a password (RFC 7617).
        case basic(LoginCredentials)

        /// Contains the kind and user name; never a secret.
        package var description: String {
            switch self {
            case .none: "none"
            case .bearer: "bearer"
            case .basic(let login): "basic \(login.username)"
            }
        }

        package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
    }

    /// The URL of the gateway, `http` or `https`, with the placeholders `{to}`, `{text}` and `{sender}`.
    package var url: String
    package var body: SMSBody
    /// The number or name of the sender.
    package var sender: String
    package var authorization: Authorization

    /// Creates settings; it does not connect to the gateway.
    package init(url: String, body: SMSBody, sender: String = "", authorization: Authorization = .none) {
        self.url = url
        self.body = body
        self.sender = sender
        self.authorization = authorization
    }
}
