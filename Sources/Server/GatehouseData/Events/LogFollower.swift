// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataStores
import Synchronization

/// Reads the change log while this process has subscribers, four times a second and after each own change.
///
/// Own changes come from the log, too, and only from there. So a subscriber gets each change once, and the changes of a
/// record in the order of their commits, on whichever processes they were made.
final class LogFollower: Sendable {
    /// The hub, as the follower knows it.
    struct Audience: Sendable {
        /// Whether there are subscribers.
        let isPresent: @Sendable () -> Bool
        /// Whether subscribers may want a change.
        let wants: @Sendable (ChangeHead) -> Bool
        /// Hands changes over.
        let receive: @Sendable ([LoggedChange]) -> Void
        /// Ends all subscriptions, because changes were missed.
        let lose: @Sendable () -> Void
    }

    private struct State {
        /// The number of the present time of following; a read that began in an earlier one is dropped.
        var era = 0
        /// What was read; `nil` without subscribers.
        var positions: ChangePositions?
        /// The changes that are still to be read with their records.
        var backlog: [ChangeHead] = []
        var isFollowing = false
        var isReading = false
        /// Whether the log is to be read once more after the present read.
        var mustReadAgain = false
        /// When the log was read last.
        var readAt: ContinuousClock.Instant
    }

    /// The time between two reads.
    static let interval = Duration.milliseconds(250)
    /// The pause between two reads while this process makes many changes.
    static let shortestPause = Duration.milliseconds(20)
    /// The time without a read after which subscribers may have missed changes: the log keeps them twice as long.
    private static let longestSilence = Duration.seconds(RecordRetention.loggedChanges / 2)

    private let log: ChangeLog
    private let clock: ForwardClock
    private let audience: Audience
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: DataEvents.Start
    private let pause: DataEvents.Pause
    private let state: Mutex<State>

    init(
        _ log: ChangeLog, clock: ForwardClock, for audience: Audience,
        now: @escaping @Sendable () -> ContinuousClock.Instant, start: @escaping DataEvents.Start,
        pause: @escaping DataEvents.Pause
    ) {
        self.log = log
        self.clock = clock
        self.audience = audience
        self.now = now
        self.start = start
        self.pause = pause
        state = Mutex(State(readAt: now()))
    }

    /// The time for which the log could not be read; zero while it is read regularly, and without subscribers.
    var silence: Duration {
        let readAt = state.withLock { $0.isFollowing ? $0.readAt : nil }
        guard let silence = readAt.map({ now() - $0 }), silence > .seconds(1) else { return .zero }
        return silence
    }

    /// Whether the log is read for subscribers.
    var isFollowing: Bool { state.withLock { $0.isFollowing } }

    // MARK: - Following

    /// Begins to follow for a subscriber that the hub has: it gets all changes that are committed after this call.
    ///
    /// - Throws: the error of the store.
    func follow() async throws {
        while !continueFollowing() {
            let positions = try await log.end(at: clock.now.milliseconds)
            state.withLock { state in
                guard !state.isFollowing else { return }
                state.era += 1
                state.positions = positions
                state.backlog = []
                state.readAt = now()
            }
        }
    }

    /// Begins to follow from known positions; returns whether they are known.
    private func continueFollowing() -> Bool {
        let (isKnown, begins, era) = state.withLock { state in
            guard state.positions != nil else { return (false, false, state.era) }
            defer { state.isFollowing = true }
            return (true, !state.isFollowing, state.era)
        }
        if begins {
            // The task alone does not keep the follower.
            start { [weak self, pause] in
                while (try? await pause(Self.interval)) != nil, self?.tick(in: era) == true {}
            }
        }
        return isKnown
    }

    /// Reads the log if there are subscribers, and stops otherwise.
    ///
    /// - Returns: whether there is another round.
    private func tick(in era: Int) -> Bool {
        let goesOn = state.withLock { state in
            guard state.era == era else { return false }
            if audience.isPresent() { return true }
            Self.stop(&state)
            return false
        }
        if goesOn { readSoon() }
        return goesOn
    }

    private static func stop(_ state: inout State) {
        state.era += 1
        state.positions = nil
        state.backlog = []
        state.isFollowing = false
    }

    // MARK: - Reading

    /// Begins to read the log, now or after the present read.
    func readSoon() {
        let begins = state.withLock { state in
            guard state.isFollowing else { return false }
            guard !state.isReading else {
                state.mustReadAgain = true
                return false
            }
            state.isReading = true
            return true
        }
        guard begins else { return }
        start { [weak self, pause] in
            while await self?.readOnce() == true, (try? await pause(Self.shortestPause)) != nil {}
        }
    }

    /// Reads the log; returns whether it is to be read again at once.
    private func readOnce() async -> Bool {
        let (era, time) = (state.withLock { state in state.era }, now())
        do {
            try await readNews()
            while try await readRecords() {}
            // Only now: news whose records cannot be read are not read.
            state.withLock { state in if state.era == era { state.readAt = time } }
        } catch is TooManyChanges {
            lose()
        } catch {
            // The next read tries again. Until then the lag of the hub grows, which metrics and health show.
            if silence > Self.longestSilence { lose() }
        }
        return state.withLock { state in
            state.isReading = state.mustReadAgain && state.isFollowing
            state.mustReadAgain = false
            return state.isReading
        }
    }

    /// Adds what is new in the log to the backlog.
    private func readNews() async throws {
        let (era, positions) = state.withLock { ($0.era, $0.positions) }
        guard let positions else { return }
        let (next, news) = try await log.news(after: positions, at: clock.now.milliseconds)
        let wanted = news.filter(audience.wants)
        try state.withLock { state throws(TooManyChanges) in
            guard state.era == era else { return }
            guard state.backlog.count + wanted.count <= ChangePositions.most else { throw TooManyChanges() }
            state.positions = next
            state.backlog += wanted
        }
    }

    /// Hands over the first changes of the backlog; returns whether there are more.
    private func readRecords() async throws -> Bool {
        let (era, heads) = state.withLock { state in
            (state.era, Array(state.backlog.prefix(ChangeLog.part(of: state.backlog))))
        }
        guard !heads.isEmpty else { return false }
        let changes = try await log.changes(heads)
        // The log was purged before this node could read it.
        guard changes.count == heads.count else { throw TooManyChanges() }
        let isPresent = state.withLock { state in
            guard state.era == era else { return false }
            state.backlog.removeFirst(heads.count)
            return true
        }
        guard isPresent else { return false }
        audience.receive(changes)
        return true
    }

    /// Ends all subscriptions; clients subscribe again, and sync.
    private func lose() {
        state.withLock { Self.stop(&$0) }
        audience.lose()
    }
}
