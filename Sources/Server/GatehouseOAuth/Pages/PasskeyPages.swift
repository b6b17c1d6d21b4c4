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

/// `/passkeys/add`: a user who has just signed in with the browser adds a passkey.
///
/// A passkey lasts longer than the session of a browser, so the session must have proofs of the last ten minutes that
/// would complete a new sign-in of the user; for a user of an identity provider, these are of a sign-in there.
struct PasskeyPages: Sendable {
    /// The age of the oldest proof with which a user adds a factor, in seconds.
    static let maximumAge = 600
    /// The parameter of `/login` that leads back to this page after a sign-in, and its value.
    static let (parameter, value): (WireName, String) = ("continue", "passkeys")

    /// The request.
    let request: HostedRequest
    /// The client with the address to which the browser returns.
    let owner: AuthorizeClient
    /// The style of the client's pages; `nil` for a form, which can end in a redirect.
    let branding: PageBranding?

    /// Answers a request for the page or with its form.
    static func answer(_ request: HostedRequest) async -> PageReply {
        let id = request.parameters.value("client_id")
        let pages: PasskeyPages
        do throws(AuthorizeRefusal) {
            let isForm = request.call.request.method == "POST"
            let (client, style): (AppClientRecord?, HostedStyle?)
            do throws(ServiceFault) {
                (client, style) = try await request.service.records.read { [domain = request.domain.record] store in
                    let client = try id.flatMap { try store.appClient($0, ofPool: domain.poolID) }
                    return (client, try isForm ? nil : store.style(ofClient: client?.id ?? "", at: domain))
                }
            } catch {
                throw .fault(error, clientID: id)
            }
            let owner = try AuthorizeClient(request.parameters, client: client, pool: request.pool)
            pages = PasskeyPages(
                request: request, owner: owner,
                branding: style.map { request.branding($0, ofClient: owner.client.id) })
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

    /// The page to which a sign-in returns: this one if it led to the sign-in, and the authorization endpoint otherwise.
    static func destination(of parameters: FormParameters) -> PagePath {
        parameters.value(parameter) == value ? .addPasskey : .authorize
    }

    /// Shows the page with the options for the user's authenticator; a browser without a recent sign-in signs in first.
    func show() async throws(ServiceFault) -> PageReply {
        let session = try await session
        guard let session, session.isComplete(within: Self.maximumAge, at: now) else { return signIn(after: session) }
        return try await page(for: session.user)
    }

    /// Stores the passkey, and shows the link back.
    func submit() async throws(ServiceFault) -> PageReply {
        if request.form.value(WireName(PageField.action)) == PageAction.skip.rawValue {
            return PageReply(.redirect(to: owner.redirectURI.text, .seeOther))
        }
        let session = try await session
        guard let session, session.isComplete(within: Self.maximumAge, at: now) else { return signIn(after: session) }
        let user = session.user
        do throws(ServiceFault) {
            let text = request.form.value(WireName(PageField.credential)) ?? ""
            guard let credential = try? WireValue(foreignJSON: text.utf8) else {
                throw .invalidParameter("The credential is malformed.")
            }
            try await request.service.addPasskey(
                credential, to: user, by: owner.client,
                while: request.service.proof(of: session.record, notOlderThan: Self.maximumAge))
        } catch {
            return try await page(for: user, fault: error)
        }
        return responder.reply(PasskeyAddedPage(nextAddress: owner.redirectURI.text), to: .addPasskey)
    }

    private var now: Date { request.service.pools.clock.now }

    private var session: OpenBrowserSession? {
        get async throws(ServiceFault) {
            guard let cookie = request.cookies.value(.session) else { return nil }
            return try await request.service.browserSession(cookie, inPool: request.pool.id, for: owner.client)
        }
    }

    private func page(for user: UserRecord, fault: ServiceFault? = nil) async throws(ServiceFault) -> PageReply {
        let options = try await request.service.passkeyCreationOptions(for: user, by: owner.client)
        let page = AddPasskeyPage(options: String(decoding: options.jsonBytes(), as: UTF8.self))
        return responder.reply(page, to: .addPasskey, fault: fault)
    }

    /// The login page, which leads back here after a new sign-in.
    ///
    /// The user of a recent session that lacks a second factor proves that alone.
    private func signIn(after session: OpenBrowserSession?) -> PageReply {
        var query = request.query(responder.query, without: ["max_age", "prompt"])
        var fields = [("max_age", String(Self.maximumAge))]
        if session?.isRecent(Self.maximumAge, at: now) != true { fields.append(("prompt", "login")) }
        for (name, value) in [(Self.parameter, Self.value), ("response_type", "code")]
        where request.parameters.value(name) == nil {
            fields.append((name.text, value))
        }
        query += "&" + FormFields.text(fields)
        return responder.redirect(to: .login, query: query)
    }
}
