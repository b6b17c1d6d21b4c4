// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite(.hangLimit) struct FreshCredentialsTests {
    private static let poolKey = "cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEf123"

    private static func logins(_ fixture: Fixture) -> [WireValue?] {
        fixture.service.inputs(of: "GetCredentialsForIdentity").map { $0["Logins"] }
    }

    @Test(arguments: [(2_999, 0), (3_001, 1)])
    func `credentials are fetched when they would expire within the time asked for`(age: Int, fetches: Int) async throws
    {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.beGuest()
        fixture.clock.advance(by: .seconds(age))
        let identity = try await fixture.engine.freshCredentials(validFor: .seconds(600))
        #expect(identity.identityID == "guest-id")
        #expect(fixture.service.operations == Array(repeating: "GetCredentialsForIdentity", count: fetches))
        #expect(try fixture.restarted().engine.record() == .guest(identity: identity))
    }

    @Test func `credentials whose validity is shorter than required are returned all the same`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        for fetch in 1...2 {
            _ = try await fixture.engine.freshCredentials(validFor: .seconds(7_200))
            #expect(fixture.service.count(of: "GetCredentialsForIdentity") == fetch)
        }
    }

    @Test func `many callers cause one fetch`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        let (engine, clock, barrier) = (fixture.engine, fixture.clock, Barrier())
        fixture.service.on("GetCredentialsForIdentity") { input in
            await barrier.pass()
            return .answer(["IdentityId": input["IdentityId"] ?? .null, "Credentials": Fixture.credentials(clock)])
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...20 { group.addTask { _ = try? await engine.freshCredentials(validFor: .seconds(600)) } }
            await barrier.someone()
            for _ in 1...100 { await Task.yield() }
            barrier.open()
        }
        #expect(fixture.service.operations == ["GetId", "GetCredentialsForIdentity"])
    }

    @Test func `a stored identity that the pool does not have is replaced once`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.beGuest()
        fixture.engine.dropCredentials()
        let clock = fixture.clock
        fixture.service.on("GetId", .answer(["IdentityId": "new-id"]))
        fixture.service.on("GetCredentialsForIdentity") { input in
            if input["IdentityId"] == "guest-id" { return .fault("ResourceNotFoundException") }
            return .answer(["IdentityId": input["IdentityId"] ?? .null, "Credentials": Fixture.credentials(clock)])
        }
        #expect(try await fixture.engine.freshCredentials(validFor: .zero).identityID == "new-id")
        #expect(try fixture.engine.record()?.identity?.identityID == "new-id")
        fixture.engine.dropCredentials()
        fixture.service.on("GetCredentialsForIdentity", .fault("ResourceNotFoundException"))
        fixture.service.forget()
        await #expect(throws: SessionError.service(ServiceFault("ResourceNotFoundException", "refused"))) {
            try await fixture.engine.freshCredentials(validFor: .zero)
        }
        #expect(fixture.service.operations == ["GetCredentialsForIdentity", "GetId", "GetCredentialsForIdentity"])
    }

    @Test func `an identity that the pool names in its answer replaces the stored one`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.beGuest()
        try await fixture.signIn()
        let answer: WireValue = ["IdentityId": "other-id", "Credentials": Fixture.credentials(fixture.clock)]
        fixture.service.on("GetCredentialsForIdentity", .answer(answer))
        #expect(try await fixture.engine.freshCredentials(validFor: .zero).identityID == "other-id")
        #expect(try fixture.restarted().engine.record()?.identity?.identityID == "other-id")
    }

    @Test func `refusals of the identity pool, of the user pool and of a dead token differ`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.signIn()
        let refused = ServiceFault("NotAuthorizedException", "refused")
        fixture.service.on("GetId", .fault("NotAuthorizedException"))
        await #expect(throws: SessionError.service(refused)) {
            try await fixture.engine.freshCredentials(validFor: .zero)
        }
        fixture.expire()
        fixture.service.on("GetTokensFromRefreshToken", .fault("UserNotFoundException"))
        await #expect(throws: SessionError.renewal(ServiceFault("UserNotFoundException", "refused"))) {
            try await fixture.engine.freshCredentials(validFor: .zero)
        }
        fixture.service.on("GetTokensFromRefreshToken", .fault("NotAuthorizedException"))
        await #expect(throws: SessionError.sessionExpired) {
            try await fixture.engine.freshCredentials(validFor: .zero)
        }
    }

    @Test func `without an identity pool there are neither credentials nor an identity`() async throws {
        let engine = try Fixture(identityPool: false, rules: .mobileClient).engine
        for call in [
            { _ = try await engine.freshIdentityID() }, { _ = try await engine.freshCredentials(validFor: .zero) },
        ] {
            do {
                try await call()
                Issue.record("an identity without a pool")
            } catch {
                guard case SessionError.configuration = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }

    @Test(arguments: [UserFederation.disabled, .provider("own"), nil])
    func `a user appears in the identity pool as the session says, on either face`(
        federation: UserFederation?
    ) async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.signIn()
        var user = try #require(try fixture.engine.record()?.user)
        user.federation = federation
        let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: Fixture.identityPoolID)
        try fixture.store.write(SessionRecord.userPool(user: user).encoded(), for: keys.session)
        let key: String? =
            switch federation {
            case .disabled: nil
            case .provider(let name): name
            case nil: Self.poolKey
            }
        let logins = key.map { WireValue.object([WireName($0): .string(user.tokens.idToken)]) }
        _ = try await fixture.restarted().engine.freshCredentials(validFor: .zero)
        try fixture.store.write(SessionRecord.userPool(user: user).encoded(), for: keys.session)
        #expect(await fixture.other(.amplify).fetchSession().isComplete)
        #expect(Self.logins(fixture) == [logins, logins])
        // Without logins, no token is needed either.
        fixture.expire()
        fixture.service.forget()
        _ = try await fixture.restarted().engine.freshCredentials(validFor: .zero)
        #expect(fixture.service.count(of: "GetTokensFromRefreshToken") == (federation == .disabled ? 0 : 1))
    }

    @Test func `an identity id is stored without credentials, which either face obtains for it`() async throws {
        for rules in [SessionRules.mobileClient, .amplify] {
            let fixture = try Fixture(rules: .mobileClient)
            for _ in 1...2 { #expect(try await fixture.engine.freshIdentityID() == "guest-id") }
            #expect(fixture.service.operations == ["GetId"])
            let guest = SessionRecord.guest(identity: GrantedIdentity(identityID: "guest-id", credentials: nil))
            #expect(try fixture.restarted().engine.record() == guest)
            let report = await fixture.other(rules).fetchSession()
            #expect(try report.identityID.get() == "guest-id" && report.credentials.isThere)
            #expect(fixture.service.operations == ["GetId", "GetCredentialsForIdentity"])
        }
    }

    @Test func `a user's identity id is stored with the user`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.signIn()
        #expect(try await fixture.engine.freshIdentityID() == "user-id")
        #expect(try fixture.engine.record()?.user != nil)
        #expect(try fixture.engine.record()?.identity == GrantedIdentity(identityID: "user-id", credentials: nil))
        fixture.engine.dropIdentity()
        #expect(try fixture.restarted().engine.record()?.identity == nil)
        #expect(try fixture.engine.record()?.user != nil)
    }

    @Test func `dropped credentials and identities are gone for the next process too`() async throws {
        let fixture = try Fixture(rules: .mobileClient)
        try await fixture.beGuest()
        fixture.engine.dropCredentials()
        let guest = SessionRecord.guest(identity: GrantedIdentity(identityID: "guest-id", credentials: nil))
        #expect(try fixture.engine.record() == guest)
        #expect(try fixture.restarted().engine.record() == guest)
        fixture.engine.dropIdentity()
        #expect(try fixture.engine.record() == nil)
        #expect(try fixture.restarted().engine.record() == nil)
        #expect(fixture.service.operations.isEmpty)
    }

    @Test func `a change that the store refuses is in memory at once, and is stored later`() async throws {
        let store = FailingStore()
        let fixture = try Fixture(rules: .mobileClient, store: store)
        try await fixture.beGuest()
        store.fail(.write)
        fixture.engine.dropCredentials()
        let guest = SessionRecord.guest(identity: GrantedIdentity(identityID: "guest-id", credentials: nil))
        #expect(try fixture.engine.record() == guest)
        store.fail(nil)
        #expect(try fixture.restarted().engine.record()?.identity?.credentials != nil)
        let identity = try await fixture.engine.freshCredentials(validFor: .zero)
        #expect(fixture.service.operations == ["GetCredentialsForIdentity"])
        #expect(try fixture.restarted().engine.record() == .guest(identity: identity))
    }
}
