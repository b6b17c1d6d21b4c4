// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// What the server promises, whatever happens to its disk, its clock and its process.
enum ServerPromise: String, CaseIterable, Sendable {
    /// No acknowledged write is lost.
    case acknowledgedMeansKept
    /// No code, session string or replaced token works twice.
    case nothingWorksTwice
    /// No sign-in and no token works after a revocation, a sign-out, a lock or a deletion that was acknowledged before.
    case endedMeansEnded
    /// A message is kept exactly when the code that it contains is.
    case messagesFollowCommits
    /// The database passes its check after every end of the process.
    case soundDatabase
    /// Failed attempts that were acknowledged are counted.
    case failuresCount
    /// Each line of an import is acted on exactly once.
    case linesCountOnce
    /// A request that was refused because it would have waited too long has committed nothing.
    case refusalsChangeNothing
    /// Answers to challenges and refreshes are admitted before new sign-ins.
    case answersGoFirst
    /// An error has a cause that was injected.
    case noUnforeseenErrors
}

/// A promise that a run has shown broken.
struct BrokenPromise: Error, CustomStringConvertible {
    let promise: ServerPromise
    let text: String

    init(_ promise: ServerPromise, _ text: String) {
        self.promise = promise
        self.text = text
    }

    var description: String { "\(promise.rawValue): \(text)" }
}

/// A failed run, with the values that repeat it and the steps that are enough to make it fail.
struct FailedServerRun: Error, CustomStringConvertible {
    let setting: ServerRun.Setting
    let cause: any Error
    let steps: [ServerStep]
    let journal: [String]

    var description: String {
        """
        Seed \(setting.seed)\(setting.onDisk ? ", with power cuts" : ""): \(cause)
        Steps that are enough:
        \(steps.map { "  \($0)" }.joined(separator: "\n"))
        Their journal:
        \(journal.suffix(60).joined(separator: "\n"))
        Again: GATEHOUSEBUILD_SEED=\(setting.seed) swift test --filter ServerFaultTests
        """
    }
}

/// The broken promises that parts of a run have noticed; the run ends with the first one.
final class Complaints: Sendable {
    private let found = Mutex<[BrokenPromise]>([])

    func add(_ complaint: BrokenPromise) {
        found.withLock { $0.append(complaint) }
    }

    /// Throws the first complaint, if there is one.
    func raise() throws {
        if let first = found.withLock(\.first) { throw first }
    }
}
