// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The numbers of the transactions of operations that apps and browsers use often.
///
/// A read takes microseconds; a write waits until it is on disk. What an operation stores in one write is stored as a
/// whole, so that a crash leaves no part of it.
@Suite(.hangLimit) struct TransactionCountTests {
    private typealias Counts = CountingDatabase.Counts

    /// A server that counts its transactions, with a pool that has a user and pages.
    private struct Stage {
        let pool: HostedPool
        let database: CountingDatabase

        var fixture: PoolFixture { pool.fixture }

        /// The numbers of the transactions for the form of the login page, and the browser afterwards.
        func signIn(
            _ values: [String: String] = HostedPool.login(), with former: PageBrowser? = nil
        ) async throws -> (counts: Counts, browser: PageBrowser) {
            var browser = former ?? pool.browser
            try await browser.open(pool.address("/login", former == nil ? [] : [("prompt", "login")]))
            let counts = try await database.count { try await browser.submit(values) }
            return (counts, browser)
        }
    }

    private func make(
        _ triggers: ScriptedTriggers? = nil, changing change: (inout CreateUserPoolRequest) -> Void = { _ in }
    ) async throws -> Stage {
        let made = try await HostedPool.make(
            triggers: triggers,
            changing: { request in
                request.lambdaConfig = triggers?.settings
                change(&request)
            },
            client: { $0.explicitAuthFlows = [.allowUserSrpAuth, .allowUserPasswordAuth, .allowRefreshTokenAuth] })
        try await made.fixture.makeUser()
        let (gatehouse, database) = try made.fixture.gatehouse.counted()
        let fixture = PoolFixture(gatehouse: gatehouse, poolID: made.fixture.poolID, client: made.fixture.client)
        let stage = Stage(pool: HostedPool(fixture: fixture), database: database)
        // The first request reads the names of all domains.
        var browser = stage.pool.browser
        try await browser.open(stage.pool.address("/login"))
        return stage
    }

    // MARK: - The pages

    @Test func `a sign-in with a password on the page reads three times and writes once`() async throws {
        let stage = try await make()
        let (counts, browser) = try await stage.signIn()
        // The domain, the client with its providers, the user; then the sign-in, the session and the code.
        #expect(counts == Counts(reads: 3, writes: 1))
        #expect(browser.hasCode)
    }

    @Test func `a sign-in on the page that replaces a session ends the former one in the same transaction`()
        async throws
    {
        let stage = try await make()
        let first = try await stage.signIn().browser
        let (counts, second) = try await stage.signIn(with: first)
        #expect(counts == Counts(reads: 3, writes: 1))
        #expect(second.hasCode)
        let cookies = [first, second].map { $0.cookies[HostedPool.session] ?? "" }
        var isOpen: [Bool] = []
        for cookie in cookies {
            isOpen.append(
                try await stage.fixture.anyone.browserSession(cookie, inPool: stage.fixture.poolID) != nil)
        }
        #expect(isOpen == [false, true])
    }

    @Test(.tags(.security), arguments: ["alice", "nobody"])
    func `a wrong password on the page reads the style too, and makes the same transactions for unknown users`(
        _ name: String
    ) async throws {
        let stage = try await make()
        let (counts, browser) = try await stage.signIn(HostedPool.login(name, password: "Wrong-Horse-7!"))
        // The transactions of the right password, and the style of the page that shows the error.
        #expect(counts == Counts(reads: 4, writes: 1))
        #expect(browser.status == 400)
    }

    @Test func `a trigger that can refuse the sign-in is called before the session is stored`() async throws {
        let stage = try await make(ScriptedTriggers(accepting: [.postAuthentication]))
        let (counts, browser) = try await stage.signIn()
        #expect(counts == Counts(reads: 3, writes: 2))
        #expect(browser.hasCode)
    }

    @Test func `a trigger that can change the tokens is called before the code is stored`() async throws {
        let stage = try await make(ScriptedTriggers(accepting: [.preTokenGeneration]))
        let (counts, browser) = try await stage.signIn()
        #expect(counts == Counts(reads: 4, writes: 2))
        #expect(browser.hasCode)
    }

    @Test func `a browser with a session gets a code with three reads and one write`() async throws {
        let stage = try await make()
        var browser = try await stage.signIn().browser
        let counts = try await stage.database.count {
            try await browser.open(stage.pool.address("/oauth2/authorize"))
        }
        #expect(counts == Counts(reads: 3, writes: 1))
        #expect(browser.hasCode)
    }

    @Test(.tags(.security)) func `a sign-in that gets no session has not passed`() async throws {
        let stage = try await make { $0.userPoolAddOns = UserPoolAddOnsType(advancedSecurityMode: .audit) }
        let (administrator, poolID) = (stage.fixture.administrator, stage.fixture.poolID)
        var browser = stage.pool.browser
        try await browser.open(stage.pool.address("/login"))
        // The pool requires a second factor after the password was checked.
        stage.database.beforeNextWrite {
            _ = try await administrator.setUserPoolMfaConfig(
                SetUserPoolMfaConfigRequest(
                    userPoolId: poolID,
                    softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true), mfaConfiguration: .on))
        }
        try await browser.submit(HostedPool.login())
        #expect(!browser.hasCode && browser.cookies[HostedPool.session] == nil)
        let events = try await administrator.adminListUserAuthEvents(
            AdminListUserAuthEventsRequest(userPoolId: poolID, username: "alice")
        ).authEvents
        #expect(events?.map(\.eventResponse) == [.fail])
    }

    // MARK: - The token endpoint

    private func post(_ form: [(String, String)], in stage: Stage) async throws -> (counts: Counts, WireValue) {
        let hosted = HostedFixture(fixture: stage.fixture)
        var answer = WireValue.null
        let counts = try await stage.database.count {
            answer = await hosted.post(
                "/oauth2/token", FormFields.text(form + [("client_id", stage.fixture.client.id)])
            ).json
        }
        return (counts, answer)
    }

    @Test func `the token endpoint writes once for a code, and never for a refresh token that is not rotated`()
        async throws
    {
        let stage = try await make()
        let code = try #require(try await stage.signIn().browser.returned("code"))
        let first = try await post(
            [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", HostedPool.callback)], in: stage)
        #expect(first.counts == Counts(reads: 3, writes: 1))
        let token = try #require(first.1["refresh_token"]?.stringValue)
        let second = try await post([("grant_type", "refresh_token"), ("refresh_token", token)], in: stage)
        #expect(second.counts == Counts(reads: 3, writes: 0))
        #expect(second.1["access_token"] != nil)
    }

    // MARK: - The operations of apps

    @Test func `a sign-in of an app reads once and writes once, with a password as over SRP`() async throws {
        let stage = try await make()
        let password = try await stage.database.count { _ = try await stage.fixture.tokens() }
        #expect(password == Counts(reads: 1, writes: 1))
        let conversation = SRPConversation(fixture: stage.fixture, username: "alice")
        var challenge: InitiateAuthResponse?
        let begun = try await stage.database.count { challenge = try await conversation.begin() }
        #expect(begun == Counts(reads: 1, writes: 0))
        let opened = try #require(challenge)
        let responses = try conversation.responses(to: opened, password: PoolFixture.password)
        var tokens: AuthenticationResultType?
        let answered = try await stage.database.count {
            tokens = try await conversation.answer(responses, session: opened.session).authenticationResult
        }
        #expect(answered == Counts(reads: 1, writes: 1))
        #expect(tokens != nil)
    }

    @Test func `a call with tokens reads once, and a renewal writes nothing`() async throws {
        let stage = try await make()
        let tokens = try await stage.fixture.tokens()
        let (access, refresh) = (tokens.accessToken ?? "", tokens.refreshToken ?? "")
        let user = try await stage.database.count {
            _ = try await stage.fixture.anyone.getUser(GetUserRequest(accessToken: access))
        }
        #expect(user == Counts(reads: 1, writes: 0))
        let renewed = try await stage.database.count {
            _ = try await stage.fixture.anyone.initiateAuth(
                InitiateAuthRequest(
                    authFlow: .refreshTokenAuth, authParameters: ["REFRESH_TOKEN": refresh],
                    clientId: stage.fixture.client.id))
        }
        #expect(renewed == Counts(reads: 1, writes: 0))
        let exchanged = try await stage.database.count {
            _ = try await stage.fixture.anyone.getTokensFromRefreshToken(
                GetTokensFromRefreshTokenRequest(refreshToken: refresh, clientId: stage.fixture.client.id))
        }
        #expect(exchanged == Counts(reads: 1, writes: 0))
    }
}
