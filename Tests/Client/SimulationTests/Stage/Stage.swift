// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CEnqueueHook
import Foundation
import Synchronization

/// A thread of its own for all tasks of a simulation, which run one piece at a time.
///
/// The next piece is drawn from a seed, so that a run explores one interleaving of the many
/// and can repeat it. Time is a number: when nothing can run, it moves to the moment of the next
/// sleeper. Nothing else moves it, so a simulated day costs no time at all.
///
/// Tasks belong to the stage because the thread that made them or woke them is the stage's; tasks of the rest of the
/// process go where they always went.
final class Stage: SerialExecutor {
    private struct State {
        var ready: [UnownedJob] = []
        var sleepers: [Sleeper] = []
        var elapsed = Duration.zero
        var lastSleeper = 0
        let order: Dice

        mutating func newID() -> Int {
            lastSleeper += 1
            return lastSleeper
        }

        mutating func add(_ id: Int, after duration: Duration, _ wake: @escaping @Sendable (_ isOver: Bool) -> Void) {
            sleepers.append(Sleeper(id: id, due: elapsed + max(duration, .zero), wake: wake))
        }
    }

    private struct Sleeper {
        let id: Int
        let due: Duration
        /// What happens at the moment, or earlier if the sleep is cancelled.
        let wake: @Sendable (_ isOver: Bool) -> Void
    }

    /// More pieces than any run needs to its end.
    private static let longestRun = 5_000_000

    private let state: Mutex<State>

    private init(seed: UInt64) {
        state = Mutex(State(order: Dice(seed: seed)))
    }

    /// Plays a simulation to its end.
    ///
    /// - Parameters:
    ///   - seed: decides the order of what could run at the same time.
    ///   - body: the simulation.
    /// - Returns: the body's value, after the last task that it left behind has ended as well.
    /// - Throws: the body's error; `StageError` if it waits for an event that never happens.
    static func play<Value: Sendable>(
        seed: UInt64,
        _ body: @escaping @Sendable (Stage) async throws -> Value
    ) async throws -> Value {
        _ = hook
        return try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                continuation.resume(with: Result { try Stage(seed: seed).play(body) })
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
    }

    /// Runs work on the process's own threads; the stage stands still until its end.
    func offStage<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let isOnStage = unsafe enqueue_hook_has_stage(Unmanaged.passUnretained(self).toOpaque())
        precondition(isOnStage, "The simulation has left its stage, because it awaited work that does not run there.")
        let result = Handover<Value>()
        let isDone = DispatchSemaphore(value: 0)
        enqueue_hook_set_stage(nil)
        Task.detached {
            result.offer(await work())
            isDone.signal()
        }
        enter()
        isDone.wait()
        guard let value = result.value else { preconditionFailure("The work has ended without a value.") }
        return value
    }

    /// Runs work that may fail on the process's own threads; the stage stands still until its end.
    ///
    /// - Throws: the work's error.
    func offStage<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        try offStage { () async -> Result<Value, any Error> in
            do { return .success(try await work()) } catch { return .failure(error) }
        }.get()
    }

    func enqueue(_ job: UnownedJob) {
        state.withLock { $0.ready.append(job) }
    }
}

// MARK: - Running

extension Stage {
    private static let hook: Void = unsafe enqueue_hook_install { stage, job in
        let stage = unsafe Unmanaged<Stage>.fromOpaque(stage).takeUnretainedValue()
        // A job is a pointer to the runtime's record of it.
        stage.enqueue(unsafe unsafeBitCast(job, to: UnownedJob.self))
    }

    private func enter() {
        unsafe enqueue_hook_set_stage(Unmanaged.passUnretained(self).toOpaque())
    }

    private func play<Value: Sendable>(
        _ body: @escaping @Sendable (Stage) async throws -> Value
    ) throws -> Value {
        enter()
        defer { enqueue_hook_set_stage(nil) }
        let result = Handover<Result<Value, any Error>>()
        Task {
            do {
                result.offer(.success(try await body(self)))
            } catch {
                result.offer(.failure(error))
            }
        }
        try runAll()
        guard let result = result.value else { throw StageError.stalled }
        return try result.get()
    }

    private func runAll() throws(StageError) {
        var count = 0
        repeat {
            while let job = next() {
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
                count += 1
                if count > Self.longestRun { throw .endless }
            }
        } while wakeNext()
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            if state.ready.isEmpty { return nil }
            return state.ready.remove(at: state.order.below(state.ready.count))
        }
    }

    /// Moves time to the next sleeper's moment; sleepers of the same moment wake in the order of their arrival.
    private func wakeNext() -> Bool {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let first = state.sleepers.min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) else { return nil }
            state.sleepers.removeAll { $0.id == first.id }
            state.elapsed = max(state.elapsed, first.due)
            return first
        }
        sleeper?.wake(true)
        return sleeper != nil
    }
}

// MARK: - Time

extension Stage {
    /// The time since the beginning.
    var elapsed: Duration { state.withLock(\.elapsed) }

    /// Runs an action on the stage's thread after a time; the action belongs to no task.
    func after(_ duration: Duration, _ action: @escaping @Sendable () -> Void) {
        state.withLock { state in
            let id = state.newID()
            state.add(id, after: duration) { _ in action() }
        }
    }

    /// Waits.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(_ duration: Duration) async throws {
        let id = state.withLock { $0.newID() }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    if Task.isCancelled { return false }
                    state.add(id, after: duration) { continuation.resume(returning: $0) }
                    return true
                }
                if !isWaiting { continuation.resume(returning: false) }
            }
        } onCancel: {
            cancelSleep(id)
        }
        if !isOver { throw CancellationError() }
    }

    private func cancelSleep(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
            return state.sleepers.remove(at: index)
        }
        sleeper?.wake(false)
    }
}

/// A simulation that does not come to its end.
enum StageError: Error {
    /// A task waits, and no other task or timer is left that could resume it.
    case stalled
    /// The simulation does not end.
    case endless
}
