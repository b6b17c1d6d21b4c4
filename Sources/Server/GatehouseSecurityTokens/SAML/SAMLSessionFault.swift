// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why the attributes of a verified assertion make no session.
package enum SAMLSessionFault: Error, Sendable, Equatable {
    /// The attribute `RoleSessionName` is missing.
    case noSessionName
    /// The attribute `RoleSessionName` has a form that is not allowed.
    case badSessionName
    /// An attribute for the session has a value that is not allowed; it is named without its prefix.
    case badAttribute(String)

    /// The text for a client, as STS has it where it was observed; it contains nothing of the response.
    package var text: String {
        switch self {
        case .noSessionName: "RoleSessionName is required in AuthnResponse"
        case .badSessionName: "RoleSessionName in AuthnResponse must match [a-zA-Z_0-9+=,.@-]{2,64}"
        case .badAttribute(let name): "\(name) in AuthnResponse is not valid"
        }
    }
}
