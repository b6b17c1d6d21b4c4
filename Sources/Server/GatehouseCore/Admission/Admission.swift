// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Synchronization

/// Admits requests by the time that they would wait, over all queues together.
///
/// The expected wait is the work of all admitted requests that is not yet done, also of those that have not reached a
/// queue, as learned from earlier requests of the same kind. Requests that would wait longer are refused before
/// anything is done for them.
package final class Admission: Sendable {
    private let books: Mutex<AdmissionBooks>
    let now: @Sendable () -> Int

    /// Creates the books for a number of compute threads and of threads that read.
    ///
    /// `longestWait` is in nanoseconds; fewer than `fewest` requests in progress are always admitted. `now` returns a monotonic time in nanoseconds, with which work is measured.
    package init(
        computingThreads: Int, readingThreads: Int = 5, longestWait: Int = Overload.longestWait,
        fewest: Int = Overload.fewestRequests,
        now: @escaping @Sendable () -> Int = { Int(DispatchTime.now().uptimeNanoseconds) }
    ) {
        books = Mutex(
            AdmissionBooks(
                longestWait: longestWait, fewest: fewest, computingThreads: computingThreads,
                readingThreads: readingThreads))
        self.now = now
    }

    /// Books that admit every request, for tests.
    package static func unlimited() -> Admission { Admission(computingThreads: 1, longestWait: 1 << 50) }

    /// Adds a kind of requests, of which one takes `guess` nanoseconds until one was measured.
    ///
    /// `next` is the kind of the request that usually follows, for which the server must also have time.
    package func kind(
        _ priority: WorkPriority, guess: (computing: Int, writing: Int) = (0, 0), next: WorkKind? = nil
    ) -> WorkKind {
        books.withLock { $0.addKind(priority, guess: guess, next: next) }
    }

    /// The reason why a request of this kind would be refused now, if it would be.
    ///
    /// `loop` is the request's wait for its event loop.
    package func refusal(of kind: WorkKind, behind loop: LoopWait = .none) -> Overload? {
        let now = now()
        return books.withLock { $0.refusal(of: kind, at: now, behind: loop) }
    }

    /// Admits a request; its caller must call ``AdmittedRequest/leave()`` on every way out.
    /// - Throws: the reason for a refusal.
    package func admit(_ kind: WorkKind) throws(Overload) -> AdmittedRequest {
        let now = now()
        let (slot, overload) = books.withLock { books -> (Int, Overload?) in
            books.arrive(kind)
            if let overload = books.refusal(of: kind, at: now) { return (0, overload) }
            return (books.admit(kind, at: now), nil)
        }
        if let overload { throw overload }
        return AdmittedRequest(admission: self, slot: slot, priority: kind.priority)
    }

    /// The time in nanoseconds until a resource has done all admitted work.
    package func backlog(_ resource: WorkResource) -> Int {
        books.withLock { $0.backlog(resource) }
    }

    func begin(
        _ resource: WorkResource, in slot: Int, _ priority: WorkPriority
    ) -> (reserved: Int, isResumed: Bool) {
        let now = now()
        return books.withLock { $0.begin(resource, in: slot, priority, at: now) }
    }

    func end(_ resource: WorkResource, in slot: Int, _ priority: WorkPriority, reserved: Int, took time: Int?) {
        let now = now()
        books.withLock { $0.end(resource, in: slot, priority, reserved: reserved, took: time, at: now) }
    }

    func leave(_ slot: Int) {
        books.withLock { $0.leave(slot) }
    }
}
