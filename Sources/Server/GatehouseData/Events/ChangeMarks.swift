// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseDataStores
import Synchronization

/// Tells the other processes how far the changes of this one have ended.
///
/// Before the first mutation a mark is written, and then one a second until there are no more mutations. The last mark
/// says so. A process without mutations writes nothing.
final class ChangeMarks: Sendable {
    private typealias Writing = Task<Result<Bool, any Error>, Never>

    private struct State {
        var round = 0
        /// When the last mark was written that lets mutations begin; `nil` without one.
        var writtenAt: ContinuousClock.Instant?
        /// The mark that is being written.
        var writing: Writing?
        /// Whether a task writes a mark each second.
        var isRenewing = false
        /// Whether a mutation has begun since the last round.
        var isUsed = false
    }

    /// The time between two marks.
    static let interval = Duration.seconds(1)
    /// The rounds without mutations after which the last mark is written.
    static let idleRounds = 3
    /// The age of a mark at which no mutation begins: it counts for longer, and transactions must end before.
    private static let longestAge = Duration.seconds(20)

    private let node: String
    private let log: ChangeLog
    private let open: OpenChanges
    private let clock: ForwardClock
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: DataEvents.Start
    private let pause: DataEvents.Pause
    private let state = Mutex(State())

    init(
        of node: String, in log: ChangeLog, _ open: OpenChanges, clock: ForwardClock,
        now: @escaping @Sendable () -> ContinuousClock.Instant, start: @escaping DataEvents.Start,
        pause: @escaping DataEvents.Pause
    ) {
        self.node = node
        self.log = log
        self.open = open
        self.clock = clock
        self.now = now
        self.start = start
        self.pause = pause
    }

    /// Returns when there is a mark under which a mutation that has its number may begin its transaction.
    ///
    /// - Throws: the error of the store.
    func require() async throws {
        while true {
            let writing = state.withLock { state -> Writing? in
                state.isUsed = true
                if let writtenAt = state.writtenAt, now() - writtenAt < Self.longestAge { return nil }
                if let writing = state.writing { return writing }
                return write(&state, isLast: false)
            }
            guard let writing else { return }
            _ = try await writing.value.get()
        }
    }

    /// Begins to write a mark; the last one lets no mutation begin after it.
    private func write(_ state: inout State, isLast: Bool) -> Writing {
        state.round += 1
        // A mutation that begins from now on waits for this mark, and then for one after it.
        if isLast { state.writtenAt = nil }
        let writing = ClientPresence.startTask { [self, round = state.round] in
            await write(round: round, isLast: isLast)
        }
        state.writing = writing
        return writing
    }

    /// Writes a mark, and says whether mutations may begin; one that was to be the last is not while changes are open.
    private func write(round: Int, isLast: Bool) async -> Result<Bool, any Error> {
        let time = now()
        let settled = open.settled(by: clock)
        let lets = !(isLast && settled.isIdle)
        let mark = ChangeMark(
            node: node, round: round, seenAt: settled.now, openNumber: settled.number,
            openTime: lets ? settled.time : nil)
        let outcome: Result<Bool, any Error>
        do {
            try await log.put(mark)
            outcome = .success(lets)
        } catch {
            outcome = .failure(error)
        }
        let renews = state.withLock { state in
            state.writing = nil
            guard case .success = outcome else { return false }
            state.writtenAt = lets ? time : nil
            defer { state.isRenewing = lets }
            return lets && !state.isRenewing
        }
        if renews {
            // The task alone does not keep the marks.
            start { [weak self, pause] in
                var idleRounds: Int? = 0
                while let rounds = idleRounds, (try? await pause(Self.interval)) != nil {
                    idleRounds = await self?.renew(afterIdleRounds: rounds)
                }
            }
        }
        return outcome
    }

    /// Writes the mark of a round, and returns the rounds without mutations; `nil` after the last mark.
    private func renew(afterIdleRounds count: Int) async -> Int? {
        let (writing, rounds) = state.withLock { state -> (Writing, Int) in
            let rounds = state.isUsed ? 0 : count + 1
            state.isUsed = false
            if let writing = state.writing { return (writing, rounds) }
            return (write(&state, isLast: rounds >= Self.idleRounds), rounds)
        }
        // A mark that could not be written is written in the next round.
        if case .success(false) = await writing.value { return nil }
        return rounds
    }
}
