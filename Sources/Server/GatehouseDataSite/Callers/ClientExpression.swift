// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The rule of an API for the clients of an issuer or a user pool: a regular expression that matches the whole id.
struct ClientExpression: Sendable {
    private let text: String?

    /// Makes the rule; without an expression it accepts all clients.
    init(_ text: String?) { self.text = text }

    /// Whether a client is accepted; an expression that cannot be read accepts none.
    func accepts(_ client: String) -> Bool {
        guard let text else { return true }
        guard let pattern = try? Regex(text) else { return false }
        return (try? pattern.wholeMatch(in: client)) != nil
    }

    /// Whether one of the clients of a token is accepted; without an expression the token needs to name none.
    func accepts(oneOf clients: [String]) -> Bool { text == nil || clients.contains(where: accepts) }
}
