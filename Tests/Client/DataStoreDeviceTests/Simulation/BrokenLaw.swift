// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What holds after quiet, whatever has happened before.
enum DeviceLaw: String, Sendable {
    /// A device has the records that the service shows to its user.
    case sameAsService
    /// The service has each change that a call has accepted, unless a later one replaced it.
    case nothingLost
    /// The service has applied no change twice.
    case nothingTwice
    /// The last value of an observer is the content of the store.
    case observed
    /// No record of a user is sent, answered or shown to another one, unless the app keeps it there.
    case ownRecordsOnly
    /// A call ends within its time by the clock of the run.
    case ended
}

/// A violation of a law in a run.
struct BrokenLaw: Error, CustomStringConvertible {
    let law: DeviceLaw
    let text: String

    var description: String { "\(law.rawValue): \(text)" }
}

/// A failed run, with the values that repeat it.
struct FailedDeviceRun: Error, CustomStringConvertible {
    let seed: UInt64
    let cause: any Error
    let journal: [String]

    var description: String {
        """
        Seed \(seed): \(cause)
        \(journal.suffix(400).joined(separator: "\n"))
        Again: GATEHOUSEBUILD_SEED=\(seed) swift test --filter DeviceRunTests
        """
    }
}

/// A fault that a run plants on purpose, so that the check of a law finds it.
enum DeviceSabotage: CaseIterable, Sendable {
    /// The store of a device changes after the last exchange.
    case changedStore
    /// The service loses a record.
    case lostRecord
    /// The service applies a change, and says that it has applied it twice.
    case countedTwice
    /// An observer ends after the first value.
    case deafObserver
    /// An answer for one user has a record of another.
    case foreignRecord
    /// The client keeps the records of users who sign out, although the app wants them apart.
    case ignoredPolicy
    /// The client keeps records that have left the view of its user.
    case keptUnseenRecords
    /// The client sends a change again without a look for the effect of the earlier attempt.
    case forgottenAttempt
    /// The client takes a change without an answer for accepted.
    case trustedSilence
    /// A call of the app waits for ever.
    case endlessCall

    /// Whether it is a fault of the sender, with effects of several kinds.
    var isOfClient: Bool { self == .forgottenAttempt || self == .trustedSilence }

    /// The law that it breaks.
    var law: DeviceLaw {
        switch self {
        case .changedStore, .keptUnseenRecords: .sameAsService
        case .lostRecord, .trustedSilence: .nothingLost
        case .countedTwice, .forgottenAttempt: .nothingTwice
        case .endlessCall: .ended
        case .deafObserver: .observed
        case .foreignRecord, .ignoredPolicy: .ownRecordsOnly
        }
    }
}
