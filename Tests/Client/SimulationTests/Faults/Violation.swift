// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A violation of a promise in a run.
struct Violation: Error, CustomStringConvertible {
    enum Rule: String, Sendable {
        /// A session ended without a definitive answer of the service and without a call of the app.
        case sessionEnded
        /// The content of the store is not the former session and not the new one.
        case halfSession
        /// A call took longer than it may.
        case deadline
        /// Two refreshes were under way at once.
        case twoRefreshes
        /// The server contradicted its own answer.
        case serverBrokeItsWord
        /// A call failed without a fault in its way.
        case failedInCalm
        /// A sign-in succeeded with a wrong password.
        case letIn
    }

    let rule: Rule
    let text: String

    init(_ rule: Rule, _ text: String) {
        self.rule = rule
        self.text = text
    }

    var description: String { "\(rule.rawValue): \(text)" }
}

/// A failed run, with the values that repeat it.
struct FailedRun: Error, CustomStringConvertible {
    let seed: UInt64
    let cause: any Error
    let journal: [String]

    var description: String {
        """
        Seed \(seed): \(cause)
        \(journal.suffix(80).joined(separator: "\n"))
        Again: GATEHOUSEBUILD_SEED=\(seed) swift test --filter FaultRunTests
        """
    }
}

/// The kind of error that a call ended with.
enum Trouble: String, Sendable, Error, CaseIterable {
    case configuration, service, unknown, validation, notAuthorized, invalidState, signedOut, sessionExpired
    /// An error outside the API's types, which no call may throw.
    case foreign

    init(_ error: any Error) {
        guard let error = error as? AuthError else {
            self = .foreign
            return
        }
        switch error {
        case .configuration: self = .configuration
        case .service: self = .service
        case .unknown: self = .unknown
        case .validation: self = .validation
        case .notAuthorized: self = .notAuthorized
        case .invalidState: self = .invalidState
        case .signedOut: self = .signedOut
        case .sessionExpired: self = .sessionExpired
        }
    }
}
