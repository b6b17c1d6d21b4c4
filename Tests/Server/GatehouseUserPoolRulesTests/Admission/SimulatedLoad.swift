// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

@testable import GatehouseCore

/// A server with two compute threads and a database, in simulated time, under a load that does not wait for responses.
///
/// It uses the books and the queue of the server; only the threads and the time are simulated.
struct SimulatedLoad {
    /// One step of a request: its resource and its time in nanoseconds.
    typealias Step = (resource: WorkResource, time: Int)

    /// What clients send.
    enum Traffic {
        /// Requests of one kind with these steps.
        case single(WorkPriority, [Step])
        /// Requests without steps, each followed by one with these steps after the client's own time.
        case pairs(then: [Step], after: Int)
    }

    /// The outcome of one request.
    struct Served {
        let arrival: Int
        let time: Int
        let isFollower: Bool
    }

    private struct Job {
        let slot: Int
        let kind: WorkKind
        let arrival: Int
        let isFollower: Bool
        var steps: ArraySlice<Step>
        var reserved = 0
    }

    private enum Event {
        case arrival
        case follower
        case done(Job)
    }

    static let second = 1_000_000_000
    static let threads = 2

    private let traffic: Traffic
    private var books = AdmissionBooks(
        longestWait: Overload.longestWait, computingThreads: Self.threads, readingThreads: 5)
    private var lines = PerResource(FairQueue<Job>())
    private var idle: PerResource<Int>
    private var events: [(time: Int, event: Event)] = []
    private let first: WorkKind
    private let follower: WorkKind?
    private(set) var served: [Served] = []
    private(set) var refusals: [Served] = []
    private(set) var now = 0

    init(_ traffic: Traffic) {
        self.traffic = traffic
        idle = PerResource(1)
        idle.computing = Self.threads
        let guess = (computing: 1_000_000, writing: 100_000)
        switch traffic {
        case .single(let priority, _):
            follower = nil
            first = books.addKind(priority, guess: guess, next: nil)
        case .pairs:
            let next = books.addKind(.continuing, guess: guess, next: nil)
            follower = next
            first = books.addKind(.beginning, guess: (0, 0), next: next)
        }
    }

    /// The time of the busiest resource for one request and its follower.
    var cost: Int {
        let steps =
            switch traffic {
            case .single(_, let steps): steps
            case .pairs(let steps, _): steps
            }
        return steps.filter { $0.resource == .computing }.reduce(0) { $0 + $1.time } / Self.threads
    }

    /// Offers requests for some time, at a multiple of the rate that the server can serve.
    mutating func offer(_ multiple: Double, for duration: Int) {
        let interval = Int(Double(cost) / multiple)
        let end = now + duration
        var next = now
        while next < end {
            schedule(.arrival, at: next)
            next += interval
            run(until: min(next, end))
        }
        run(until: end)
    }

    /// Lets the server finish what it has admitted.
    mutating func drain() {
        run(until: now + 10 * Self.second)
    }

    /// The work that is not yet done.
    var backlog: Int { WorkResource.allCases.reduce(0) { $0 + books.backlog($1) } }

    private mutating func schedule(_ event: Event, at time: Int) {
        // Later events are nearer the beginning, so that the next one is the last.
        let place = events.firstIndex { $0.time <= time } ?? events.endIndex
        events.insert((time, event), at: place)
    }

    private mutating func run(until end: Int) {
        while let next = events.last, next.time < end {
            events.removeLast()
            now = next.time
            switch next.event {
            case .arrival: arrive(first, isFollower: false)
            case .follower: if let follower { arrive(follower, isFollower: true) }
            case .done(let job): finish(job)
            }
        }
        now = end
    }

    private mutating func arrive(_ kind: WorkKind, isFollower: Bool) {
        books.arrive(kind)
        guard books.refusal(of: kind, at: now) == nil else {
            refusals.append(Served(arrival: now, time: 0, isFollower: isFollower))
            return
        }
        let slot = books.admit(kind, at: now)
        switch traffic {
        case .pairs(_, let pause) where !isFollower:
            books.leave(slot)
            served.append(Served(arrival: now, time: 0, isFollower: false))
            schedule(.follower, at: now + pause)
        case .single(_, let steps), .pairs(let steps, _):
            proceed(Job(slot: slot, kind: kind, arrival: now, isFollower: isFollower, steps: steps[...]))
        }
    }

    /// Puts a job into the queue of its next step, or ends it.
    private mutating func proceed(_ job: Job) {
        var job = job
        guard let step = job.steps.first else {
            books.leave(job.slot)
            served.append(Served(arrival: job.arrival, time: now - job.arrival, isFollower: job.isFollower))
            return
        }
        let (reserved, isResumed) = books.begin(step.resource, in: job.slot, job.kind.priority, at: now)
        job.reserved = reserved
        lines[step.resource].append(job, job.kind.priority, isResumed: isResumed)
        start(step.resource)
    }

    private mutating func start(_ resource: WorkResource) {
        while idle[resource] > 0, let job = lines[resource].popFirst() {
            idle[resource] -= 1
            schedule(.done(job), at: now + (job.steps.first?.time ?? 0))
        }
    }

    private mutating func finish(_ job: Job) {
        var job = job
        guard let step = job.steps.popFirst() else { return }
        idle[step.resource] += 1
        books.end(
            step.resource, in: job.slot, job.kind.priority, reserved: job.reserved, took: step.time, at: now)
        start(step.resource)
        proceed(job)
    }
}
