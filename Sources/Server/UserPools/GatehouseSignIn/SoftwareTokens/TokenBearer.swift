// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// The credential of a user who sets up a software token: an access token, or the session of a sign-in.
enum TokenBearer: Sendable {
    /// The access token of a signed-in user.
    case user(String)
    /// The session string of an open `MFA_SETUP`.
    case session(String)

    /// - Throws: `InvalidParameterException` unless exactly one of the two is present.
    init(accessToken: String?, session: String?) throws(ServiceFault) {
        switch (accessToken, session) {
        case (let token?, nil): self = .user(token)
        case (nil, let session?): self = .session(session)
        default: throw .invalidParameter("Either AccessToken or Session must be given, and not both.")
        }
    }
}
