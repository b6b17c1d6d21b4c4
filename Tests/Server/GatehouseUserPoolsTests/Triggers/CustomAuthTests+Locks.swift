// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Synchronization
import Testing

/// Answers to custom challenges are counted as passwords are: over all sign-ins, and for many at once.
extension CustomAuthTests {
    @Test func `wrong answers are limited over all sign-ins, and within one the triggers decide`() async throws {
        let fixture = try await PoolFixture.make(Self.asking())
        try await fixture.makeUser()
        for _ in 0..<4 {
            let session = try await Self.begin(fixture).session
            #expect(try await Self.answer(fixture, "crow", session: session).challengeName == .customChallenge)
        }
        let (fifth, fresh) = (try await Self.begin(fixture).session, try await Self.begin(fixture).session)
        let open = try await Self.answer(fixture, "crow", session: fifth)
        #expect(try await fault { _ = try await Self.answer(fixture, "owl", session: fresh) } == .lockedOut)
        // A lockout of custom answers does not lock passwords, and does not end open sign-ins.
        #expect(try await fixture.signInWithPassword().authenticationResult != nil)
        #expect(try await Self.answer(fixture, "owl", session: open.session).authenticationResult != nil)
        #expect(try await Self.answer(fixture, "owl", session: fresh).authenticationResult != nil)
    }

    @Test(arguments: ["alice", "nobody"])
    func `a user name that is locked out over custom challenges begins no flow and calls no trigger`(
        _ name: String
    ) async throws {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers, hiding: true)
        try await fixture.makeUser()
        for _ in 0..<5 {
            let session = try await Self.begin(fixture, name).session
            let next = try await Self.answer(fixture, "crow", session: session, username: name)
            #expect(next.challengeName == .customChallenge)
        }
        let told = triggers.events.count
        let key = SRPConversation(fixture: fixture, username: name).srp.publicKeyHex
        for parameters in [[:], ["CHALLENGE_NAME": "SRP_A", "SRP_A": key]] {
            #expect(try await fault { _ = try await Self.begin(fixture, name, parameters) } == .lockedOut)
        }
        #expect(triggers.events.count == told)
        #expect(try await fault { _ = try await fixture.signInWithPassword(name, "wrong") } == Self.refusal)
        fixture.gatehouse.clock.advance(by: 1)
        #expect(try await Self.begin(fixture, name).challengeName == .customChallenge)
    }

    @Test func `sixty guesses at once, each in a sign-in of its own, call the verifying trigger five times`()
        async throws
    {
        let triggers = Self.asking()
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        var sessions: [String?] = []
        for _ in 0..<60 { sessions.append(try await Self.begin(fixture).session) }
        let refusals = try await faults(60) { [sessions] number in
            _ = try await Self.answer(fixture, "crow", session: sessions[number])
        }
        #expect(refusals.count { $0 == nil } == 5 && refusals.count { $0 == .lockedOut } == 55)
        #expect(triggers.sources.filter { $0.hasPrefix("Verify") }.count == 5)
    }

    @Test func `an earlier right answer does not exempt later guesses from the lockout`() async throws {
        let fixture = try await PoolFixture.make(Self.asking(withoutEnd: "owl"))
        try await fixture.makeUser()
        var sessions: [String?] = []
        for _ in 0..<60 {
            let first = try await Self.begin(fixture).session
            sessions.append(try await Self.answer(fixture, "owl", session: first).session)
        }
        let refusals = try await faults(60) { [sessions] number in
            _ = try await Self.answer(fixture, "crow", session: sessions[number])
        }
        #expect(refusals.count { $0 == nil } == 5 && refusals.count { $0 == .lockedOut } == 55)
    }

    @Test func `a right answer that does not complete the sign-in does not clear wrong ones`() async throws {
        let fixture = try await PoolFixture.make(Self.asking(withoutEnd: "owl"))
        try await fixture.makeUser()
        var refusals: [ServiceFault?] = []
        for word in ["crow", "crow", "crow", "crow", "owl", "owl", "crow", "owl"] {
            refusals.append(
                try await fault {
                    _ = try await Self.answer(fixture, word, session: try await Self.begin(fixture).session)
                })
        }
        #expect(refusals == Array(repeating: nil, count: 7) + [.lockedOut])
    }

    @Test func `a right answer that does not complete the sign-in does not begin a new lockout`() async throws {
        let fixture = try await PoolFixture.make(Self.asking(withoutEnd: "owl"))
        try await fixture.makeUser()
        for _ in 0..<6 {
            let session = try await Self.begin(fixture).session
            _ = try await Self.answer(fixture, "crow", session: session)
            fixture.gatehouse.clock.advance(by: 2)
        }
        let first = try await Self.begin(fixture).session
        let second = try await Self.answer(fixture, "owl", session: first).session
        #expect(try await Self.answer(fixture, "owl", session: second).challengeName == .customChallenge)
    }

    @Test(arguments: [nil, .failure(.timedOut)] as [ScriptedTriggers.Answer?])
    func `wrong answers during the verification of a right one count, also after older ones have expired`(
        _ judgement: ScriptedTriggers.Answer?
    ) async throws {
        let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)
        let triggers = Self.asking(withoutEnd: "owl") {
            if let others = meanwhile.withLock({ $0 }) { await others() }
            return judgement
        }
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        let guess: @Sendable () async throws -> Void = {
            _ = try await Self.answer(fixture, "crow", session: try await Self.begin(fixture).session)
        }
        for _ in 0..<4 { try await guess() }
        fixture.gatehouse.clock.advance(by: 900)
        let fresh = try await Self.begin(fixture).session
        meanwhile.withLock { $0 = { for _ in 0..<4 { _ = try? await guess() } } }
        let right = try await fault {
            _ = try await Self.answer(fixture, "owl", session: try await Self.begin(fixture).session)
        }
        #expect((right == nil) == (judgement == nil))
        try await guess()
        #expect(triggers.sources.count { $0.hasPrefix("Verify") } == 10)
        #expect(try await fault { _ = try await Self.answer(fixture, "owl", session: fresh) } == .lockedOut)
    }
}
