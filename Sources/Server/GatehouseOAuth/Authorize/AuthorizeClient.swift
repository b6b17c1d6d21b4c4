// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import GatehouseCore
package import GatehouseSites
package import GatehouseUserPoolModel
import GatehouseWire

/// The client of an authorization request with a verified redirect URI: from here on, errors go to the client.
package struct AuthorizeClient: Sendable {
    /// The client.
    package let client: AppClientRecord
    /// The pool of the client and of the domain.
    package let pool: UserPoolRecord
    /// The address to which the browser returns.
    package let redirectURI: RedirectURI
    /// Whether the request names the address.
    package let namesRedirectURI: Bool
    /// Whether a request for a code must have a challenge of PKCE.
    let needsChallenge: Bool

    /// Finds the address to which the browser may return.
    ///
    /// A request may omit it if the client has one identity provider; then it is the default one of the client, or the
    /// only one.
    /// - Throws: the refusal for the error page if the client does not exist in the pool or the address is not one of
    ///   its callback URLs.
    package init(
        _ parameters: FormParameters, client: AppClientRecord?, pool: UserPoolRecord,
        requiring requirement: PKCERequirement = .none
    ) throws(AuthorizeRefusal) {
        guard let id = parameters.value("client_id") else {
            throw .page(.invalidRequest, clientID: nil, note: "client_id is missing")
        }
        guard let client, client.poolID == pool.id else {
            throw .unknownClient(id, ofPool: pool.id)
        }
        let registered = client.redirectURIs
        let named = parameters.value("redirect_uri")
        guard let address = named ?? client.impliedRedirectURI else {
            throw .page(
                .missingRedirect, clientID: client.id,
                note: "redirect_uri is missing in a request for the app client \(client.id)")
        }
        guard let address = RedirectURI(address, registered: registered) else {
            throw .mismatch(of: "redirect_uri", address, registered: registered, clientID: client.id)
        }
        self.client = client
        self.pool = pool
        redirectURI = address
        namesRedirectURI = named != nil
        needsChallenge = requirement.includes(clientID: client.id, isPublic: client.secrets.isEmpty)
    }
}

extension AppClientRecord {
    /// The redirect URI of requests that name none, if the client may omit it.
    fileprivate var impliedRedirectURI: String? {
        guard hostedProviders.count == 1 else { return nil }
        if let address = description.defaultRedirectURI { return address }
        let addresses = description.callbackURLs ?? []
        return addresses.count == 1 ? addresses[0] : nil
    }
}
