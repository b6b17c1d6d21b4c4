// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A rule that a run of the mobile client broke.
enum MobileRule: String, Sendable {
    /// A change of the state that no rule of the state machine has.
    case transition
    /// The listener heard of another state last than the one that the client has.
    case staleListener
    /// A sign-out that the app did not ask for, or one of which the listener did not hear.
    case signOut
    /// A call was not answered, or more than once.
    case answers
    /// The listener did not hear of a sign-in before its completion was called.
    case order
    /// Something is stored after a sign-out.
    case remains
    /// The stored tokens are those of another user than the one who is signed in.
    case owner
}

struct MobileViolation: Error, CustomStringConvertible {
    let rule: MobileRule
    let details: String

    var description: String { "\(rule): \(details)" }
}

/// A run that failed, with what repeats it.
struct FailedMobileRun: Error, CustomStringConvertible {
    let seed: UInt64
    let cause: any Error
    let journal: [String]

    var description: String {
        "The run with seed \(seed) failed (GATEHOUSEBUILD_SEED=\(seed)): \(cause)\n" + journal.joined(separator: "\n")
    }
}
