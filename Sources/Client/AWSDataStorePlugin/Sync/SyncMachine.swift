// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseCrypto

/// The decisions of the exchange with the service: the next step after each event.
///
/// Each step has one action, whose end is the event `done`. Other events arrive at any time.
struct SyncMachine: Sendable {
    /// The state, by the names of Amplify Swift.
    enum State: Sendable, Hashable, CaseIterable {
        case notStarted
        case pausingSubscriptions
        case pausingMutationQueue
        case clearingStateOutgoingMutations
        case initializingSubscriptions
        case performingInitialSync
        case activatingCloudSubscriptions
        case activatingMutationQueue
        case notifyingSyncStarted
        case syncEngineActive
        case cleaningUp
        case schedulingRestart
        case cleaningUpForTermination
        case terminate

        /// Whether the first syncs have ended, and changes are exchanged or will be at once.
        var isAfterSync: Bool {
            switch self {
            case .activatingCloudSubscriptions, .activatingMutationQueue, .notifyingSyncStarted, .syncEngineActive: true
            case .notStarted, .pausingSubscriptions, .pausingMutationQueue, .clearingStateOutgoingMutations,
                .initializingSubscriptions, .performingInitialSync, .cleaningUp, .schedulingRestart,
                .cleaningUpForTermination, .terminate:
                false
            }
        }
    }

    /// An event.
    enum Input: Sendable {
        /// The app uses DataStore.
        case start
        /// The action of the state has ended.
        case done
        /// The action of the state has failed, or a subscription has ended.
        case failed(Reason)
        /// The pause before the restart is over.
        case restartDue
        /// The network works again.
        case networkReturned
        /// Another user is signed in, or none.
        case callerChanged
        /// The app stops DataStore.
        case stop
    }

    /// What a failure says about the next attempt.
    enum Reason: Sendable, Equatable {
        /// No answer has arrived.
        case network
        /// The service asks for a pause, which the return of the network does not shorten.
        case service(retryAfter: Duration?)
        /// Anything else.
        case other
    }

    /// What to do.
    enum Action: Sendable, Equatable {
        case pauseSubscriptions
        case pauseOutbox
        case resetOutbox
        case subscribe
        case synchronize
        case releaseEvents
        case runOutbox
        case notifyStarted
        case cleanUp
        case wait(Duration)
        case terminate
    }

    /// The longest pause before a restart.
    static let longestPause = Duration.seconds(300)
    /// The age at which the exchange counts as stable: the next failure is the first of a new series.
    static let stableAge = Duration.seconds(60)

    private(set) var state = State.notStarted
    /// The number of the action that runs; the end of an earlier one does not count.
    private(set) var generation = 0

    private let entropy: Entropy
    private var failures = 0
    private var reason = Reason.other
    private var activeSince: Duration?
    /// Whether the restart after the cleaning does not wait.
    private var isUrgent = false

    /// Begins before the start.
    ///
    /// - Parameter entropy: the source of jitter.
    init(entropy: Entropy) {
        self.entropy = entropy
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - input: the event.
    ///   - now: the clock's uptime.
    /// - Returns: the next action; nil if the action that runs, if any, continues.
    mutating func handle(_ input: Input, at now: Duration) -> Action? {
        switch input {
        case .start: started()
        case .done: done(now)
        case .failed(let reason): failed(reason, now)
        case .restartDue: state == .schedulingRestart ? enter(.pausingSubscriptions) : nil
        case .networkReturned: networkReturned()
        case .callerChanged: callerChanged()
        case .stop: stopped()
        }
    }

    private mutating func started() -> Action? {
        switch state {
        case .notStarted, .terminate: enter(.pausingSubscriptions)
        case .pausingSubscriptions, .pausingMutationQueue, .clearingStateOutgoingMutations, .initializingSubscriptions,
            .performingInitialSync, .activatingCloudSubscriptions, .activatingMutationQueue, .notifyingSyncStarted,
            .syncEngineActive, .cleaningUp, .schedulingRestart, .cleaningUpForTermination:
            nil
        }
    }

    private mutating func done(_ now: Duration) -> Action? {
        switch state {
        case .pausingSubscriptions: return enter(.pausingMutationQueue)
        case .pausingMutationQueue: return enter(.clearingStateOutgoingMutations)
        case .clearingStateOutgoingMutations: return enter(.initializingSubscriptions)
        case .initializingSubscriptions: return enter(.performingInitialSync)
        case .performingInitialSync: return enter(.activatingCloudSubscriptions)
        case .activatingCloudSubscriptions: return enter(.activatingMutationQueue)
        case .activatingMutationQueue: return enter(.notifyingSyncStarted)
        case .notifyingSyncStarted:
            activeSince = now
            return enter(.syncEngineActive)
        case .cleaningUp:
            if isUrgent { return enter(.pausingSubscriptions) }
            return enter(.schedulingRestart)
        case .cleaningUpForTermination: return enter(.terminate)
        case .notStarted, .syncEngineActive, .schedulingRestart, .terminate: return nil
        }
    }

    private mutating func failed(_ reason: Reason, _ now: Duration) -> Action? {
        guard isRunning else { return nil }
        if let activeSince, now - activeSince >= Self.stableAge { failures = 0 }
        activeSince = nil
        failures = min(failures + 1, 16)
        self.reason = reason
        isUrgent = false
        return enter(.cleaningUp)
    }

    /// Ends a pause whose reason was the network.
    ///
    /// Other pauses protect the service.
    private mutating func networkReturned() -> Action? {
        guard reason == .network else { return nil }
        switch state {
        case .schedulingRestart: return enter(.pausingSubscriptions)
        case .cleaningUp: isUrgent = true
        case .notStarted, .pausingSubscriptions, .pausingMutationQueue, .clearingStateOutgoingMutations,
            .initializingSubscriptions, .performingInitialSync, .activatingCloudSubscriptions,
            .activatingMutationQueue, .notifyingSyncStarted, .syncEngineActive, .cleaningUpForTermination, .terminate:
            break
        }
        return nil
    }

    /// Each decision depends on the user, so that all of them are made again.
    private mutating func callerChanged() -> Action? {
        guard isRunning || state == .schedulingRestart else {
            if state == .cleaningUp { isUrgent = true }
            return nil
        }
        failures = 0
        activeSince = nil
        return enter(.pausingSubscriptions)
    }

    private mutating func stopped() -> Action? {
        switch state {
        case .cleaningUpForTermination, .terminate: nil
        case .notStarted, .pausingSubscriptions, .pausingMutationQueue, .clearingStateOutgoingMutations,
            .initializingSubscriptions, .performingInitialSync, .activatingCloudSubscriptions,
            .activatingMutationQueue, .notifyingSyncStarted, .syncEngineActive, .cleaningUp, .schedulingRestart:
            enter(.cleaningUpForTermination)
        }
    }

    /// Whether the exchange is on its way to be active, or is active.
    private var isRunning: Bool {
        switch state {
        case .pausingSubscriptions, .pausingMutationQueue, .clearingStateOutgoingMutations, .initializingSubscriptions,
            .performingInitialSync, .activatingCloudSubscriptions, .activatingMutationQueue, .notifyingSyncStarted,
            .syncEngineActive:
            true
        case .notStarted, .cleaningUp, .schedulingRestart, .cleaningUpForTermination, .terminate: false
        }
    }

    private mutating func enter(_ next: State) -> Action? {
        state = next
        generation += 1
        switch next {
        case .notStarted, .syncEngineActive: return nil
        case .pausingSubscriptions:
            isUrgent = false
            return .pauseSubscriptions
        case .pausingMutationQueue: return .pauseOutbox
        case .clearingStateOutgoingMutations: return .resetOutbox
        case .initializingSubscriptions: return .subscribe
        case .performingInitialSync: return .synchronize
        case .activatingCloudSubscriptions: return .releaseEvents
        case .activatingMutationQueue: return .runOutbox
        case .notifyingSyncStarted: return .notifyStarted
        case .cleaningUp, .cleaningUpForTermination: return .cleanUp
        case .schedulingRestart: return .wait(pause)
        case .terminate:
            failures = 0
            activeSince = nil
            return .terminate
        }
    }

    /// The pause before the restart: 100 ms, doubled with each further failure, and up to 100 ms of jitter.
    private var pause: Duration {
        let own = min(Duration.milliseconds(100) * (1 << failures), Self.longestPause)
        let draw = entropy.bytes(2).reduce(0) { $0 << 8 | Int($1) }
        let jitter = Duration.milliseconds(100) * draw / 65_535
        guard case .service(retryAfter: let told?) = reason else { return own + jitter }
        return min(max(own, told), Self.longestPause) + jitter
    }
}

extension SyncMachine.Reason {
    /// The reason of two failures of one step: what the service asks for counts, and the longer pause of two.
    func joined(with other: Self) -> Self {
        switch (self, other) {
        case (.service(let own), .service(let others)): .service(retryAfter: [own, others].compactMap(\.self).max())
        case (_, .service): other
        case (.service, _), (.network, _), (.other, _): self
        }
    }

    /// Reads the failure of a request.
    init(_ failure: RemoteFailure) {
        self =
            switch failure {
            case .network: .network
            case .unavailable(retryAfter: let wait, _): .service(retryAfter: wait)
            case .signedOut, .unauthorized, .conflict, .conditionFailed, .operationDisabled, .refused, .partial,
                .undecodable:
                .other
            }
    }
}
