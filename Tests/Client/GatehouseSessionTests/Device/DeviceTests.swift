// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// The device of an installation for the users that sign in on it.
@Suite(.hangLimit) struct DeviceTests {
    private static let metadata: WireValue = ["DeviceKey": "us-east-1_key", "DeviceGroupKey": "-group"]
    private static let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)

    /// A service that tracks devices.
    private static func fixture(_ store: any CredentialStore = InMemoryCredentialStore()) throws -> Fixture {
        let fixture = try Fixture(identityPool: false, store: store)
        let clock = fixture.clock
        fixture.service.on("InitiateAuth") { input in
            var result = Fixture.tokens(clock).objectValue ?? [:]
            if input["AuthParameters"]?["DEVICE_KEY"] == nil { result["NewDeviceMetadata"] = metadata }
            return .answer(["AuthenticationResult": .object(result)])
        }
        fixture.service.on("ConfirmDevice", .answer([:]))
        return fixture
    }

    private static func stored(_ fixture: Fixture, _ name: String = "ada") -> RememberedDevice? {
        let item = fixture.store.read(keys.deviceMetadata(typedUsername: name))
        guard case .found(let data) = item else { return nil }
        return try? JSONDecoder().decode(RememberedDevice.self, from: data)
    }

    @Test func `a new device is confirmed with a verifier, and named from then on`() async throws {
        let fixture = try Self.fixture()
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        let confirmation = try #require(fixture.service.inputs(of: "ConfirmDevice").first)
        #expect(confirmation["DeviceKey"] == "us-east-1_key")
        #expect(confirmation["DeviceName"]?.stringValue?.isEmpty == false)
        let device = try #require(Self.stored(fixture))
        #expect(device.groupKey == "-group" && device.secret.count == 36)
        let config = confirmation["DeviceSecretVerifierConfig"]
        let salt = try #require(Base64.decode(config?["Salt"]?.stringValue ?? ""))
        let number = try #require(Base64.decode(config?["PasswordVerifier"]?.stringValue ?? ""))
        let verifier = SRPVerifier(salt: salt, verifier: number)
        let identity = SRPIdentity.device(groupKey: "-group", deviceKey: "us-east-1_key")
        let arithmetic = MontgomeryArithmetic.shared
        let isOfSecret = verifier.matches(
            identity: identity,
            password: Secret(utf8: device.secret),
            arithmetic: arithmetic
        )
        #expect(isOfSecret)
        fixture.expire()
        _ = await fixture.engine.fetchSession()
        #expect(fixture.service.inputs(of: "GetTokensFromRefreshToken")[0]["DeviceKey"] == "us-east-1_key")
        _ = await fixture.engine.signOut()
        // The name is typed in other letters; the device is the same. Another user is on another device.
        _ = try await fixture.engine.signIn(username: "ADA", password: "pw")
        fixture.expire()
        _ = await fixture.engine.fetchSession()
        #expect(fixture.service.inputs(of: "GetTokensFromRefreshToken").last?["DeviceKey"] == "us-east-1_key")
        _ = await fixture.engine.signOut()
        _ = try await fixture.engine.signIn(username: "grace", password: "pw")
        let named = fixture.service.inputs(of: "InitiateAuth").map { $0["AuthParameters"]?["DEVICE_KEY"] }
        #expect(named == [nil, "us-east-1_key", nil])
    }

    @Test(arguments: [
        ScriptedService.Reply.fault("InvalidParameterException"), .trouble(.unreachable), .raw(500, "{}"),
    ])
    func `a failed device confirmation does not fail the sign-in`(reply: ScriptedService.Reply) async throws {
        let fixture = try Self.fixture()
        fixture.service.on("ConfirmDevice", reply)
        #expect(try await fixture.engine.signIn(username: "Ada", password: "pw").isSignedIn)
        #expect(Self.stored(fixture) == nil)
        // The refresh names it all the same: the service ties the tokens to it.
        fixture.expire()
        _ = await fixture.engine.fetchSession()
        #expect(fixture.service.inputs(of: "GetTokensFromRefreshToken")[0]["DeviceKey"] == "us-east-1_key")
    }

    @Test func `a device that the service forgot is left out, and a new one is made`() async throws {
        let fixture = try Self.fixture()
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        let first = Self.stored(fixture)
        _ = await fixture.engine.signOut()
        let clock = fixture.clock
        fixture.service.on("InitiateAuth") { input in
            if input["AuthParameters"]?["DEVICE_KEY"] != nil { return .fault("ResourceNotFoundException") }
            var result = Fixture.tokens(clock).objectValue ?? [:]
            result["NewDeviceMetadata"] = ["DeviceKey": "us-east-1_new", "DeviceGroupKey": "-group"]
            return .answer(["AuthenticationResult": .object(result)])
        }
        fixture.service.forget()
        #expect(try await fixture.engine.signIn(username: "Ada", password: "pw").isSignedIn)
        #expect(fixture.service.operations == ["InitiateAuth", "InitiateAuth", "ConfirmDevice"])
        #expect(first != Self.stored(fixture) && Self.stored(fixture)?.deviceKey == "us-east-1_new")
    }

    @Test func `a forgotten device is left out in the middle of a sign-in, with the same session string`() async throws
    {
        let fixture = try Self.fixture()
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        _ = await fixture.engine.signOut()
        fixture.service.on("InitiateAuth", ChallengeTests.challenge("SMS_MFA", [:]))
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        let clock = fixture.clock
        fixture.service.on("RespondToAuthChallenge") { input in
            input["ChallengeResponses"]?["DEVICE_KEY"] == nil
                ? .answer(["AuthenticationResult": Fixture.tokens(clock)]) : .fault("ResourceNotFoundException")
        }
        #expect(try await fixture.engine.confirmSignIn(response: "123456").isSignedIn)
        #expect(fixture.service.inputs(of: "RespondToAuthChallenge").map { $0["Session"] } == ["s1", "s1"])
        #expect(Self.stored(fixture) == nil)
    }

    @Test func `a pool that is not found is not the device's fault`() async throws {
        let fixture = try Self.fixture()
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        _ = await fixture.engine.signOut()
        fixture.service.on("InitiateAuth", .fault("ResourceNotFoundException"))
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "Ada", password: "pw") }
        #expect(Self.stored(fixture) != nil)
    }

    @Test func `a refusal that is not about the device leaves the device`() async throws {
        let fixture = try Self.fixture()
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        _ = await fixture.engine.signOut()
        fixture.service.on("InitiateAuth", .fault("NotAuthorizedException"))
        await #expect(throws: SessionError.self) { try await fixture.engine.signIn(username: "Ada", password: "no") }
        #expect(Self.stored(fixture) != nil)
        fixture.service.on("InitiateAuth", ChallengeTests.challenge("SMS_MFA", [:]))
        fixture.service.on("RespondToAuthChallenge", .fault("NotAuthorizedException"))
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        await #expect(throws: SessionError.self) { try await fixture.engine.confirmSignIn(response: "123456") }
        #expect(Self.stored(fixture) != nil)
    }

    /// A service that asks for a proof of the device.
    private static func prove(_ fixture: Fixture, _ device: RememberedDevice, isRight: Bool) {
        let judge = ProofJudge(
            .device(groupKey: device.groupKey, deviceKey: device.deviceKey),
            password: isRight ? device.secret : "another"
        )
        let clock = fixture.clock
        fixture.service.on("InitiateAuth") { input in
            input["AuthParameters"]?["DEVICE_KEY"] == nil
                ? .answer(["AuthenticationResult": Fixture.tokens(clock)])
                : ChallengeTests.challenge("DEVICE_SRP_AUTH", [:])
        }
        fixture.service.on("RespondToAuthChallenge") { input in
            let responses = input["ChallengeResponses"]
            guard responses?["DEVICE_KEY"]?.stringValue == device.deviceKey else {
                return .fault("InvalidParameterException")
            }
            if input["ChallengeName"] == "DEVICE_SRP_AUTH" {
                return ChallengeTests.challenge(
                    "DEVICE_PASSWORD_VERIFIER", judge.challenge(to: responses), session: "s2")
            }
            return judge.answer(to: responses, clock)
        }
    }

    @Test func `a device proves itself without the app seeing a step`() async throws {
        let fixture = try Self.fixture()
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        _ = await fixture.engine.signOut()
        Self.prove(fixture, try #require(Self.stored(fixture)), isRight: true)
        fixture.service.forget()
        #expect(try await fixture.engine.signIn(username: "Ada", password: "pw").isSignedIn)
        let answers = fixture.service.inputs(of: "RespondToAuthChallenge")
        #expect(answers.map { $0["ChallengeName"] } == ["DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"])
        #expect(answers.map { $0["Session"] } == ["s1", "s2"])
        #expect(answers.map { $0["ChallengeResponses"]?["USERNAME"] } == ["Ada", "sub-1"])
        #expect(answers.allSatisfy { $0["ClientMetadata"] == nil })
    }

    @Test func `a device whose proof is refused is forgotten, and the sign-in begins again without it`() async throws {
        let fixture = try Self.fixture()
        _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
        _ = await fixture.engine.signOut()
        Self.prove(fixture, try #require(Self.stored(fixture)), isRight: false)
        fixture.service.forget()
        #expect(try await fixture.engine.signIn(username: "Ada", password: "pw").isSignedIn)
        #expect(fixture.service.count(of: "InitiateAuth") == 2)
        #expect(fixture.service.inputs(of: "InitiateAuth")[1]["AuthParameters"]?["PASSWORD"] == "pw")
        #expect(Self.stored(fixture) == nil)
    }

    @Test func `a device challenge without parameters gets no answer`() async throws {
        let fixture = try Self.fixture()
        fixture.service.on("InitiateAuth", ChallengeTests.challenge("DEVICE_SRP_AUTH", [:]))
        do throws(SessionError) {
            _ = try await fixture.engine.signIn(username: "Ada", password: "pw")
            Issue.record("The sign-in continued.")
        } catch {
            guard case .unanswerable = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
