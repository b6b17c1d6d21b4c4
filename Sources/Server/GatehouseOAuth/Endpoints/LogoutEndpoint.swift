// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehousePages
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/logout`: ends the browser's session and returns to the client; tokens stay valid.
enum LogoutEndpoint {
    /// Answers a request.
    ///
    /// `logout_uri`, and `post_logout_redirect_uri` of OpenID Connect RP-Initiated Logout, must be one of the client's
    /// sign-out URLs. Without one, the browser goes to the login page with the parameters of an authorization request.
    static func answer(_ request: HostedRequest, _ providers: ProviderSignIns) async -> PageReply {
        do throws(AuthorizeRefusal) {
            var location = try await address(after: request)
            if let cookie = request.cookies.value(.session) {
                do throws(ServiceFault) {
                    if let session = try await request.service.browserSession(cookie, inPool: request.pool.id)?.record,
                        let provider = try await providers.signOutAddress(of: session, then: location, in: request)
                    {
                        location = provider
                    }
                    try await request.service.endBrowserSession(cookie, inPool: request.pool.id)
                } catch {
                    throw .page(HostedError(error), clientID: request.parameters.value("client_id"))
                }
            }
            var response = GatewayResponse.redirect(to: location, .found)
            if let cookie = request.cookies.deleting(.session) { response.set(cookie) }
            return PageReply(response)
        } catch {
            return request.reply(error)
        }
    }

    /// The address to which the browser goes.
    private static func address(after request: HostedRequest) async throws(AuthorizeRefusal) -> String {
        let parameters = request.parameters
        let id = try await clientID(of: request)
        guard let id else { throw .page(.invalidRequest, clientID: nil) }
        let client: AppClientRecord?
        do throws(ServiceFault) {
            client = try await request.foundClient(id)
        } catch {
            throw .page(HostedError(error), clientID: id)
        }
        guard let client else { throw .page(.unknownClient, clientID: id) }
        let registered = client.description.logoutURLs
        if let address = parameters.value("logout_uri").flatMap({ RedirectURI($0, registered: registered) }) {
            return address.text
        }
        if let address = parameters.value("post_logout_redirect_uri") {
            guard let address = RedirectURI(address, registered: registered) else {
                throw .page(.redirectMismatch, clientID: id)
            }
            return address.text
                + (parameters.value("state").map { state in
                    (address.text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + FormFields.text([("state", state)])
                } ?? "")
        }
        guard parameters.value("redirect_uri") != nil else { throw .page(.missingRedirect, clientID: id) }
        _ = try await request.authorizeRequest()
        return request.path(PagePath.login.rawValue, query: request.call.request.query)
    }

    /// The client that the request names, itself or in an ID token; both must be the same.
    private static func clientID(of request: HostedRequest) async throws(AuthorizeRefusal) -> String? {
        let named = request.parameters.value("client_id")
        guard let text = request.parameters.value("id_token_hint") else { return named }
        let hint: IDTokenHint?
        do throws(ServiceFault) {
            hint = try await request.service.pools.idTokenHints.hint(in: text, ofPool: request.pool.id)
        } catch {
            throw .page(HostedError(error), clientID: named)
        }
        guard let hint, named == nil || named == hint.clientID else { throw .page(.invalidRequest, clientID: named) }
        return hint.clientID
    }
}
