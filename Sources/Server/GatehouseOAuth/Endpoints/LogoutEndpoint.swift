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
    /// The place to which the browser goes.
    fileprivate enum Destination {
        /// A verified address, or the login page.
        case address(String)
        /// The page that says that the user is signed out, in the style of a client.
        case page(clientID: String?)
    }

    /// Answers a request.
    ///
    /// `logout_uri`, and `post_logout_redirect_uri` of OpenID Connect RP-Initiated Logout, must be one of the client's
    /// sign-out URLs. With `redirect_uri`, the browser goes to the login page with the parameters of an authorization
    /// request. Without any address, it stays on a page of this server.
    static func answer(_ request: HostedRequest, _ providers: ProviderSignIns) async -> PageReply {
        do throws(AuthorizeRefusal) {
            let destination = try await destination(after: request)
            do throws(ServiceFault) {
                return try await signOut(request, providers, then: destination)
            } catch {
                throw .fault(error, clientID: request.parameters.value("client_id"))
            }
        } catch {
            return request.reply(error)
        }
    }

    private static func signOut(
        _ request: HostedRequest, _ providers: ProviderSignIns, then destination: Destination
    ) async throws(ServiceFault) -> PageReply {
        var provider: String?
        if let cookie = request.cookies.value(.session) {
            if let session = try await request.service.browserSession(cookie, inPool: request.pool.id)?.record {
                provider = try await providers.signOutAddress(
                    of: session, then: destination.address(in: request), in: request)
            }
            try await request.service.endBrowserSession(cookie, inPool: request.pool.id)
        }
        var response: GatewayResponse
        switch (provider, destination) {
        case (let address?, _), (nil, .address(let address)): response = .redirect(to: address, .found)
        case (nil, .page(let id)):
            let context = PageContext(
                language: request.language, branding: try await request.branding(ofClient: id ?? ""),
                basePath: request.domain.basePath)
            response = request.response(SignedOutPage(), in: context)
        }
        if let cookie = request.cookies.deleting(.session) { response.set(cookie) }
        return PageReply(response)
    }

    private static func destination(after request: HostedRequest) async throws(AuthorizeRefusal) -> Destination {
        let parameters = request.parameters
        let names: [WireName] = ["logout_uri", "post_logout_redirect_uri", "redirect_uri"]
        let hasAddress = names.contains { parameters.value($0) != nil }
        guard let id = try await clientID(of: request) else {
            guard !hasAddress else { throw .page(.invalidRequest, clientID: nil, note: "client_id is missing") }
            return .page(clientID: nil)
        }
        let client: AppClientRecord?
        do throws(ServiceFault) {
            client = try await request.foundClient(id)
        } catch {
            throw .fault(error, clientID: id)
        }
        guard let client else { throw .unknownClient(id, ofPool: request.pool.id) }
        return hasAddress ? .address(try await address(after: request, for: client)) : .page(clientID: id)
    }

    /// The address to which the browser goes.
    private static func address(
        after request: HostedRequest, for client: AppClientRecord
    ) async throws(AuthorizeRefusal) -> String {
        let parameters = request.parameters
        let registered = client.description.logoutURLs
        if let address = parameters.value("logout_uri").flatMap({ RedirectURI($0, registered: registered) }) {
            return address.text
        }
        if let address = parameters.value("post_logout_redirect_uri") {
            guard let address = RedirectURI(address, registered: registered) else {
                throw .mismatch(
                    of: "post_logout_redirect_uri", address, registered: registered, clientID: client.id)
            }
            return address.text
                + (parameters.value("state").map { state in
                    (address.text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + FormFields.text([("state", state)])
                } ?? "")
        }
        guard parameters.value("redirect_uri") != nil else {
            let note = parameters.value("logout_uri").map { address in
                AuthorizeRefusal.note(
                    onMismatchOf: "logout_uri", address, registered: registered, clientID: client.id)
            }
            throw .page(
                .missingRedirect, clientID: client.id, note: note ?? "logout_uri and redirect_uri are missing")
        }
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
            throw .fault(error, clientID: named)
        }
        guard let hint, named == nil || named == hint.clientID else {
            throw .page(
                .invalidRequest, clientID: named,
                note: hint == nil
                    ? "id_token_hint is no ID token of the user pool" : "id_token_hint is of another client")
        }
        return hint.clientID
    }
}

extension LogoutEndpoint.Destination {
    /// The address to which a SAML provider returns the browser in the end.
    fileprivate func address(in request: HostedRequest) -> String {
        switch self {
        case .address(let address): address
        case .page(let id):
            request.path(PagePath.logout.rawValue, query: id.map { FormFields.text([("client_id", $0)]) })
        }
    }
}
