// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite(.hangLimit) struct FreshTokensTests {
    private static func signedIn(
        rules: SessionRules = .mobileClient,
        secret: ClientSecret? = nil
    ) async throws -> Fixture {
        let fixture = try Fixture(secret: secret, rules: rules)
        try await fixture.signIn()
        return fixture
    }

    @Test(arguments: [(3_479, 0), (3_481, 1)])
    func `tokens are renewed when they expire within two minutes`(age: Int, refreshes: Int) async throws {
        let fixture = try await Self.signedIn()
        fixture.clock.advance(by: .seconds(age))
        let tokens = try await fixture.engine.freshTokens()
        #expect(fixture.service.operations == Array(repeating: "GetTokensFromRefreshToken", count: refreshes))
        #expect(try fixture.engine.record()?.user?.tokens == tokens && tokens.refreshToken == "refresh-1")
    }

    @Test func `without a user there are no tokens`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        await #expect(throws: SessionError.signedOut) { try await fixture.engine.freshTokens() }
        try await fixture.beGuest()
        await #expect(throws: SessionError.signedOut) { try await fixture.engine.freshTokens() }
        try fixture.engine.adoptFederation(FederatedLogin(provider: "p", token: "t"), identityID: nil)
        await #expect(throws: SessionError.self) { try await fixture.engine.freshTokens() }
        #expect(fixture.service.operations.isEmpty)
    }

    @Test func `fifty callers cause one refresh`() async throws {
        let fixture = try await Self.signedIn()
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "next")
        let engine = fixture.engine
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...50 { group.addTask { try await engine.freshTokens().refreshToken } }
            await barrier.someone()
            for _ in 1...100 { await Task.yield() }
            barrier.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: "refresh-next", count: 50))
        #expect(fixture.service.operations == ["GetTokensFromRefreshToken"])
    }

    @Test func `a dead refresh token is not tried again, except by a new process`() async throws {
        let fixture = try await Self.signedIn()
        fixture.expire()
        fixture.service.on("GetTokensFromRefreshToken", .fault("NotAuthorizedException"))
        for _ in 1...3 {
            await #expect(throws: SessionError.sessionExpired) { try await fixture.engine.freshTokens() }
        }
        #expect(fixture.service.operations == ["GetTokensFromRefreshToken"])
        fixture.letRenewals(bring: "later")
        #expect(try await fixture.other().freshTokens().refreshToken == "refresh-later")
    }

    @Test(arguments: ["InternalErrorException", "TooManyRequestsException", "LimitExceededException"])
    func `other refusals and a missing network end nothing`(code: String) async throws {
        let fixture = try await Self.signedIn()
        fixture.expire()
        let before = try fixture.engine.record()
        fixture.service.on("GetTokensFromRefreshToken", .fault(code))
        await #expect(throws: SessionError.service(ServiceFault(ServiceFault.Code(rawValue: code), "refused"))) {
            try await fixture.engine.freshTokens()
        }
        fixture.service.on("GetTokensFromRefreshToken", .trouble(.unreachable))
        do throws(SessionError) {
            _ = try await fixture.engine.freshTokens()
            Issue.record("tokens without a network")
        } catch {
            guard case .network = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try fixture.engine.record() == before)
        fixture.letRenewals(bring: "later")
        #expect(try await fixture.engine.freshTokens().refreshToken == "refresh-later")
    }

    @Test func `dropped tokens are renewed at the next call, of either face`() async throws {
        for rules in [SessionRules.mobileClient, .amplify] {
            let fixture = try await Self.signedIn(rules: rules)
            fixture.engine.dropTokens()
            #expect(try fixture.restarted().engine.record()?.user?.areTokensStale == true)
            #expect(try await fixture.engine.fetchSession().tokens.get().refreshToken == "refresh-1")
            #expect(fixture.service.operations.first == "GetTokensFromRefreshToken")
            #expect(try fixture.engine.record()?.user?.areTokensStale == nil)
            fixture.service.forget()
            _ = try await fixture.engine.freshTokens()
            #expect(fixture.service.operations.isEmpty)
        }
    }

    @Test func `a renewal keeps its tokens if credentials are dropped in the meantime`() async throws {
        let fixture = try await Self.signedIn()
        _ = try await fixture.engine.freshCredentials(validFor: .zero)
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "next")
        async let tokens = fixture.engine.freshTokens()
        await barrier.someone()
        fixture.engine.dropCredentials()
        barrier.open()
        #expect(try await tokens.refreshToken == "refresh-next")
        let record = try fixture.restarted().engine.record()
        #expect(record?.user?.tokens.refreshToken == "refresh-next" && record?.identity?.identityID == "user-id")
        #expect(record?.identity?.credentials == nil)
        #expect(fixture.service.count(of: "RevokeToken") == 0)
    }

    @Test func `tokens that are dropped during a renewal are renewed once more`() async throws {
        let fixture = try await Self.signedIn()
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "next")
        async let tokens = fixture.engine.freshTokens()
        await barrier.someone()
        fixture.engine.dropTokens()
        barrier.open()
        #expect(try await tokens.refreshToken == "refresh-next")
        #expect(try fixture.engine.record()?.user?.areTokensStale == true)
        fixture.service.forget()
        fixture.letRenewals(bring: "last")
        #expect(try await fixture.engine.freshTokens().refreshToken == "refresh-last")
        #expect(fixture.service.inputs(of: "GetTokensFromRefreshToken").map { $0["RefreshToken"] } == ["refresh-next"])
    }

    @Test(arguments: ["UnknownOperationException", "InvalidAction", "Unsupported"])
    func `a server without the operation receives the flow instead`(code: String) async throws {
        let secret = ClientSecret("hush")
        let fixture = try await Self.signedIn(secret: secret)
        fixture.expire()
        fixture.service.on("GetTokensFromRefreshToken", .fault(code))
        var tokens = Fixture.tokens(fixture.clock, name: "flow").objectValue ?? [:]
        tokens["RefreshToken"] = nil
        fixture.service.on("InitiateAuth", .answer(["AuthenticationResult": .object(tokens)]))
        #expect(try await fixture.engine.freshTokens().refreshToken == "refresh-1")
        let input = try #require(fixture.service.inputs(of: "InitiateAuth").first)
        #expect(input["AuthFlow"] == "REFRESH_TOKEN_AUTH" && input["ClientId"] == "client")
        #expect(input["AuthParameters"]?["REFRESH_TOKEN"] == "refresh-1")
        #expect(input["AuthParameters"]?["DEVICE_KEY"] == nil)
        // Over the name in the access token, and not the one that was typed.
        let hash = input["AuthParameters"]?["SECRET_HASH"]?.stringValue
        #expect(hash == secretHash(username: "ada", clientID: "client", clientSecret: Secret(utf8: "hush")))
        fixture.expire()
        fixture.service.on("InitiateAuth", .fault("NotAuthorizedException"))
        await #expect(throws: SessionError.sessionExpired) { try await fixture.engine.freshTokens() }
    }
}
