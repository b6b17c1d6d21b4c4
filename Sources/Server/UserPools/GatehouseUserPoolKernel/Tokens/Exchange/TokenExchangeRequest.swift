// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolModel
package import GatehouseWire

/// A request for a token that is derived from a user's token (RFC 8693).
package struct TokenExchangeRequest: Sendable {
    /// A token of the request, which is not trusted yet.
    package struct Token: Sendable {
        /// The text of the token.
        let text: String
        /// The kind of the token, as the request names it.
        let use: SigningKeyRecord.Use

        /// Creates a token of a request.
        package init(_ text: String, _ use: SigningKeyRecord.Use) {
            (self.text, self.use) = (text, use)
        }
    }

    /// The service that the derived token is for.
    package enum Target: Sendable, Equatable {
        /// A logical name: the client's own id, or the identifier of a resource server.
        case audience(String)
        /// The identifier of a resource server.
        case resource(String)

        /// The claim `aud`.
        var name: String {
            switch self {
            case .audience(let name), .resource(let name): name
            }
        }
    }

    /// The token of the user for whose operations the derived token is.
    let subject: Token
    /// The token of the party that acts on behalf of the user; `nil` for an impersonation.
    let actor: Token?
    /// The requested scopes; `nil` or none for all that are possible.
    let scopes: [String]?
    /// The service that the derived token is for; `nil` for the service of the subject's token.
    let target: Target?
    /// The kind of the derived token.
    let requested: SigningKeyRecord.Use

    /// Creates a request; without `requested`, the derived token is of the same kind as the subject's.
    package init(
        subject: Token, actor: Token?, scopes: [String]?, target: Target?, requested: SigningKeyRecord.Use?
    ) {
        self.subject = subject
        self.actor = actor
        self.scopes = scopes.flatMap { $0.isEmpty ? nil : $0 }
        self.target = target
        self.requested = requested ?? subject.use
    }
}

/// A token that was derived from a user's token.
package struct DerivedToken: Sendable {
    /// The text of the token.
    package let text: String
    /// The kind of the token.
    package let use: SigningKeyRecord.Use
    /// The lifetime in seconds.
    package let lifetime: Int
    /// The scopes of an access token; `nil` for an ID token.
    package let scopes: [String]?
}

/// The reason why no token is derived: the cause of the fault.
package enum TokenExchangeRefusal: String, RefusalReason {
    /// The client may not exchange tokens in this way.
    case notEnabled = "exchange_not_enabled"
    /// The request has no meaning, or needs a kind of token that the server does not exchange.
    case request = "exchange_request"
    /// The subject's token is not valid for this client, or its user is not.
    case subject = "exchange_subject"
    /// The actor's token is not valid for this client, or its user is not.
    case actor = "exchange_actor"
    /// The subject's token permits another actor only.
    case otherActor = "exchange_other_actor"
    /// The derived token cannot be for this service.
    case target = "exchange_target"
    /// No requested scope is possible.
    case scope = "exchange_scope"

    package var refusedBy: String { rawValue }

    /// Returns the fault with this reason: a request that cannot be granted to any caller is an invalid parameter.
    package func fault(_ text: String) -> ServiceFault {
        switch self {
        case .notEnabled, .request, .target: ServiceFault(.invalidParameter, text, cause: self)
        case .subject, .actor, .otherActor, .scope: ServiceFault(.notAuthorized, text, cause: self)
        }
    }
}
