// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDialogue
import Synchronization

/// A dialogue whose person answers from a list; its end is the end of the input.
final class Script: Interviewer, Sendable {
    /// An answer; it is made at its question, since a code is sent only then.
    struct Answer: ExpressibleByStringLiteral, Sendable {
        let make: @Sendable () -> String

        init(_ make: @escaping @Sendable () -> String) {
            self.make = make
        }

        init(stringLiteral value: String) {
            make = { value }
        }
    }

    /// A question of the program.
    struct Question: Equatable {
        let prompt: String
        let isShown: Bool
    }

    private struct State {
        var answers: ArraySlice<Answer>
        var asked: [Question] = []
        var written = ""
    }

    private let state: Mutex<State>

    init(_ answers: [Answer] = []) {
        state = Mutex(State(answers: answers[...]))
    }

    /// The questions so far, without those that the end of the input left open.
    var asked: [Question] { state.withLock { $0.asked } }

    /// The text so far, on one line.
    var written: String { state.withLock { $0.written.split(separator: "\n").joined(separator: " ") } }

    /// The text so far, as it was written.
    var text: String { state.withLock { $0.written } }

    func write(_ text: String) {
        state.withLock { $0.written += text }
    }

    func line(after prompt: String, isShown: Bool) -> String? {
        let answer = state.withLock { state in
            let answer = state.answers.popFirst()
            if answer != nil { state.asked.append(Question(prompt: prompt, isShown: isShown)) }
            return answer
        }
        return answer?.make()
    }
}
