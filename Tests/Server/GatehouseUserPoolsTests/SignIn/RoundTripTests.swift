// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServer
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseOutbound

/// The number of transactions of an answer to a challenge: one to read, and one to write.
///
/// A custom challenge is read and its session spent at once, before a function of the pool judges the answer.
@Suite(.hangLimit) struct RoundTripTests {
    private static let allowed = 1...2

    @Test(arguments: ReadyAnswer.Challenge.allCases, ChallengeStage.Kind.allCases)
    func `no answer to a challenge goes to the database more than twice`(
        _ challenge: ReadyAnswer.Challenge, _ kind: ChallengeStage.Kind
    ) async throws {
        let stage = try await ChallengeStage.make(kind)
        let answer = try await stage.open(challenge)
        let before = stage.store.trips
        try await answer.give(to: stage.fixture)
        #expect(Self.allowed.contains(stage.store.trips - before))
    }

    @Test(
        arguments: [
            (.passwordVerifier, "TIMESTAMP"), (.customChallenge, "ANSWER"), (.password, "PASSWORD"),
            (.emailOTP, "EMAIL_OTP_CODE"), (.smsMFA, "SMS_MFA_CODE"), (.devicePasswordVerifier, "TIMESTAMP"),
        ] as [(ReadyAnswer.Challenge, String)])
    func `a wrong answer does not go to the database more than twice`(
        _ challenge: ReadyAnswer.Challenge, _ member: String
    ) async throws {
        let stage = try await ChallengeStage.make(.plain)
        let right = try await stage.open(challenge)
        var responses = right.responses
        responses[member] = "wrong"
        let answer = ReadyAnswer(name: right.name, session: right.session, responses: responses)
        let before = stage.store.trips
        let refusal = try await fault {
            let reply = try await answer.give(to: stage.fixture)
            #expect(reply.authenticationResult == nil)
        }
        // A custom challenge is not refused, but sent once more.
        #expect((refusal == nil) == (challenge == .customChallenge))
        #expect(Self.allowed.contains(stage.store.trips - before))
    }

    @Test func `an answer that completes a step-up does not go to the database more than twice`() async throws {
        let stage = try await ChallengeStage.make(.plain)
        let token = try await stage.fixture.accessToken()
        try await stage.fixture.allow([.sms], .optional)
        let asked = try await stage.fixture.aim(at: 3, with: token)
        let before = stage.store.trips
        let answer = ["SMS_MFA_CODE": stage.fixture.newestCode]
        let tokens = try await stage.fixture.answer(.smsMfa, asked.session, answer).authenticationResult
        #expect(tokens != nil)
        #expect(Self.allowed.contains(stage.store.trips - before))
    }

    @Test func `an administrator's answer to a challenge does not go to the database more than twice`() async throws {
        let stage = try await ChallengeStage.make(.plain)
        let answer = try await stage.open(.smsMFA)
        let before = stage.store.trips
        let tokens = try await stage.fixture.administrator.adminRespondToAuthChallenge(
            AdminRespondToAuthChallengeRequest(
                userPoolId: stage.fixture.poolID, clientId: stage.fixture.client.id, challengeName: answer.name,
                challengeResponses: answer.responses.merging(["USERNAME": "alice"]) { $1 }, session: answer.session)
        ).authenticationResult
        #expect(tokens != nil)
        #expect(Self.allowed.contains(stage.store.trips - before))
    }

    @Test(arguments: [(ChallengeStage.Kind.plain, 2), (.withTriggers, 3)])
    func `sessions are counted in the same transaction, but after triggers that may refuse the tokens`(
        _ kind: ChallengeStage.Kind, _ trips: Int
    ) async throws {
        let stage = try await ChallengeStage.make(kind)
        try await stage.fixture.trackSessions()
        let answer = try await stage.open(.passwordVerifier)
        let before = stage.store.trips
        #expect(try await answer.give(to: stage.fixture).authenticationResult != nil)
        #expect(stage.store.trips - before == trips)
    }

    /// Gives an answer after which a code is sent, while a message dispatcher sends it from the server's queue.
    /// - Returns: the number of transactions, and the texts of the sent messages.
    private func trips(
        _ challenge: ReadyAnswer.Challenge, _ kind: ChallengeStage.Kind
    ) async throws -> (count: Int, bodies: [String]) {
        let made = try await ChallengeStage.make(kind)
        let own = try #require(made.fixture.gatehouse.installation.messageDispatcher)
        let server = MailServer()
        let dispatcher = own.sending(to: server)
        let stage = made.sending(by: dispatcher)
        let answer = try await stage.open(challenge)
        let before = stage.store.trips
        let count = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await dispatcher.run() }
            defer { dispatcher.close() }
            try await answer.give(to: stage.fixture)
            return stage.store.trips - before
        }
        #expect(server.taken.map(\.kind) == [.authentication])
        #expect(try await own.queue.claim(dueBy: .distantFuture, until: .distantFuture, limit: 9).isEmpty)
        return (count, server.taken.map(\.body))
    }

    private static let beforeCodes: [ReadyAnswer.Challenge] = [
        .selectCode, .passwordBeforeCode, .selectMFAType, .mfaSetupByMail,
    ]

    /// A password that comes with a remembered device is not followed by a code.
    private static let stagesOfCodes =
        beforeCodes.flatMap { [($0, ChallengeStage.Kind.plain), ($0, .withTriggers)] }
        + beforeCodes.filter { $0 != .passwordBeforeCode }.map { ($0, .withDevices) }

    @Test(arguments: stagesOfCodes)
    func `an answer before a code goes to the database at most twice: its transaction queues the message`(
        _ challenge: ReadyAnswer.Challenge, _ kind: ChallengeStage.Kind
    ) async throws {
        let trips = try await trips(challenge, kind)
        #expect(Self.allowed.contains(trips.count))
        #expect(trips.bodies.allSatisfy { $0.hasPrefix("Psst: ") } == (kind == .withTriggers))
    }

    @Test func `a code whose message trigger fails is never sent, and its message is not kept`() async throws {
        let made = try await ChallengeStage.make(.withTriggers)
        let own = try #require(made.fixture.gatehouse.installation.messageDispatcher)
        let server = MailServer()
        let stage = made.sending(by: own.sending(to: server))
        let answer = try await stage.open(.selectCode)
        made.outage.begin(.failure(.functionError("no words")))
        #expect(try await fault { try await answer.give(to: stage.fixture) }?.code == .userLambdaValidation)
        #expect(try await own.queue.claim(dueBy: .distantFuture, until: .distantFuture, limit: 9).isEmpty)
        #expect(server.taken.isEmpty)
    }

    @Test(arguments: [nil, "garbage", "another challenge's"] as [String?])
    func `an answer without a custom challenge's session reads once and writes nothing`(_ session: String?) async throws
    {
        let stage = try await ChallengeStage.make(.plain)
        let other = try await stage.open(.password).session
        let before = (writes: stage.store.writes, trips: stage.store.trips)
        let refusal = try await fault {
            _ = try await stage.fixture.answer(
                .customChallenge, session == "another challenge's" ? other : session, ["ANSWER": "owl"])
        }
        #expect(refusal == (session == nil ? ServiceFault.missingParameter("Session") : .invalidSession))
        #expect(stage.store.writes == before.writes && stage.store.trips == before.trips + 1)
    }
}
