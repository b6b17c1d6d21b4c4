// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Answers to custom challenges that the pool's triggers do not verify: they cause no long
/// lockout, and they do not help an attacker who guesses.
@Suite(.hangLimit) struct CustomOutageTests {
    private static func judges(_ event: WireValue) -> ScriptedTriggers.Answer {
        .response(["answerCorrect": .bool(event["request"]?["challengeAnswer"] == "owl")])
    }

    /// A pool whose verifying trigger can be out of order.
    private static func fixture(
        hiding: Bool = false
    ) async throws -> (fixture: PoolFixture, outage: Outage, triggers: ScriptedTriggers) {
        let outage = Outage()
        let triggers = CustomAuthTests.asking(verify: outage.function { judges($0) })
        let fixture = try await PoolFixture.make(triggers, hiding: hiding)
        try await fixture.makeUser()
        return (fixture, outage, triggers)
    }

    /// The result of a sign-in of its own with an answer.
    private static func attempt(
        _ word: String, _ fixture: PoolFixture, as name: String = "alice"
    ) async throws -> (fault: ServiceFault?, isSignedIn: Bool) {
        do {
            let session = try await CustomAuthTests.begin(fixture, name).session
            let answer = try await CustomAuthTests.answer(fixture, word, session: session, username: name)
            return (nil, answer.authenticationResult != nil)
        } catch let fault as ServiceFault {
            return (fault, false)
        }
    }

    @Test(
        arguments: [
            .failure(.timedOut), .failure(.notJSON), .failure(.functionError("database is down")),
            .failure(.notCallable(.unavailable, "503")), .output("true"), .response(["answerCorrect": "true"]),
        ] as [ScriptedTriggers.Answer])
    func `an outage does not count as wrong answers`(_ answer: ScriptedTriggers.Answer) async throws {
        let (fixture, outage, _) = try await Self.fixture()
        for _ in 0..<4 {
            #expect(try await Self.attempt("crow", fixture).fault == nil)
        }
        outage.begin(answer)
        for _ in 0..<4 {
            let fault = try await Self.attempt("owl", fixture).fault
            #expect(fault != nil && fault != .lockedOut)
        }
        outage.end()
        #expect(try await Self.attempt("owl", fixture).isSignedIn)
    }

    @Test func `a right answer after an outage clears its failures`() async throws {
        let (fixture, outage, _) = try await Self.fixture()
        for _ in 0..<3 {
            outage.begin()
            for _ in 0..<4 { #expect(try await Self.attempt("owl", fixture).fault?.code == .unexpectedLambda) }
            outage.end()
            #expect(try await Self.attempt("owl", fixture).isSignedIn)
        }
    }

    @Test(arguments: ["alice", "nobody"])
    func `after an hour of outage with constant attempts the wait is less than four minutes`(
        _ name: String
    ) async throws {
        let (fixture, outage, triggers) = try await Self.fixture(hiding: true)
        outage.begin()
        for _ in 0..<360 {
            let fault = try await Self.attempt("owl", fixture, as: name).fault
            #expect(fault == .lockedOut || fault?.code == .unexpectedLambda)
            fixture.gatehouse.clock.advance(by: 10)
        }
        // Five at first, then behind pauses that double, and four every quarter of an hour.
        #expect((20...35).contains(triggers.sources.count { $0.hasPrefix("Verify") }))
        outage.end()
        fixture.gatehouse.clock.advance(by: 225)
        let last = try await Self.attempt("owl", fixture, as: name)
        #expect(last.isSignedIn == (name == "alice") && last.fault != .lockedOut)
    }

    @Test func `guesses that make a trigger fail are limited, also many at once`() async throws {
        // A trigger could be slow with wrong answers alone, and a fast answer would reveal the right one.
        let triggers = CustomAuthTests.asking(verify: { event in
            event["request"]?["challengeAnswer"] == "owl" ? Self.judges(event) : .failure(.timedOut)
        })
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        var sessions: [String?] = []
        for _ in 0..<200 { sessions.append(try await CustomAuthTests.begin(fixture).session) }
        let refusals = try await faults(200) { [sessions] number in
            _ = try await CustomAuthTests.answer(fixture, "w\(number)", session: sessions[number])
        }
        // Guesses that the function is judging and guesses that it failed to judge are counted apart: four of each kind
        // are free, and the next one locks.
        let failed = refusals.count { $0?.code == .unexpectedLambda }
        #expect((5...9).contains(failed))
        #expect(refusals.count { $0 == .lockedOut } == 200 - failed)
        #expect(triggers.sources.count { $0.hasPrefix("Verify") } == failed)
        #expect(try await Self.attempt("owl", fixture).fault == .lockedOut)
    }

    @Test func `a failure after a right answer is not counted, and a failure after a wrong one does not hide it`()
        async throws
    {
        let outage = Outage()
        let triggers = ScriptedTriggers([
            .defineAuthChallenge: { event in
                let answered = event["request"]?["session"]?.arrayValue ?? []
                guard let last = answered.last else { return .response(["challengeName": "CUSTOM_CHALLENGE"]) }
                let next: ScriptedTriggers.Function = { _ in
                    last["challengeResult"] == true
                        ? .response(["issueTokens": true]) : .response(["challengeName": "CUSTOM_CHALLENGE"])
                }
                return await outage.function(next)(event)
            },
            .createAuthChallenge: { _ in .response([:]) }, .verifyAuthChallengeResponse: { Self.judges($0) },
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        outage.begin()
        for word in ["crow", "crow", "owl", "owl", "owl", "crow", "crow"] {
            #expect(try await Self.attempt(word, fixture).fault?.code == .unexpectedLambda)
        }
        outage.end()
        #expect(try await Self.attempt("owl", fixture).isSignedIn)
        outage.begin()
        for _ in 0..<5 { #expect(try await Self.attempt("crow", fixture).fault?.code == .unexpectedLambda) }
        #expect(try await Self.attempt("owl", fixture).fault == .lockedOut)
    }

    @Test
    func `a next challenge that is too long for a session counts no right answer as wrong, and hides no wrong one`()
        async throws
    {
        let outage = Outage()
        let triggers = ScriptedTriggers([
            .defineAuthChallenge: { _ in .response(["challengeName": "CUSTOM_CHALLENGE"]) },
            .createAuthChallenge: { event in
                guard event["request"]?["session"]?.arrayValue?.isEmpty == false else { return .response([:]) }
                return await outage.function({ _ in .response([:]) })(event)
            },
            .verifyAuthChallengeResponse: { Self.judges($0) },
        ])
        let fixture = try await PoolFixture.make(triggers)
        try await fixture.makeUser()
        let long = WireValue.string(String(repeating: "x", count: 5_000))
        outage.begin(.response(["privateChallengeParameters": ["a": long]]))
        for word in ["crow", "crow", "owl", "owl", "owl", "crow", "crow"] {
            #expect(try await Self.attempt(word, fixture).fault?.code == .invalidLambdaResponse)
        }
        outage.end()
        #expect(try await Self.attempt("owl", fixture).fault == nil)
        outage.begin(.response(["privateChallengeParameters": ["a": long]]))
        #expect(try await Self.attempt("crow", fixture).fault?.code == .invalidLambdaResponse)
        #expect(try await Self.attempt("owl", fixture).fault == .lockedOut)
    }
}
