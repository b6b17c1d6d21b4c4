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
}
