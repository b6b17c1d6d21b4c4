// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseSession

/// Sign-ins on the hosted pages that fail: each leaves no user, and the next sign-in succeeds.
@Suite(.hangLimit) struct WebSignInFailureTests {
    /// The callback that a browser brings in place of the right one, given the right one's state.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let query: @Sendable (_ state: String) -> String
        let error: WebSignInError
    }

    static let forgeries = [
        Forgery(
            testDescription: "another state", query: { _ in "code=c&state=00000000-0000-4000-8000-000000000000" },
            error: .wrongState),
        Forgery(testDescription: "no state", query: { _ in "code=c" }, error: .wrongState),
        Forgery(testDescription: "an empty state", query: { _ in "code=c&state=" }, error: .wrongState),
        Forgery(
            testDescription: "the state in upper case", query: { "code=c&state=\($0.uppercased())" }, error: .wrongState
        ),
        Forgery(
            testDescription: "no code", query: { "state=\($0)" }, error: .unusable("The callback has no code.")),
        Forgery(
            testDescription: "an empty code", query: { "code=&state=\($0)" },
            error: .unusable("The callback has no code.")),
        Forgery(
            testDescription: "two codes", query: { "code=a&code=b&state=\($0)" },
            error: .unusable("The callback has a parameter twice.")),
        Forgery(
            testDescription: "two states", query: { "code=a&state=\($0)&state=x" },
            error: .unusable("The callback has a parameter twice.")),
        Forgery(
            testDescription: "bytes that are not text", query: { "code=%FF&state=\($0)" },
            error: .unusable("The callback has a malformed query.")),
        Forgery(
            testDescription: "an error",
            query: { "error=access_denied&error_description=The+user+said+no&state=\($0)" },
            error: .refused(OAuthRefusal(code: "access_denied", text: "The user said no"))),
        Forgery(
            testDescription: "an error without a state", query: { _ in "error=invalid_request" },
            error: .refused(OAuthRefusal(code: "invalid_request", text: ""))),
        Forgery(
            testDescription: "an error for another state", query: { _ in "error=access_denied&state=x" },
            error: .wrongState),
    ]

    /// Expects that no user is signed in, and that a sign-in succeeds.
    private static func expectGoingOn(_ fixture: WebFixture, _ engine: SessionEngine? = nil) async throws {
        let engine = engine ?? fixture.engine
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
        let server = fixture.server
        fixture.browser.onVisit { page throws(WebSignInError) in try WebFixture.visit(page, server) }
        fixture.server.withhold(nil)
        #expect(try await engine.signInOnPages().isSignedIn)
        #expect(try engine.currentUser().username == "ada")
    }

    @Test(arguments: forgeries)
    func `a callback that does not answer the request is refused`(forgery: Forgery) async throws {
        let fixture = try WebFixture()
        fixture.browser.onVisit { page throws(WebSignInError) in
            let fields = try? AuthorizationServer.fields(page.url.query(percentEncoded: true))
            let query = forgery.query(fields?["state"] ?? "")
            guard let url = URL(string: "\(page.redirect.absoluteString)?\(query)")
            else { throw .notShown("The forged address is none.") }
            return url
        }
        await #expect(throws: SessionError.web(forgery.error)) { try await fixture.engine.signInOnPages() }
        #expect(fixture.server.tokenRequests.isEmpty)
        try await Self.expectGoingOn(fixture)
    }

    @Test(arguments: [
        WebSignInError.cancelled, .notShown("t"), .badAnchor, .badRedirect("t"),
        .thrown(PresenterFailure(StoreError(.reading, reason: "r"))),
    ])
    func `a page that is cancelled or not shown ends the sign-in with that error`(error: WebSignInError) async throws {
        let fixture = try WebFixture()
        fixture.browser.onVisit { _ throws(WebSignInError) in throw error }
        await #expect(throws: SessionError.web(error)) { try await fixture.engine.signInOnPages() }
        try await Self.expectGoingOn(fixture)
    }

    @Test(arguments: ["id_token", "access_token", "refresh_token"])
    func `an answer without one of the tokens is no session, and a refresh token in it is revoked`(
        missing: WireName
    ) async throws {
        let fixture = try WebFixture()
        fixture.server.withhold(missing)
        await #expect(throws: SessionError.self) { try await fixture.engine.signInOnPages() }
        #expect(fixture.base.service.count(of: "RevokeToken") == (missing == "refresh_token" ? 0 : 1))
        try await Self.expectGoingOn(fixture)
    }

    @Test func `an answer without an ID token names the scope that is missing`() async throws {
        let fixture = try WebFixture()
        fixture.server.withhold("id_token")
        let error = await #expect(throws: SessionError.self) { try await fixture.engine.signInOnPages() }
        guard case .web(.unusable(let text)) = error else {
            Issue.record("The error is \(String(describing: error))")
            return
        }
        #expect(text.contains("openid"))
    }

    @Test(arguments: [["nonce": "n-2"], ["nonce": .null]] as [[WireName: WireValue]])
    func `an ID token with another nonce or none is not used, and its session is revoked`(
        claims: [WireName: WireValue]
    ) async throws {
        let fixture = try WebFixture()
        fixture.server.claim(claims)
        let options = WebSignInOptions(nonce: "n-1")
        await #expect(throws: SessionError.web(.wrongNonce)) { try await fixture.engine.signInOnPages(options) }
        #expect(fixture.base.service.count(of: "RevokeToken") == 1)
        fixture.server.claim([:])
        try await Self.expectGoingOn(fixture)
    }

    @Test func `a refusal of the token endpoint is the error, with its text in bounds`() async throws {
        let fixture = try WebFixture()
        let long = String(repeating: "x", count: 2_000)
        fixture.server.answer(400, #"{"error":"invalid_grant","error_description":"no\u0007\#(long)"}"#)
        let error = await #expect(throws: SessionError.self) { try await fixture.engine.signInOnPages() }
        guard case .web(.refused(let refusal)) = error else {
            Issue.record("The error is \(String(describing: error))")
            return
        }
        #expect(refusal.code == "invalid_grant")
        #expect(refusal.text.hasPrefix("nox"))
        #expect(refusal.text.utf8.count < 501)
    }

    @Test(arguments: [(502, "<html>"), (200, "<html>"), (400, "{}")])
    func `an answer that is not a token endpoint's is not a refusal`(status: Int, body: String) async throws {
        let fixture = try WebFixture()
        fixture.server.answer(status, body)
        let error = await #expect(throws: SessionError.self) { try await fixture.engine.signInOnPages() }
        guard case .garbled = error else {
            Issue.record("The error is \(String(describing: error))")
            return
        }
        #expect(throws: SessionError.signedOut) { try fixture.engine.currentUser() }
        // A code is good for one request, so an answer in doubt is not asked for again.
        #expect(fixture.server.tokenRequests.count == 1)
    }

    @Test func `a user who signs in already, or pages that are missing, open no browser`() async throws {
        let fixture = try WebFixture()
        let without = try fixture.engine(pages: .some(nil))
        let broken = try fixture.engine(pages: .failure(.configuration("t", cure: "c")))
        for engine in [without, broken] {
            let error = await #expect(throws: SessionError.self) { try await engine.signInOnPages() }
            guard case .configuration = error else {
                Issue.record("The error is \(String(describing: error))")
                return
            }
        }
        let unshown = try fixture.engine(presenter: .some(nil))
        await #expect(throws: SessionError.web(.noPresenter)) { try await unshown.signInOnPages() }
        #expect(fixture.browser.pages.isEmpty)
        _ = try await fixture.engine.signInOnPages()
        let error = await #expect(throws: SessionError.self) { try await fixture.engine.signInOnPages() }
        guard case .invalidState = error else {
            Issue.record("The error is \(String(describing: error))")
            return
        }
        #expect(fixture.browser.pages.count == 1)
    }
}
