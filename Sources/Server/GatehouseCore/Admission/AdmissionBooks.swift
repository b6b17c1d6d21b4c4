// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The admitted work that is not yet done, and the times that such work takes: the arithmetic of ``Admission``.
///
/// All times are in nanoseconds. The work for a resource is its time divided by the number of the resource's threads, so
/// that the sum of the work is the time until all of it is done.
struct AdmissionBooks {
    /// Work for one resource that is not yet done.
    private struct Backlog {
        var continuing = 0
        var beginning = 0
        /// The number of items that wait or run.
        var openItems = 0
        /// The last time at which an item ended, or the first one began to wait.
        var progress = 0

        /// The time for which the resource has done nothing although items wait; it is expected to last as long again.
        func stall(at now: Int) -> Int { openItems > 0 ? max(0, now - progress) : 0 }

        /// The time until new work of a priority is its resource's next.
        func wait(_ priority: WorkPriority) -> Int {
            switch priority {
            case .continuing: continuing + min(beginning, continuing / WorkPriority.share)
            case .beginning: beginning + min(continuing, beginning * WorkPriority.share)
            }
        }

        var all: Int { continuing + beginning }

        mutating func add(_ work: Int, _ priority: WorkPriority) {
            switch priority {
            case .continuing: continuing += work
            case .beginning: beginning += work
            }
        }
    }

    /// A request that was admitted and has not ended.
    private struct Request {
        let kind: WorkKind
        /// The expected work that is not in a queue yet.
        var expected: PerResource<Int>
        /// The work that was done.
        var spent = PerResource(0)
        /// The number of items that wait or run.
        var openItems = 0
        /// Whether an item of the request was done.
        var hasBegun = false
        /// Whether the request has ended; its last item may be reported a moment later.
        var hasLeft = false
    }

    /// The shortest time of an item that is learned from: an item of a client that has gone takes less.
    private static let shortestItem = 2_000

    private let longestWait: Int
    private let fewest: Int
    private var threads: PerResource<Int>
    private var backlogs = PerResource(Backlog())
    /// The mean work of one item in a queue.
    private var items = PerResource(MeanWork())
    private var kinds: [WorkCosts] = []
    private var requests: [Request?] = []
    private var freeSlots: [Int] = []
    /// The work of the requests that follow admitted ones, as far as the server cannot do it until they arrive.
    private var promised = PerResource(0)
    private var promisedAt = 0

    init(longestWait: Int, fewest: Int = 0, computingThreads: Int, readingThreads: Int) {
        self.longestWait = longestWait
        self.fewest = fewest
        threads = PerResource(1)
        threads.computing = computingThreads
        threads.reading = readingThreads
    }

    /// Adds a kind of requests; `guess` is the time that one takes for computing and writing until one was measured.
    mutating func addKind(_ priority: WorkPriority, guess: (computing: Int, writing: Int), next: WorkKind?) -> WorkKind
    {
        var guesses = PerResource(0)
        guesses.computing = guess.computing / threads.computing
        guesses.writing = guess.writing
        kinds.append(WorkCosts(guesses))
        return WorkKind(index: kinds.count - 1, priority: priority, next: next?.index)
    }

    /// The queue that a request of this kind would wait in for too long at a time; `nil` if it may be admitted.
    mutating func refusal(of kind: WorkKind, at now: Int, behind loop: LoopWait = .none) -> Overload? {
        guard requests.count - freeSlots.count + loop.waiting >= fewest else { return nil }
        var total = loop.time
        var longest: (queue: Overload, wait: Int) = (.serving, loop.time)
        for resource in WorkResource.allCases {
            var wait = 0
            if kinds[kind.index].uses(resource) {
                wait = backlogs[resource].wait(kind.priority) + backlogs[resource].stall(at: now)
            }
            if let next = kind.next, kinds[next].uses(resource) {
                let (promised, waiting) = promise(resource, at: now)
                // The requests that follow find room even if the estimates were too low.
                if promised > longestWait / 5 * 2 || waiting > longestWait / 5 * 4 { return Overload(resource) }
                wait += waiting
            }
            total += wait
            if wait > longest.wait { longest = (Overload(resource), wait) }
        }
        return total > longestWait ? longest.queue : nil
    }

    /// Admits a request and reserves its expected work.
    /// - Returns: the request's place in the books, to be given back with ``leave(_:)``.
    mutating func admit(_ kind: WorkKind, at now: Int) -> Int {
        let expected = kinds[kind.index].expected
        let request = Request(kind: kind, expected: expected)
        for resource in WorkResource.allCases { backlogs[resource].add(expected[resource], kind.priority) }
        if let next = kind.next {
            kinds[next].followed.begin()
            for resource in WorkResource.allCases {
                promised[resource] =
                    promise(resource, at: now).promised + kinds[next].followed.share(of: kinds[next].expected[resource])
            }
            promisedAt = now
        }
        guard let slot = freeSlots.popLast() else {
            requests.append(request)
            return requests.count - 1
        }
        requests[slot] = request
        return slot
    }

    /// Records that a request of this kind has arrived; an earlier request may have led to it.
    mutating func arrive(_ kind: WorkKind) {
        kinds[kind.index].followed.arrive()
    }

    /// The promised work at a time, and the work that waits for the same resource.
    ///
    /// The promised work drains with the time, a tenth faster than the server works while little work waits and slower
    /// while much does: the rate of beginnings then settles at the server's, however long clients take between two
    /// requests.
    private func promise(_ resource: WorkResource, at now: Int) -> (promised: Int, waiting: Int) {
        let waiting = backlogs[resource].wait(.continuing)
        let pace = max(0, 1.1 - 0.3 * Double(waiting) / Double(longestWait))
        let passed = min(max(0, now - promisedAt), longestWait)
        return (max(0, promised[resource] - Int(Double(passed) * pace)), waiting)
    }

    /// Moves expected work of a request into a queue.
    /// - Returns: the work that is reserved for the item, and whether earlier work of the request was done.
    mutating func begin(
        _ resource: WorkResource, in slot: Int, _ priority: WorkPriority, at now: Int
    ) -> (reserved: Int, isResumed: Bool) {
        let mean = items[resource].value
        let taken = min(requests[slot]?.expected[resource] ?? 0, mean)
        requests[slot]?.expected[resource] -= taken
        requests[slot]?.openItems += 1
        if backlogs[resource].openItems == 0 { backlogs[resource].progress = now }
        backlogs[resource].openItems += 1
        backlogs[resource].add(mean - taken, priority)
        return (mean, requests[slot]?.hasBegun ?? false)
    }

    /// Ends an item that took `time` on one thread; `nil` if it was dropped.
    mutating func end(
        _ resource: WorkResource, in slot: Int, _ priority: WorkPriority, reserved: Int, took time: Int?, at now: Int
    ) {
        backlogs[resource].add(-reserved, priority)
        backlogs[resource].openItems -= 1
        backlogs[resource].progress = now
        requests[slot]?.hasBegun = true
        if let time, time >= Self.shortestItem {
            let work = max(1, time / threads[resource])
            items[resource].learn(work, weight: 64)
            requests[slot]?.spent[resource] += work
        }
        requests[slot]?.openItems -= 1
        if let request = requests[slot], request.hasLeft, request.openItems == 0 { close(request, slot) }
    }

    /// Leaves an item out of those that wait or run, while its thread waits for something else.
    mutating func pause(_ resource: WorkResource) {
        backlogs[resource].openItems -= 1
    }

    /// Counts an item that was left out.
    mutating func resume(_ resource: WorkResource, at now: Int) {
        if backlogs[resource].openItems == 0 { backlogs[resource].progress = now }
        backlogs[resource].openItems += 1
    }

    /// Ends a request.
    mutating func leave(_ slot: Int) {
        guard let request = requests[slot] else { return }
        guard request.openItems == 0 else {
            requests[slot]?.hasLeft = true
            return
        }
        close(request, slot)
    }

    private mutating func close(_ request: Request, _ slot: Int) {
        for resource in WorkResource.allCases {
            backlogs[resource].add(-request.expected[resource], request.kind.priority)
        }
        kinds[request.kind.index].learn(request.spent)
        requests[slot] = nil
        freeSlots.append(slot)
    }

    /// The work for a resource that is not yet done, for metrics and tests.
    func backlog(_ resource: WorkResource) -> Int { backlogs[resource].all }
}
