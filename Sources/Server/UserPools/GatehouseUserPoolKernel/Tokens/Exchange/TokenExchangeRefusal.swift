// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
package import GatehouseWire

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
