// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// The answers of authorizers that are kept.
@Suite struct AuthorizerAnswersTests {
    private static let now = Date(timeIntervalSince1970: 1_000_000)

    private static func question(_ number: UInt8) -> AuthorizerAnswers.Question {
        AuthorizerAnswers.Question(api: "a", revision: 1, token: [number])
    }

    private static func answer(_ isAuthorized: Bool, seconds: Int64) throws -> AuthorizerAnswer {
        try #require(AuthorizerAnswer(["isAuthorized": .bool(isAuthorized), "ttlOverride": .integer(seconds)]))
    }

    private static func kept(_ answers: AuthorizerAnswers, at date: Date = now) -> [UInt8] {
        (0..<10).filter { answers.answer(to: question($0), at: date) != nil }
    }

    @Test func `refusals push out no answer`() throws {
        var answers = AuthorizerAnswers(most: 2)
        answers.keep(try Self.answer(true, seconds: 60), to: Self.question(0), usually: 0, at: Self.now)
        for number in 1..<10 as Range<UInt8> {
            answers.keep(try Self.answer(false, seconds: 600), to: Self.question(number), usually: 0, at: Self.now)
        }
        #expect(Self.kept(answers) == [0])
    }

    @Test func `the answer that ends first makes room for another one`() throws {
        var answers = AuthorizerAnswers(most: 2)
        for (number, seconds) in [(0, 60), (1, 30), (2, 90)] as [(UInt8, Int64)] {
            answers.keep(try Self.answer(true, seconds: seconds), to: Self.question(number), usually: 0, at: Self.now)
        }
        #expect(Self.kept(answers) == [0, 2])
        #expect(Self.kept(answers, at: Self.now.addingTimeInterval(60)) == [2])
    }

    @Test func `a full place makes room for several answers at once`() throws {
        var answers = AuthorizerAnswers(most: 20)
        for number in 0...20 as ClosedRange<UInt8> {
            let answer = try Self.answer(true, seconds: 60 + Int64(number))
            answers.keep(answer, to: Self.question(number), usually: 0, at: Self.now)
        }
        #expect(Self.kept(answers) == Array(2..<10))
    }

    // MARK: - Questions

    @Test func `the first request asks, and others with its token wait for the end`() async throws {
        var questions = AuthorizerQuestions()
        guard case .first = questions.turn(Self.question(0), keepsAnswers: true, at: Self.now),
            case .first = questions.turn(Self.question(1), keepsAnswers: true, at: Self.now),
            case .wait(let end) = questions.turn(Self.question(0), keepsAnswers: true, at: Self.now),
            case .alone = questions.turn(Self.question(0), keepsAnswers: false, at: Self.now)
        else {
            Issue.record("The turns are others.")
            return
        }
        let waiting = questions.end(Self.question(0))
        #expect(waiting.count == 1 && questions.end(Self.question(0)).isEmpty)
        for continuation in waiting { continuation.finish() }
        for await _ in end {}
        // No answer is kept, so the next request is the first one again.
        guard case .first = questions.turn(Self.question(0), keepsAnswers: true, at: Self.now) else {
            Issue.record("The question has not ended.")
            return
        }
        questions.answers.keep(
            try Self.answer(true, seconds: 60), to: Self.question(0), usually: 0, at: Self.now)
        guard case .answered = questions.turn(Self.question(0), keepsAnswers: true, at: Self.now) else {
            Issue.record("The answer is not kept.")
            return
        }
    }
}
