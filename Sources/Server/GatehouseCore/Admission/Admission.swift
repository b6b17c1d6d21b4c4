// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
package import GatehouseWire
import Synchronization

/// Admits requests by the time that they would wait, over all queues together.
///
/// The expected wait is the remaining work of all admitted requests, also before they reach a queue. Earlier requests
/// of the same kind show how much work a request takes. Requests that would wait longer are refused before anything is
/// done for them.
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
    /// `next` is the kind of the request that usually follows; the server must have time for it, too.
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

    /// Runs work during which an item of a resource waits for something else, and returns its time in nanoseconds.
    ///
    /// Otherwise a commit of a second would count as a second without progress for its own resource and for this one.
    func pausing(_ resource: WorkResource, during work: () -> Void) -> Int {
        let start = now()
        books.withLock { $0.pause(resource) }
        work()
        let end = now()
        books.withLock { $0.resume(resource, at: end) }
        return max(0, end - start)
    }

    func leave(_ slot: Int) {
        books.withLock { $0.leave(slot) }
    }
}

/// An admitted request, which reports its work to the ``Admission``.
package struct AdmittedRequest: Sendable {
    /// The request that the current task handles.
    @TaskLocal package static var current: AdmittedRequest?

    let admission: Admission
    fileprivate let slot: Int
    /// The order in which its work waits.
    package let priority: WorkPriority
    /// The name of the operation or the page for metrics, from a closed list; `nil` if the request was admitted without.
    package var operation: String?
    /// The executor on which the request stays, if it does.
    var seat: ComputeSeat?

    init(admission: Admission, slot: Int, priority: WorkPriority) {
        self.admission = admission
        self.slot = slot
        self.priority = priority
    }

    /// Reports that work begins to wait in a queue; its caller must call ``WorkItem/end(took:)`` on every way out.
    package func begin(_ resource: WorkResource) -> WorkItem {
        let (reserved, isResumed) = admission.begin(resource, in: slot, priority)
        return WorkItem(admitted: self, resource: resource, reserved: reserved, isResumed: isResumed)
    }

    /// Reports that the request has ended.
    package func leave() {
        admission.leave(slot)
    }
}

/// Work of a request that waits in a queue or is being done.
package struct WorkItem: Sendable {
    private let admitted: AdmittedRequest
    private let resource: WorkResource
    private let reserved: Int
    /// Whether earlier work of the request was done, so that this work goes first.
    package let isResumed: Bool

    fileprivate init(admitted: AdmittedRequest, resource: WorkResource, reserved: Int, isResumed: Bool) {
        self.admitted = admitted
        self.resource = resource
        self.reserved = reserved
        self.isResumed = isResumed
    }

    /// Ends the work, which took `time` nanoseconds after its wait; `nil` if it was dropped.
    package func end(took time: Int?) {
        admitted.admission.end(resource, in: admitted.slot, admitted.priority, reserved: reserved, took: time)
    }
}

/// Whether the client of a connection still waits for the response.
///
/// Work of a client that has gone is dropped from the queues, unless the request has begun a transaction: everything
/// that follows a commit, such as a message, then happens as if the client still waited.
package final class ClientPresence: Sendable {
    /// The presence of the client whose request the current task handles.
    @TaskLocal package static var current: ClientPresence?

    private let hasLeft = Atomic(false)
    private let hasWritten = Atomic(false)

    /// Creates the presence of a client that is connected.
    package init() {}

    /// Records that the client has closed its connection, or its direction of it.
    package func leave() {
        hasLeft.store(true, ordering: .relaxed)
    }

    /// Records that the connection's next request begins.
    package func beginRequest() {
        hasWritten.store(false, ordering: .relaxed)
    }

    /// Records that a transaction of the request begins.
    package func beginWriting() {
        hasWritten.store(true, ordering: .relaxed)
    }

    /// Whether the request has begun a transaction that may have changed something.
    package var hasBegunWriting: Bool { hasWritten.load(ordering: .relaxed) }

    /// Returns if work for the client is still to be done.
    /// - Throws: ``ClientGone`` if the work is to be dropped.
    package func require() throws(ClientGone) {
        if hasLeft.load(ordering: .relaxed), !hasWritten.load(ordering: .relaxed) { throw ClientGone() }
    }
}

extension ClientPresence {
    /// Starts a task for work that goes on when the client has gone, because others wait for it or its answer was given
    /// before.
    ///
    /// The task has the other values of the caller's task, but not the request: the request may end before the work.
    @discardableResult
    package static func startTask<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) -> Task<Value, Never> {
        $current.withValue(nil) {
            AdmittedRequest.$current.withValue(nil) { Task { await work() } }
        }
    }
}

/// The error of work that was dropped because its client had gone.
package struct ClientGone: Error {
    /// Creates the error.
    package init() {}
}

/// The reason for refusing a request: it would have waited too long in this queue, or too much of its kind is open.
package enum Overload: String, Error, Sendable, CaseIterable {
    case computing
    case writing
    case reading
    /// The event loops, which parse requests and do their short work.
    case serving
    /// Hashes of imported passwords.
    case hashing
    /// Programs of triggers.
    case programs
    /// Open responses in chunks and WebSockets, of which there are as many as the server may have.
    case streams

    /// The longest expected wait of a request that is admitted, in nanoseconds.
    package static let longestWait = 250_000_000
    /// The number of requests in progress below which none is refused: where so few wait for long, the machine is slow
    /// or its disk stalls, and refusals would not help.
    package static let fewestRequests = 16

    init(_ resource: WorkResource) {
        self =
            switch resource {
            case .computing: .computing
            case .writing: .writing
            case .reading: .reading
            }
    }

    /// The fault for the refused request.
    ///
    /// The AWS SDKs repeat it after a random pause of up to a second, since the code means that nothing was done.
    package var fault: ServiceFault {
        ServiceFault("TooManyRequestsException", "The server is busy: try again in a moment.", cause: self)
    }
}

extension ServiceFault {
    /// The queue that was too long for the request, if this fault refuses it for that reason.
    package var overload: Overload? { cause as? Overload }
}
