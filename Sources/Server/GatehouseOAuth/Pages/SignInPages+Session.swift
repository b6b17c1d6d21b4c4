// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehousePages
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The browser's session before and after a sign-in.
extension SignInPages {
    /// The parameters that a sign-in fulfils, and that would otherwise demand another one.
    private static let fulfilled: Set<String> = ["prompt", "max_age"]

    /// The session of the browser; `nil` without a valid one.
    func currentSession() async throws(ServiceFault) -> OpenBrowserSession? {
        guard let cookie = request.cookies.value(.session) else { return nil }
        return try await service.browserSession(cookie, inPool: pool.id, for: client)
    }

    /// What the browser gets at the end of a sign-in: a session with a new cookie in place of the former one, and the
    /// code with which it returns to the client, as Cognito does.
    ///
    /// A session that does not satisfy the request, such as one without the required level, gets no code.
    ///
    /// A user other than the one of `id_token_hint` gets no session: the authorization endpoint would demand another
    /// sign-in.
    var browserReturn: BrowserReturn {
        get async {
            BrowserReturn(
                for: client, replacing: request.cookies.value(.session),
                expecting: await request.expectedUser(of: client)
            ) { [authorize, destination] session in
                destination == .authorize && authorize.type == .code && authorize.isSatisfied(bySignIn: session)
                    ? authorize.authorized : nil
            }
        }
    }

    /// Sets the cookie of a new session, and returns to the client.
    ///
    /// Without its code, the session goes to the authorization endpoint, which decides what the user must do.
    func finish(_ session: NewBrowserSession?) async throws(ServiceFault) -> PageReply {
        guard let session else { return request.refuseOtherUser(authorize) }
        var reply: PageReply
        if let code = session.code {
            reply = AuthorizeEndpoint.reply(to: authorize, with: code, in: request)
        } else if destination == .authorize, authorize.isSatisfied(bySignIn: session.record) {
            reply = await AuthorizeEndpoint.finish(authorize, with: session.record, in: request)
        } else {
            reply = responder.redirect(to: destination, query: fulfilledQuery)
        }
        try request.keep(session, in: &reply)
        return reply
    }

    /// Continues with the account that the user has selected: the one of the session, or another one.
    ///
    /// If the session lacks only a second factor or a level, the user proves what is missing.
    func choose(_ account: String, in run: PageRun) async throws(ServiceFault) -> PageReply {
        guard let session = try await currentSession(), account == session.user.sub,
            await request.hasHint(of: account, for: client)
        else { return login(userName: nil) }
        if canContinue(with: session) { return responder.redirect(to: destination, query: fulfilledQuery) }
        let name = pool.shownName(of: session.user)
        guard canStepUp(from: session) else { return login(userName: name) }
        do throws(ServiceFault) {
            let answer = try await service.stepUpHostedSignIn(
                session.record, clientID: client.id, userName: session.user.username, levels: authorize.levels,
                maximumAge: authorize.maximumAge)
            guard let answer else { return login(userName: name) }
            return try await reply(to: answer, as: session.user.username, in: run)
        } catch {
            return refused(error, name: name, in: run)
        }
    }

    /// Whether the proofs of a session count for the request, so that the user proves only what is missing.
    func canStepUp(from session: OpenBrowserSession) -> Bool {
        hasPoolUsers && authorize.lacksProof(session, at: pools.clock.now)
    }

    /// Whether a session satisfies the request without another sign-in.
    func canContinue(with session: OpenBrowserSession) -> Bool {
        authorize.isSatisfied(by: session, at: pools.clock.now)
    }

    /// The page to which a sign-in returns.
    private var destination: PagePath { PasskeyPages.destination(of: request.parameters) }

    private var fulfilledQuery: String { request.query(responder.query, without: Self.fulfilled) }
}
