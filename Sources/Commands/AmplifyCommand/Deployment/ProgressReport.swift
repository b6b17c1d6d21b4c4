// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDeployment
import GatehouseDialogue
import Synchronization

/// Tells the steps of a push in one line each.
final class ProgressReport: Sendable {
    private struct State {
        var line: ProgressLine
        var done: [String] = []
        var running: String?
    }

    private let state: Mutex<State>
    private let dialogue: any Interviewer & Sendable
    private let isSilent: Bool

    /// Makes a report before the first step.
    init(of total: Int? = nil, to dialogue: any Interviewer & Sendable, isSilent: Bool) {
        state = Mutex(State(line: ProgressLine(of: total, columns: dialogue.size.columns, style: dialogue.style)))
        self.dialogue = dialogue
        self.isSilent = isSilent
    }

    /// Shows that a step begins or has ended.
    func show(_ progress: PushProgress) {
        write { state in
            switch progress {
            case .began(let title):
                state.running = title
                return state.line.begin(title)
            case .ended(let title, let changed):
                state.running = nil
                if changed { state.done.append(title) }
                return state.line.end(changed ? .done : .failed)
            }
        }
    }

    /// What is done, and the step that has begun and not ended: one sentence or two.
    var account: String {
        let (done, running) = state.withLock { ($0.done, $0.running) }
        let list = done.isEmpty ? "nothing" : done.joined(separator: "; ")
        return "Done: \(list)." + (running.map { " Perhaps done: \($0)." } ?? "")
    }

    /// Shows that the step that runs has failed; without one it shows nothing.
    func fail() {
        write { $0.line.end(.failed) }
    }

    private func write(_ change: (inout State) -> String) {
        let text = state.withLock { change(&$0) }
        if !isSilent, !text.isEmpty { dialogue.write(text) }
    }
}
