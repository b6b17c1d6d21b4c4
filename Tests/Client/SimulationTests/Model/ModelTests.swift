// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

/// Every public call in every state of an app, and random sequences from there, against a model.
@Suite struct ModelTests {
    // Takes ten to twenty seconds: every call in every state, and ten calls after each.
    @Test(arguments: ModelState.Situation.allCases)
    func `every call ends as the model says, after any previous calls`(
        situation: ModelState.Situation
    ) async throws {
        var reached: Set<ModelRun.Pair> = []
        for (number, call) in ModelCall.allCases.enumerated() {
            let pair = ModelRun.Pair(situation: situation, call: call)
            do {
                reached.formUnion(try await ModelRun.play(pair, seed: UInt64(number), steps: 10))
            } catch {
                Issue.record(error)
            }
        }
        let missing = ModelCall.allCases.filter { call in
            !reached.contains(ModelRun.Pair(situation: situation, call: call))
        }
        #expect(missing.isEmpty)
    }

    @Test func `a model that is wrong is found out`() {
        var state = ModelState(.both)
        #expect(state.ends(of: .getCurrentUser)[.returned] == nil)
        state.session = .user
        #expect(state.ends(of: .getCurrentUser)[.returned] != nil)
    }

    @Test func `the model has an end for every call in every state that the runs can reach`() {
        for setup in ModelState.Setup.allCases {
            for session in [ModelState.Session.nobody, .guest, .user] {
                var state = ModelState(setup)
                state.session = session
                for call in ModelCall.allCases { #expect(!state.ends(of: call).isEmpty, "\(call) in \(state)") }
            }
        }
    }
}
