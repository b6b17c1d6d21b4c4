// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The questions to authorizers: those that are answered, and those that are under way.
///
/// Requests with one token often come together, as the first ones of an app do. One of them asks, and the others wait
/// for an answer that is kept. An answer that is not kept counts for its own request, because a function may decide by
/// the document: each of the others then asks for itself.
struct AuthorizerQuestions: Sendable {
    /// What a request has to do.
    enum Turn: Sendable {
        /// Take the answer that is kept.
        case answered(AuthorizerAnswer)
        /// Ask, and end the question for those who wait.
        case first
        /// Wait for the end of the stream, and look for the answer again.
        case wait(AsyncStream<Void>)
        /// Ask for itself.
        case alone
    }

    /// The answers that are kept.
    var answers = AuthorizerAnswers()
    private var underWay: [AuthorizerAnswers.Question: [AsyncStream<Void>.Continuation]] = [:]

    /// The turn of a request; without `keepsAnswers`, it waits for no other.
    mutating func turn(_ question: AuthorizerAnswers.Question, keepsAnswers: Bool, at now: Date) -> Turn {
        if let answer = answers.answer(to: question, at: now) { return .answered(answer) }
        guard keepsAnswers else { return .alone }
        guard underWay[question] != nil else {
            underWay[question] = []
            return .first
        }
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        underWay[question]?.append(continuation)
        return .wait(end)
    }

    /// Ends the question of the first request, with an answer or without.
    /// - Returns: those who wait for it.
    mutating func end(_ question: AuthorizerAnswers.Question) -> [AsyncStream<Void>.Continuation] {
        underWay.removeValue(forKey: question) ?? []
    }
}
