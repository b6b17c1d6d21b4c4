// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Synchronization
import Testing

@Suite(.hangLimit) struct FetchSessionTests {
    private static func isInvalidAccountType(_ error: SessionError?) -> Bool {
        if case .invalidAccountType = error { true } else { false }
    }

    private static func isConfiguration(_ error: SessionError?) -> Bool {
        if case .configuration = error { true } else { false }
    }

    @Test func `signed in with both pools, every part is there without network`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let report = await fixture.engine.fetchSession()
        #expect(report.isSignedIn && report.isComplete)
        #expect(try report.identityID.get() == "user-id")
        #expect(try report.userSub.get() == "sub-1")
        #expect(fixture.service.operations.isEmpty)
    }

    @Test func `signed in with a user pool only, there are no credentials`() async throws {
        let fixture = try Fixture(identityPool: false)
        try await fixture.signIn()
        let report = await fixture.engine.fetchSession()
        #expect(report.isSignedIn && report.tokens.isThere && report.userSub.isThere)
        #expect(Self.isInvalidAccountType(report.identityID.reason))
        #expect(Self.isInvalidAccountType(report.credentials.reason))
    }

    @Test func `a guest has credentials but no user, and keeps them over a restart`() async throws {
        let fixture = try Fixture()
        for engine in [fixture.engine, try fixture.restarted().engine] {
            let report = await engine.fetchSession()
            #expect(!report.isSignedIn)
            #expect(try report.identityID.get() == "guest-id")
            #expect(report.credentials.isThere)
            #expect(report.tokens.reason == .signedOut && report.userSub.reason == .signedOut)
        }
        #expect(fixture.service.operations == ["GetId", "GetCredentialsForIdentity"])
        #expect(fixture.service.inputs(of: "GetId") == [["IdentityPoolId": .string(Fixture.identityPoolID)]])
    }

    @Test func `an identity pool without guests is no error of the tokens`() async throws {
        let fixture = try Fixture()
        fixture.service.on("GetId", .fault("NotAuthorizedException"))
        let report = await fixture.engine.fetchSession()
        #expect(!report.isSignedIn)
        #expect(Self.isInvalidAccountType(report.identityID.reason))
        #expect(Self.isInvalidAccountType(report.credentials.reason))
        #expect(report.tokens.reason == .signedOut && report.userSub.reason == .signedOut)
    }

    @Test func `any other failure of a guest is the failure of every part`() async throws {
        let fixture = try Fixture()
        fixture.service.on("GetCredentialsForIdentity", .fault("NotAuthorizedException"))
        let report = await fixture.engine.fetchSession()
        #expect(report.commonReason == .service(ServiceFault("NotAuthorizedException", "refused")))
        fixture.service.on("GetId", .trouble(.unreachable))
        guard case .network = await fixture.engine.fetchSession().commonReason else {
            Issue.record("not a failure of the network")
            return
        }
    }

    @Test func `signed out without identity pool, every part misses its configuration`() async throws {
        let fixture = try Fixture(identityPool: false)
        for force in [false, true] {
            let report = await fixture.engine.fetchSession(force: force)
            #expect(!report.isSignedIn && Self.isConfiguration(report.commonReason))
        }
        #expect(fixture.service.operations.isEmpty)
    }

    @Test(arguments: [(3_479, 0), (3_481, 1)])
    func `tokens that expire within two minutes are refreshed`(age: Int, refreshes: Int) async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(age))
        #expect(await fixture.engine.fetchSession().isComplete)
        #expect(fixture.service.count(of: "GetTokensFromRefreshToken") == refreshes)
    }

    @Test func `a refresh sends the token and keeps it unless the answer has another`() async throws {
        let fixture = try Fixture(secret: ClientSecret("client-secret"))
        try await fixture.signIn()
        fixture.expire()
        #expect(try await fixture.engine.fetchSession().tokens.get().refreshToken == "refresh-1")
        let expected: WireValue = [
            "RefreshToken": "refresh-1", "ClientId": "client", "ClientSecret": "client-secret", "ClientMetadata": [:],
        ]
        #expect(fixture.service.inputs(of: "GetTokensFromRefreshToken") == [expected])
        #expect(fixture.service.operations == ["GetTokensFromRefreshToken", "GetCredentialsForIdentity"])

        fixture.letRenewals(bring: "rotated")
        fixture.expire()
        #expect(try await fixture.engine.fetchSession().tokens.get().refreshToken == "refresh-rotated")
        fixture.expire()
        _ = try await fixture.restarted().engine.fetchSession().tokens.get()
    }

    @Test func `a rotated token is kept though the credentials cannot be had`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.expire()
        fixture.letRenewals(bring: "rotated")
        fixture.service.on("GetCredentialsForIdentity", .trouble(.unreachable))
        let report = await fixture.engine.fetchSession()
        #expect(report.isSignedIn && report.commonReason != nil)
        let restarted = try fixture.restarted()
        fixture.service.forget()
        #expect(try await restarted.engine.fetchSession().tokens.get().refreshToken == "refresh-rotated")
        #expect(fixture.service.operations == ["GetCredentialsForIdentity"])
    }

    @Test func `forcing renews tokens and credentials, and a guest's credentials`() async throws {
        let fixture = try Fixture()
        _ = await fixture.engine.fetchSession()
        fixture.service.forget()
        #expect(try await fixture.engine.fetchSession(force: true).identityID.get() == "guest-id")
        #expect(fixture.service.operations == ["GetCredentialsForIdentity"])
        try await fixture.signIn()
        #expect(await fixture.engine.fetchSession(force: true).isComplete)
        #expect(fixture.service.operations == ["GetTokensFromRefreshToken", "GetCredentialsForIdentity"])
    }

    @Test func `a guest who signs in gets the user's identity, and the guest's one is not asked for`() async throws {
        let fixture = try Fixture()
        #expect(try await fixture.engine.fetchSession().identityID.get() == "guest-id")
        fixture.service.forget()
        try #require(try await fixture.engine.signIn(username: "ada", password: "pw").isSignedIn)
        #expect(fixture.service.inputs(of: "GetId").map { $0["Logins"] != nil } == [true])
        #expect(fixture.service.inputs(of: "GetCredentialsForIdentity").map { $0["IdentityId"] } == ["user-id"])
        #expect(try await fixture.engine.fetchSession().identityID.get() == "user-id")
    }

    @Test func `the identity that a renewal names is kept, and asked for from then on`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let clock = fixture.clock
        fixture.service.on("GetCredentialsForIdentity") { _ in
            .answer(["IdentityId": "merged-id", "Credentials": Fixture.credentials(clock)])
        }
        for asked in ["user-id", "merged-id"] {
            #expect(try await fixture.engine.fetchSession(force: true).identityID.get() == "merged-id")
            #expect(fixture.service.inputs(of: "GetCredentialsForIdentity").last?["IdentityId"]?.stringValue == asked)
        }
        #expect(try await fixture.restarted().engine.fetchSession().identityID.get() == "merged-id")
        #expect(fixture.service.count(of: "GetId") == 0)
    }

    @Test func `expired credentials are renewed with the tokens in the session, which stay`() async throws {
        let fixture = try Fixture()
        let clock = fixture.clock
        fixture.service.on("GetCredentialsForIdentity") { input in
            .answer(["IdentityId": "user-id", "Credentials": Fixture.credentials(clock, lifetime: 600)])
        }
        try await fixture.signIn()
        fixture.clock.advance(by: .seconds(601))
        #expect(await fixture.engine.fetchSession().isComplete)
        #expect(fixture.service.operations == ["GetCredentialsForIdentity"])
        let logins = fixture.service.inputs(of: "GetCredentialsForIdentity")[0]["Logins"]?.objectValue
        #expect(logins?.keys.first == "cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEf123")
    }

    @Test func `a thousand callers at expiry make one request`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "once")
        let engine = fixture.engine
        let tokens = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<1_000 {
                group.addTask { try? await engine.fetchSession().tokens.get().refreshToken }
            }
            await barrier.someone()
            barrier.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens == [String?](repeating: "refresh-once", count: 1_000))
        #expect(fixture.service.count(of: "GetTokensFromRefreshToken") == 1)
        #expect(fixture.service.count(of: "GetCredentialsForIdentity") == 1)
    }

    @Test func `a cancelled caller does not cancel the renewal for the others`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "once")
        let engine = fixture.engine
        let first = Task { await engine.fetchSession() }
        await barrier.someone()
        let second = Task { await engine.fetchSession() }
        first.cancel()
        let cancelled = await first.value
        #expect(cancelled.isSignedIn && cancelled.commonReason == .cancelled)
        barrier.open()
        #expect(await second.value.isComplete)
        #expect(fixture.service.count(of: "GetTokensFromRefreshToken") == 1)
    }

    @Test func `a refused refresh token ends the session, once and for all`() async throws {
        for code in ["NotAuthorizedException", "RefreshTokenReuseException", "UserNotFoundException"] {
            let fixture = try Fixture()
            try await fixture.signIn()
            fixture.expire()
            fixture.service.on("GetTokensFromRefreshToken", .fault(code))
            for force in [false, false, true] {
                let report = await fixture.engine.fetchSession(force: force)
                #expect(report.isSignedIn && report.commonReason == .sessionExpired)
            }
            #expect(fixture.service.operations == ["GetTokensFromRefreshToken"])
            #expect(try fixture.engine.currentUser().username == "ada")
            let restarted = try fixture.restarted()
            fixture.service.on("GetTokensFromRefreshToken", .fault(code))
            #expect(await restarted.engine.fetchSession().commonReason == .sessionExpired)
            #expect(fixture.service.count(of: "GetTokensFromRefreshToken") == 2)
        }
    }

    @Test(arguments: ScriptedService.Reply.passing.indices)
    func `a temporary failure does not end the session`(index: Int) async throws {
        let reply = ScriptedService.Reply.passing[index]
        for operation in ["GetTokensFromRefreshToken", "GetCredentialsForIdentity", "GetId"] {
            let fixture = try Fixture()
            try await fixture.signIn()
            fixture.expire()
            let former = try fixture.restarted()
            fixture.service.on(operation, reply)
            if operation == "GetId" {
                fixture.service.on("GetCredentialsForIdentity", .fault("ResourceNotFoundException"))
            }
            let report = await fixture.engine.fetchSession()
            #expect(report.isSignedIn && report.commonReason != nil)
            #expect(report.commonReason != .sessionExpired && report.commonReason != .signedOut)
            #expect(try former.engine.currentUser().username == "ada")
            let healed = try fixture.restarted()
            #expect(await fixture.engine.fetchSession().isComplete)
            #expect(await healed.engine.fetchSession().isComplete)
        }
    }

    @Test func `a failing store does not take away what the services gave`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(store: store)
        try await fixture.signIn()
        fixture.expire()
        store.fail(.write)
        #expect(await fixture.engine.fetchSession().isComplete)
        store.fail(nil)
        fixture.service.forget()
        #expect(await fixture.engine.fetchSession().isComplete)
        #expect(fixture.service.operations.isEmpty)
        #expect(await (try fixture.restarted()).engine.fetchSession().isComplete)
        #expect(fixture.service.operations.isEmpty)
    }

    @Test func `an unreadable store is said to be so, and read again by the next call`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(store: store)
        try await fixture.signIn()
        let restarted = try fixture.restarted()
        store.fail(.read)
        guard case .storeUnreadable = await restarted.engine.fetchSession().commonReason else {
            Issue.record("The store's failure was not reported.")
            return
        }
        #expect(throws: SessionError.self) { try restarted.engine.currentUser() }
        await #expect(throws: SessionError.self) { try await restarted.engine.signIn(username: "a", password: "b") }
        store.fail(nil)
        #expect(try restarted.engine.currentUser().userID == "sub-1")
        #expect(await restarted.engine.fetchSession().isComplete)
        #expect(fixture.service.operations.isEmpty)
    }

    @Test func `a renewal that ends after a sign-out does not restore the session`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "late")
        let engine = fixture.engine
        let late = Task { await engine.fetchSession() }
        await barrier.someone()
        #expect(await engine.signOut() == .complete)
        barrier.open()
        let report = await late.value
        #expect(!report.isSignedIn && report.tokens.reason == .signedOut)
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
        #expect(throws: SessionError.signedOut) { try fixture.restarted().engine.currentUser() }
    }

    @Test(arguments: [
        (true, "GetTokensFromRefreshToken"), (true, "GetCredentialsForIdentity"), (false, "GetId"),
        (false, "GetCredentialsForIdentity"),
    ])
    func `a call that gets no answer ends at its deadline`(isSignedIn: Bool, operation: String) async throws {
        let fixture = try Fixture()
        if isSignedIn { try await fixture.signIn() }
        fixture.expire()
        let deadline = Barrier()
        let limit = fixture.configuration.deadline
        fixture.hang(operation, opening: deadline)
        let report = await fixture.engine(whoseDeadlines: limit...limit, passAt: deadline).fetchSession()
        #expect(report.isSignedIn == isSignedIn)
        guard case .network(let fault) = report.commonReason, fault.transportKind == .timedOut else {
            Issue.record("The report says \(String(describing: report.commonReason))")
            return
        }
    }

    @Test func `tokens that another process refreshed are used`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let other = try fixture.restarted()
        #expect(await other.engine.fetchSession().isComplete)
        fixture.expire()
        let clock = fixture.clock
        fixture.service.on("GetTokensFromRefreshToken") { input in
            input["RefreshToken"] == "refresh-1"
                ? .answer(["AuthenticationResult": Fixture.tokens(clock, name: "rotated")])
                : .fault("NotAuthorizedException")
        }
        #expect(await fixture.engine.fetchSession().isComplete)
        #expect(try await other.engine.fetchSession().tokens.get().refreshToken == "refresh-rotated")
        #expect(fixture.service.count(of: "GetTokensFromRefreshToken") == 1)
    }

    @Test func `tokens that another process refreshed and that expired again are refreshed`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let other = try fixture.restarted()
        fixture.expire()
        let clock = fixture.clock
        let calls = Mutex(0)
        fixture.service.on("GetTokensFromRefreshToken") { input in
            guard input["RefreshToken"] == "refresh-1" else {
                return .answer(["AuthenticationResult": Fixture.tokens(clock, name: "fresh")])
            }
            guard
                calls.withLock({
                    $0 += 1
                    return $0 == 1
                })
            else {
                return .answer(["AuthenticationResult": Fixture.tokens(clock, name: "old", lifetime: 1)])
            }
            _ = await fixture.engine.fetchSession()
            return .fault("RefreshTokenReuseException")
        }
        #expect(try await other.engine.fetchSession().tokens.get().refreshToken == "refresh-fresh")
    }
}
