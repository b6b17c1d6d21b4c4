// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// For whom a software token is set up: somebody who has signed in, or who is about to.
enum TokenBearer: Sendable {
    /// An access token.
    case user(String)
    /// The session string of an open `MFA_SETUP`.
    case session(String)

    /// - Throws: `InvalidParameterException` unless it is one of the two.
    init(accessToken: String?, session: String?) throws(ServiceFault) {
        switch (accessToken, session) {
        case (let token?, nil): self = .user(token)
        case (nil, let session?): self = .session(session)
        default: throw .invalidParameter("Either AccessToken or Session must be given, and not both.")
        }
    }
}
