// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The rule of an API for the clients of an issuer or a user pool, or for tokens: a regular expression that matches the
/// whole text.
struct ClientExpression: Sendable {
    /// The most bytes of a text that is compared: the time of a comparison can grow faster than the text.
    static let longestText = 4_096

    /// A match changes nothing in an expression that is read from a text, because it has no code of its own.
    private enum Rule: @unchecked Sendable {
        case everything
        case nothing
        case matching(Regex<AnyRegexOutput>)
    }

    private let rule: Rule

    /// Makes the rule; without an expression it accepts all clients.
    init(_ text: String?) {
        if let text {
            rule = (try? Regex(text)).map { .matching($0) } ?? .nothing
        } else {
            rule = .everything
        }
    }

    /// Whether a client is accepted; an expression that cannot be read accepts none, and no expression a text that is
    /// too long.
    func accepts(_ client: String) -> Bool {
        switch rule {
        case .everything: true
        case .nothing: false
        case .matching(let pattern):
            client.utf8.count <= Self.longestText && (try? pattern.wholeMatch(in: client)) != nil
        }
    }

    /// Whether one of the clients of a token is accepted; without an expression the token needs to name none.
    func accepts(oneOf clients: [String]) -> Bool {
        if case .everything = rule { true } else { clients.contains(where: accepts) }
    }
}

/// The expressions of APIs, each compiled once.
final class ClientExpressions: Sendable {
    /// The most expressions that are kept.
    private static let most = 1_000

    private let compiled = Mutex<[[UInt8]: ClientExpression]>([:])

    /// The rule of an expression; without one it accepts all clients.
    subscript(_ text: String?) -> ClientExpression {
        guard let text else { return ClientExpression(nil) }
        let key = Array(text.utf8)
        if let known = compiled.withLock({ $0[key] }) { return known }
        let new = ClientExpression(text)
        compiled.withLock { compiled in
            if compiled.count >= Self.most { compiled = [:] }
            compiled[key] = new
        }
        return new
    }
}
