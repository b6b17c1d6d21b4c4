// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CFIDO2
import CognitoAdminShapes
import Dispatch
import Foundation
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

@testable import GatehouseSecurityKeys

/// Security keys behind libfido2, with messages in memory in place of USB.
@Suite(.hangLimit) struct SecurityKeyTests {
    /// A user who types these PINs one after the other, and then nothing more.
    private final class User: Sendable {
        private let pins: Mutex<[String]>
        let asked = Mutex<[SecurityKeyPINRequest]>([])
        let touches = Mutex(0)

        init(_ pins: [String] = []) {
            self.pins = Mutex(pins)
        }

        func authenticator(_ key: VirtualKey) -> SecurityKeyAuthenticator {
            SecurityKeyAuthenticator(
                connect: key.connect, askForTouch: { self.touches.withLock { $0 += 1 } },
                askForPIN: { request in
                    self.asked.withLock { $0.append(request) }
                    return self.pins.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                })
        }
    }

    private static func creation(
        excluding ids: [String] = [], algorithm: WireValue = -7, verification: String = "preferred",
        timeout: WireValue = 60_000
    ) -> Data {
        let options: WireValue = [
            "timeout": timeout,
            "challenge": "AAECAw", "rp": ["id": "example.com", "name": "example.com"],
            "user": ["id": "YWRh", "name": "ada", "displayName": ""],
            "pubKeyCredParams": [["alg": algorithm, "type": "public-key"]],
            "excludeCredentials": .array(ids.map { ["id": .string($0), "type": "public-key"] }),
            "authenticatorSelection": ["userVerification": .string(verification)],
        ]
        return options.json()
    }

    private static func request(_ ids: [String] = [], timeout: WireValue = 60_000) -> Data {
        let options: WireValue = [
            "timeout": timeout,
            "challenge": "BAUGBw", "rpId": "example.com", "userVerification": "preferred",
            "allowCredentials": .array(ids.map { ["id": .string($0), "type": "public-key"] }),
        ]
        return options.json()
    }

    private func refusal(_ call: () async throws -> Data) async throws -> SecurityKeyError? {
        do {
            _ = try await call()
            return nil
        } catch let error as SecurityKeyError {
            return error
        }
    }

    @Test(arguments: [nil, "2468"], [UserVerificationType.preferred, .required])
    func `a passkey in a key is registered, and signs in as often as wanted`(
        pin: String?, verification: UserVerificationType
    ) async throws {
        let key = VirtualKey(pin: pin)
        // A key without a PIN that verifies its user by the fingerprint.
        key.state.withLock { $0.verifiesByItself = pin == nil && verification == .required }
        let user = User(pin.map { [$0, $0, $0] } ?? [])
        let server = try await PasskeyServer(verification)
        let authenticator = user.authenticator(key)
        try await server.register(authenticator)
        for _ in 0..<2 { #expect(try await server.signIn(authenticator)) }
        let request = SecurityKeyPINRequest(attemptsLeft: 8, isRetry: false)
        #expect(user.asked.withLock { $0 } == (pin == nil ? [] : [request, request, request]))
        #expect(user.touches.withLock { $0 } == 3)
        #expect(key.state.withLock { $0.passkeys.map(\.signCount) } == [2])
    }

    @Test func `a key without a PIN is refused where the service requires user verification`() async throws {
        let authenticator = User().authenticator(VirtualKey())
        #expect(
            try await refusal {
                try await authenticator.makeCredential(creationOptions: Self.creation(verification: "required"))
            } == .noPIN)
    }

    @Test func `a key that requires its PIN gets it although the service does not require verification`() async throws {
        let user = User(["2468"])
        let authenticator = user.authenticator(VirtualKey(pin: "2468"))
        _ = try await authenticator.makeCredential(creationOptions: Self.creation(verification: "discouraged"))
        #expect(user.asked.withLock { $0 } == [SecurityKeyPINRequest(attemptsLeft: 8, isRetry: false)])
    }

    @Test func `a wrong PIN leads to a second request that says how many tries are left`() async throws {
        let user = User(["1111", "2222", "2468"])
        let authenticator = user.authenticator(VirtualKey(pin: "2468"))
        _ = try await authenticator.makeCredential(creationOptions: Self.creation())
        #expect(
            user.asked.withLock { $0 } == [
                SecurityKeyPINRequest(attemptsLeft: 8, isRetry: false),
                SecurityKeyPINRequest(attemptsLeft: 7, isRetry: true),
                SecurityKeyPINRequest(attemptsLeft: 6, isRetry: true),
            ])
    }

    @Test func `wrong PINs in a row lock a key until it is plugged in again, and eight in all block it`() async throws {
        let key = VirtualKey(pin: "2468")
        for expected in [SecurityKeyError.pinLocked, .pinLocked, .pinBlocked, .pinBlocked] {
            // Pulled and plugged in again.
            key.state.withLock { $0.wrongInARow = 0 }
            let authenticator = User(Array(repeating: "1111", count: 9)).authenticator(key)
            #expect(
                try await refusal { try await authenticator.makeCredential(creationOptions: Self.creation()) }
                    == expected)
        }
        #expect(key.state.withLock { $0.passkeys.isEmpty })
    }

    @Test func `an empty PIN cancels the passkey`() async throws {
        let authenticator = User().authenticator(VirtualKey(pin: "2468"))
        await #expect(throws: CancellationError.self) {
            try await authenticator.makeCredential(creationOptions: Self.creation())
        }
    }

    @Test func `a passkey that is there is not made again, and one that is not does not sign`() async throws {
        let authenticator = User().authenticator(VirtualKey())
        #expect(
            try await refusal { try await authenticator.assertCredential(requestOptions: Self.request()) }
                == .noPasskey)
        let made = try await authenticator.makeCredential(creationOptions: Self.creation())
        let id = try #require(try WireValue(json: made)["id"]?.stringValue)
        #expect(
            try await refusal {
                try await authenticator.makeCredential(creationOptions: Self.creation(excluding: [id]))
            } == .alreadyRegistered)
        #expect(
            try await refusal { try await authenticator.assertCredential(requestOptions: Self.request(["AAAA"])) }
                == .noPasskey)
        for options in [Self.request(), Self.request(["AAAA", id])] {
            let proof = try WireValue(json: try await authenticator.assertCredential(requestOptions: options))
            #expect(proof["id"]?.stringValue == id && proof["authenticatorAttachment"] == "cross-platform")
            #expect(proof["response"]?["userHandle"] == "YWRh")
        }
    }

    @Test(arguments: [
        (UInt8(0x2F), SecurityKeyError.timedOut), (0x3A, .timedOut), (0x28, .full), (0x26, .notSupported),
        (0x2B, .notSupported), (0x22, .noPasskey), (0x7F, .failed("FIDO_ERR_ERR_OTHER")),
    ])
    func `each error status of a key has its own error case`(status: UInt8, expected: SecurityKeyError) async throws {
        let key = VirtualKey()
        key.state.withLock { $0.refusal = status }
        let authenticator = User().authenticator(key)
        #expect(
            try await refusal { try await authenticator.makeCredential(creationOptions: Self.creation()) } == expected)
    }

    @Test func `a refusal on the key itself cancels the passkey`() async throws {
        let key = VirtualKey()
        key.state.withLock { $0.refusal = 0x27 }
        let authenticator = User().authenticator(key)
        await #expect(throws: CancellationError.self) {
            try await authenticator.makeCredential(creationOptions: Self.creation())
        }
    }

    @Test(arguments: [(FIDO_ERR_NOTFOUND, SecurityKeyError.noKey), (FIDOFault.severalKeys.code, .severalKeys)])
    func `exactly one key must be there`(code: Int32, expected: SecurityKeyError) async throws {
        let authenticator = SecurityKeyAuthenticator(
            connect: { _ throws(FIDOFault) in throw FIDOFault(code: code) }, askForPIN: { _ in nil })
        #expect(
            try await refusal { try await authenticator.makeCredential(creationOptions: Self.creation()) } == expected)
    }

    @Test func `invalid options are refused before a key is opened`() async throws {
        let authenticator = SecurityKeyAuthenticator(
            connect: { _ throws(FIDOFault) in throw FIDOFault(code: FIDO_ERR_INTERNAL) }, askForPIN: { _ in nil })
        let made = try await refusal { try await authenticator.makeCredential(creationOptions: Data()) }
        let proved = try await refusal { try await authenticator.assertCredential(requestOptions: Data()) }
        #expect(made == .malformedOptions && proved == .malformedOptions)
        #expect(
            try await refusal {
                try await authenticator.makeCredential(creationOptions: Self.creation(algorithm: -257))
            } == .notSupported)
    }

    @Test func `a cancelled request stops the key that waits for a touch`() async throws {
        let (waiting, waits) = AsyncStream.makeStream(of: Void.self)
        let key = VirtualKey { waits.yield() }
        key.state.withLock { $0.isTouched = false }
        let authenticator = User().authenticator(key)
        let task = Task { try await authenticator.makeCredential(creationOptions: Self.creation()) }
        for await _ in waiting { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The key is free for the next request, and has made no passkey.
        key.state.withLock { $0.isTouched = true }
        #expect(
            try await refusal { try await authenticator.assertCredential(requestOptions: Self.request()) }
                == .noPasskey)
    }

    /// The status codes that keys answer to a cancellation: cancelled, timed out without a touch, PIN required, any other.
    @Test(arguments: [UInt8(0x2D), 0x2F, 0x36, 0x7F], [nil, "2468"])
    func `a cancelled call throws a cancellation error for every status code of the key`(
        farewell: UInt8, pin: String?
    ) async throws {
        let (waiting, waits) = AsyncStream.makeStream(of: Void.self)
        let key = VirtualKey(pin: pin) { waits.yield() }
        key.state.withLock { state in
            state.isTouched = false
            state.farewell = farewell
        }
        let user = User(pin.map { [$0, $0] } ?? [])
        let authenticator = user.authenticator(key)
        let task = Task { try await authenticator.makeCredential(creationOptions: Self.creation()) }
        for await _ in waiting { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(user.asked.withLock { $0.count } == (pin == nil ? 0 : 1))
    }

    @Test func `a call that is cancelled while the key is opened says so, though there is no key`() async throws {
        let (opening, opens) = AsyncStream.makeStream(of: Void.self)
        let isCancelled = DispatchSemaphore(value: 0)
        let authenticator = SecurityKeyAuthenticator(
            connect: { _ throws(FIDOFault) in
                opens.yield()
                isCancelled.wait()
                throw FIDOFault(code: FIDO_ERR_NOTFOUND)
            }, askForPIN: { _ in nil })
        let task = Task { try await authenticator.makeCredential(creationOptions: Self.creation()) }
        for await _ in opening { break }
        task.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: [(WireValue.integer(45_500), Int32(45_500)), (1, 30_000), (.null, 180_000)])
    func `a key has the person's time, and no more, from its opening on`(timeout: WireValue, limit: Int32) async throws
    {
        let key = VirtualKey(pin: "2468")
        let authenticator = User(["2468", "2468"]).authenticator(key)
        _ = try await authenticator.makeCredential(creationOptions: Self.creation(timeout: timeout))
        _ = try await authenticator.assertCredential(requestOptions: Self.request(timeout: timeout))
        let waits = key.state.withLock { $0.patience }
        #expect(waits.count > 4 && waits.allSatisfy { (0...limit).contains($0) })
        // libfido2 counts down by its own clock: a busy machine has this long until the first wait, and the limit after
        // this one is further away.
        let first = try #require(waits.first)
        #expect(limit - first < 14_000)
    }

    @Test func `a key that is stuck does not even hold up its opening for ever`() async throws {
        let key = VirtualKey()
        key.state.withLock { $0.isStuck = true }
        let authenticator = User().authenticator(key)
        #expect(
            try await refusal { try await authenticator.makeCredential(creationOptions: Self.creation()) }
                == .failed("FIDO_ERR_RX"))
        #expect(key.state.withLock { $0.patience } == [60_000])
    }

    @Test func `keys that wait for a touch do not block other requests`() async throws {
        let (waiting, waits) = AsyncStream.makeStream(of: Void.self)
        // More than the number of threads for tasks on any machine that runs the tests.
        let keys = (0..<128).map { _ in
            let key = VirtualKey { waits.yield() }
            key.state.withLock { $0.isTouched = false }
            return key
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for key in keys {
                group.addTask {
                    _ = try await User().authenticator(key).makeCredential(creationOptions: Self.creation())
                }
            }
            var count = 0
            for await _ in waiting {
                count += 1
                if count == keys.count { break }
            }
            for key in keys { key.touch() }
            try await group.waitForAll()
        }
    }
}
