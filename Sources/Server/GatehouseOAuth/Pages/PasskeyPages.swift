// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehousePages
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/passkeys/add`: a user who is signed in with the browser adds a passkey.
struct PasskeyPages: Sendable {
    /// The parameter of `/login` that leads back to this page after a sign-in, and its value.
    static let (parameter, value): (WireName, String) = ("continue", "passkeys")

    /// The request.
    let request: HostedRequest
    /// The client with the address to which the browser returns.
    let owner: AuthorizeClient
    /// The style of the client's pages.
    let branding: PageBranding

    /// Answers a request for the page or with its form.
    static func answer(_ request: HostedRequest) async -> PageReply {
        let id = request.parameters.value("client_id")
        let pages: PasskeyPages
        do throws(AuthorizeRefusal) {
            let (client, branding): (AppClientRecord?, PageBranding)
            do throws(ServiceFault) {
                client = if let id { try await request.foundClient(id) } else { nil }
                branding = try await request.branding(ofClient: id ?? "")
            } catch {
                throw .fault(error, clientID: id)
            }
            let owner = try AuthorizeClient(request.parameters, client: client, pool: request.pool)
            pages = PasskeyPages(request: request, owner: owner, branding: branding)
        } catch {
            return request.reply(error)
        }
        return await pages.responder.guarded { () throws(ServiceFault) in
            guard request.call.request.method == "POST", request.isGenuine(for: PagePath.addPasskey.rawValue) else {
                return try await pages.show()
            }
            return try await pages.submit()
        }
    }

    private var responder: PageResponder {
        PageResponder(request: request, client: owner.client, redirectURI: owner.redirectURI, branding: branding)
    }

    /// Shows the page with the options for the user's authenticator; a browser without a session signs in first.
    func show() async throws(ServiceFault) -> PageReply {
        guard let user = try await user else { return signIn() }
        return try await page(for: user)
    }

    /// Stores the passkey, and shows the link back.
    func submit() async throws(ServiceFault) -> PageReply {
        guard let user = try await user else { return signIn() }
        if request.form.value(WireName(PageField.action)) == PageAction.skip.rawValue {
            return PageReply(.redirect(to: owner.redirectURI.text, .seeOther))
        }
        do throws(ServiceFault) {
            let text = request.form.value(WireName(PageField.credential)) ?? ""
            guard let credential = try? WireValue(foreignJSON: text.utf8) else {
                throw .invalidParameter("The credential is malformed.")
            }
            try await request.service.addPasskey(credential, to: user, by: owner.client)
        } catch {
            return try await page(for: user, fault: error)
        }
        return responder.reply(PasskeyAddedPage(nextAddress: owner.redirectURI.text), to: .addPasskey)
    }

    private var user: UserRecord? {
        get async throws(ServiceFault) {
            guard let cookie = request.cookies.value(.session) else { return nil }
            return try await request.service.browserSession(cookie, inPool: request.pool.id, for: owner.client)?.user
        }
    }

    private func page(for user: UserRecord, fault: ServiceFault? = nil) async throws(ServiceFault) -> PageReply {
        let options = try await request.service.passkeyCreationOptions(for: user, by: owner.client)
        let page = AddPasskeyPage(options: String(decoding: options.jsonBytes(), as: UTF8.self))
        return responder.reply(page, to: .addPasskey, fault: fault)
    }

    /// The login page, which leads back here.
    private func signIn() -> PageReply {
        var query = responder.query
        for (name, value) in [(Self.parameter, Self.value), ("response_type", "code")]
        where request.parameters.value(name) == nil {
            query += "&" + FormFields.text([(name.text, value)])
        }
        return responder.redirect(to: .login, query: query)
    }
}
