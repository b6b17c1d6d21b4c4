// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDeployment
import GatehouseDialogue
import Synchronization

/// Tells the steps of a push in one line each.
final class ProgressReport: Sendable {
    private let line: Mutex<ProgressLine>
    private let dialogue: any Interviewer & Sendable
    private let isSilent: Bool

    /// Makes a report before the first step.
    init(of total: Int? = nil, to dialogue: any Interviewer & Sendable, isSilent: Bool) {
        line = Mutex(ProgressLine(of: total, columns: dialogue.size.columns, style: dialogue.style))
        self.dialogue = dialogue
        self.isSilent = isSilent
    }

    /// Shows that a step begins or has ended.
    func show(_ progress: PushProgress) {
        switch progress {
        case .began(let title): write { $0.begin(title) }
        case .ended: write { $0.end(.done) }
        }
    }

    /// Shows that the step that runs has failed; without one it shows nothing.
    func fail() {
        write { $0.end(.failed) }
    }

    private func write(_ change: (inout ProgressLine) -> String) {
        let text = line.withLock { change(&$0) }
        if !isSilent, !text.isEmpty { dialogue.write(text) }
    }
}
