// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct DeviceAttackTests {
    private static let noSession = "Missing required parameter Session"

    /// An app with the same device and a key pair that never proved a password.
    private func stranger(_ app: DeviceConversation) -> DeviceConversation {
        var stranger = app
        stranger.srp = SRPClient(privateKey: Entropy.seeded(99).bytes(32))
        return stranger
    }

    @Test func `a device without the user's password does not continue a sign-in`() async throws {
        let app = try await DeviceConversation.make()
        #expect(try await fault { _ = try await app.nameDevice(nil) }?.message == Self.noSession)
        #expect(try await fault { _ = try await app.nameDevice("") } == .invalidSession)
        // The session of an unproved password challenge is not a device challenge's.
        let begun = try await SRPConversation(fixture: app.fixture, username: "alice").begin()
        #expect(try await fault { _ = try await app.nameDevice(begun.session) } == .invalidSession)
        let forged = RespondToAuthChallengeResponse(challengeParameters: begun.challengeParameters)
        let responses = try app.responses(to: forged)
        for session in [nil, begun.session] {
            #expect(try await fault { _ = try await app.answer(responses, session: session) } == .invalidSession)
        }
    }

    @Test func `a device's handshake proves no password`() async throws {
        let app = try await DeviceConversation.make()
        let challenge = try await app.nameDevice(try await app.provePassword().session)
        let responses = try app.responses(to: challenge)
        for session in [nil, challenge.session] {
            let refusal = try await fault {
                _ = try await app.fixture.answer(.passwordVerifier, session, responses)
            }
            #expect(refusal == .invalidSession)
        }
    }

    @Test func `another key pair cannot continue a sign-in of an app without session strings`() async throws {
        var app = try await DeviceConversation.make()
        let stranger = stranger(app)
        app.srp = SRPConversation(fixture: app.fixture, username: "alice").srp
        _ = try await app.provePassword(carryingSession: false)
        #expect(try await fault { _ = try await stranger.nameDevice(nil) }?.message == Self.noSession)
        // An attacker with the overheard public key can begin, and lacks the private one.
        let challenge = try await stranger.nameDevice(nil, publicKey: app.srp.publicKeyHex)
        let refusal = try await fault {
            _ = try await stranger.answer(try stranger.responses(to: challenge), session: nil)
        }
        #expect(refusal == .wrongCredentials)
    }

    @Test func `an app that carries session strings leaves no way without them`() async throws {
        var app = try await DeviceConversation.make()
        app.srp = SRPConversation(fixture: app.fixture, username: "alice").srp
        _ = try await app.provePassword()
        #expect(try await fault { _ = try await app.nameDevice(nil) }?.message == Self.noSession)
    }

    @Test func `a sign-in that waits for a device is bound to its user, client and device, and expires`() async throws {
        var app = try await DeviceConversation.make()
        try await app.fixture.makeUser("bob")
        let other = try await app.fixture.confirmedDevice("bob")
        app.srp = SRPConversation(fixture: app.fixture, username: "alice").srp
        _ = try await app.provePassword(carryingSession: false)
        var bob = app
        bob.username = "bob"
        #expect(try await fault { _ = try await bob.nameDevice(nil) }?.message == Self.noSession)
        let key = other.device.key
        #expect(try await fault { _ = try await bob.nameDevice(nil, key: key) }?.message == Self.noSession)
        #expect(try await fault { _ = try await app.nameDevice(nil, key: key) }?.message == Self.noSession)
        let client = try await app.fixture.administrator.createUserPoolClient(
            CreateUserPoolClientRequest(userPoolId: app.fixture.poolID, clientName: "other")
        ).userPoolClient
        let elsewhere = PoolFixture(
            gatehouse: app.fixture.gatehouse, poolID: app.fixture.poolID,
            client: (id: client?.clientId ?? "", secret: nil))
        let refusal = try await fault {
            _ = try await elsewhere.answer(
                .deviceSrpAuth, nil, ["DEVICE_KEY": app.device.key, "SRP_A": app.srp.publicKeyHex])
        }
        #expect(refusal == .invalidSession)
        app.fixture.gatehouse.clock.advance(by: 181)
        #expect(try await fault { _ = try await app.nameDevice(nil) } == .expiredSession)
    }

    @Test func `a handshake is answered once, and no session string of it is good after that`() async throws {
        let app = try await DeviceConversation.make()
        let session = try await app.provePassword().session
        let (challenge, sibling) = (try await app.nameDevice(session), try await app.nameDevice(session))
        let responses = try app.responses(to: challenge)
        #expect(try await app.answer(responses, session: challenge.session).authenticationResult != nil)
        #expect(try await fault { _ = try await app.answer(responses, session: challenge.session) } == .spentSession)
        #expect(try await fault { _ = try await app.answer(responses, session: nil) } == .wrongCredentials)
        let others = try app.responses(to: sibling)
        #expect(try await fault { _ = try await app.answer(others, session: sibling.session) } == .spentSession)
        #expect(try await fault { _ = try await app.nameDevice(session) } == .spentSession)
    }

    @Test func `of many answers at the same time one gets tokens`() async throws {
        let app = try await DeviceConversation.make()
        let challenge = try await app.nameDevice(try await app.provePassword().session)
        let responses = try app.responses(to: challenge)
        let refusals = try await faults(8) { _ in _ = try await app.answer(responses, session: challenge.session) }
        #expect(refusals.count { $0 == nil } == 1)
    }

    @Test func `a wrong secret ends the handshake and counts against the second factor`() async throws {
        let app = try await DeviceConversation.make()
        for _ in 0..<5 {
            let challenge = try await app.nameDevice(try await app.provePassword().session)
            let wrong = try app.responses(to: challenge, secret: "guess")
            let refusal = try await fault { _ = try await app.answer(wrong, session: challenge.session) }
            #expect(refusal == .wrongCredentials)
            let right = try app.responses(to: challenge)
            let late = try await fault { _ = try await app.answer(right, session: challenge.session) }
            #expect(late == .spentSession || late == .lockedOut)
        }
        let session = try await app.provePassword().session
        #expect(try await fault { _ = try await app.nameDevice(session) } == .lockedOut)
    }

    @Test func `another user's device, another own device and a forgotten device do not replace the second factor`()
        async throws
    {
        let app = try await DeviceConversation.make()
        try await app.fixture.makeUser("bob")
        let bob = try await app.fixture.confirmedDevice("bob").device
        #expect(try await fault { _ = try await app.sendPassword(naming: bob.key) } == .noSuchDevice)
        let session = try await app.provePassword().session
        #expect(try await fault { _ = try await app.nameDevice(session, key: bob.key) } == .noSuchDevice)
        let challenge = try await app.nameDevice(session)
        var responses = try app.responses(to: challenge)
        responses["DEVICE_KEY"] = bob.key
        #expect(try await fault { _ = try await app.answer(responses, session: challenge.session) } == .noSuchDevice)
        responses["DEVICE_KEY"] = app.device.key
        try await app.fixture.administrator.adminForgetDevice(
            AdminForgetDeviceRequest(userPoolId: app.fixture.poolID, username: "alice", deviceKey: app.device.key))
        #expect(try await fault { _ = try await app.answer(responses, session: challenge.session) } == .noSuchDevice)
    }

    @Test func `a device that is no longer remembered gets no tokens`() async throws {
        let app = try await DeviceConversation.make()
        let challenge = try await app.nameDevice(try await app.provePassword().session)
        _ = try await app.fixture.administrator.adminUpdateDeviceStatus(
            AdminUpdateDeviceStatusRequest(
                userPoolId: app.fixture.poolID, username: "alice", deviceKey: app.device.key,
                deviceRememberedStatus: .notRemembered))
        let responses = try app.responses(to: challenge)
        #expect(try await fault { _ = try await app.answer(responses, session: challenge.session) } == .noSuchDevice)
    }

    @Test func `a password that was changed meanwhile ends the sign-in`() async throws {
        let app = try await DeviceConversation.make()
        let challenge = try await app.nameDevice(try await app.provePassword().session)
        _ = try await app.fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: app.fixture.poolID, username: "alice", password: PoolFixture.newPassword, permanent: true))
        let responses = try app.responses(to: challenge)
        for session in [nil, challenge.session] {
            #expect(try await fault { _ = try await app.answer(responses, session: session) } == .invalidSession)
        }
    }

    @Test func `a public key that fixes the shared secret is refused`() async throws {
        let app = try await DeviceConversation.make()
        let session = try await app.provePassword().session
        for key in ["", "0", "xyz", Hex.encode(SRPGroup.modulusBytes)] {
            let refusal = try await fault { _ = try await app.nameDevice(session, publicKey: key) }
            #expect(refusal?.code == .invalidParameter)
        }
    }

    @Test(arguments: [DeviceConfigurationType(challengeRequiredOnNewDevice: false), nil])
    func `devices that no longer count as a factor end a sign-in that waits for one`(
        _ configuration: DeviceConfigurationType?
    ) async throws {
        let app = try await DeviceConversation.make()
        let session = try await app.provePassword().session
        let challenge = try await app.nameDevice(session)
        try await app.fixture.anyone.pools.records.write { [poolID = app.fixture.poolID] store in
            var pool = try store.existingPool(poolID)
            pool.description.deviceConfiguration = configuration
            try store.update(pool)
        }
        guard configuration != nil else {
            #expect(try await fault { _ = try await app.nameDevice(session) } == .noSuchDevice)
            return
        }
        #expect(try await fault { _ = try await app.nameDevice(session) } == .invalidSession)
        let responses = try app.responses(to: challenge)
        #expect(try await fault { _ = try await app.answer(responses, session: challenge.session) } == .invalidSession)
    }

    @Test func `a device does not replace the second factor in a pool that asks for both`() async throws {
        let app = try await DeviceConversation.make(.on, asFactor: false)
        let challenge = try await app.sendPassword(naming: app.device.key)
        #expect(try await fault { _ = try await app.nameDevice(challenge.session) } == .invalidSession)
        #expect(try await fault { _ = try await app.nameDevice(nil) }?.message == Self.noSession)
    }

    @Test func `a wrong device ends a sign-in whose second factor was right`() async throws {
        let app = try await DeviceConversation.make(.on, asFactor: false)
        let challenge = try await app.sendPassword(naming: app.device.key)
        let next = try await app.fixture.answer(
            .emailOtp, challenge.session, ["EMAIL_OTP_CODE": app.fixture.newestCode])
        let handshake = try await app.nameDevice(next.session)
        let wrong = try app.responses(to: handshake, secret: "guess")
        #expect(try await fault { _ = try await app.answer(wrong, session: handshake.session) } == .wrongCredentials)
        let right = try app.responses(to: handshake)
        #expect(try await fault { _ = try await app.answer(right, session: handshake.session) } == .spentSession)
    }
}
