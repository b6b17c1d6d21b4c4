// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A kind of requests, such as an operation, which take similar work.
package struct WorkKind: Sendable {
    let index: Int
    /// The priority of its requests.
    package let priority: WorkPriority
    /// The kind of the request that follows.
    let next: Int?
}

/// The work that requests of one kind take, as measured.
struct WorkCosts {
    private var means: PerResource<MeanWork>
    /// How many earlier requests such a one follows.
    var followed = FollowedRequests()

    init(_ guesses: PerResource<Int>) {
        means = PerResource(MeanWork())
        for resource in WorkResource.allCases { means[resource] = MeanWork(guess: guesses[resource]) }
    }

    /// The expected work of one request.
    var expected: PerResource<Int> {
        var expected = PerResource(0)
        for resource in WorkResource.allCases { expected[resource] = means[resource].value }
        return expected
    }

    /// Whether requests of the kind wait for a resource at all.
    func uses(_ resource: WorkResource) -> Bool { means[resource].value > 1_000 }

    /// Learns from one request.
    ///
    /// A request that was refused early, for example with a wrong password hash, counts little: otherwise a flood of
    /// such requests would make the others seem cheap.
    mutating func learn(_ spent: PerResource<Int>) {
        for resource in WorkResource.allCases {
            let work = spent[resource]
            means[resource].learn(work, weight: work > 0 ? 16 : means[resource].isMeasured ? 256 : 4)
        }
    }
}

/// A running mean of work, in nanoseconds.
struct MeanWork {
    private(set) var value: Int
    /// Whether a request or an item that took work was measured.
    private(set) var isMeasured = false

    init(guess: Int = 0) {
        value = guess
    }

    /// Moves the mean by a part of the difference; the first measured work replaces a guess.
    mutating func learn(_ work: Int, weight: Int) {
        guard isMeasured || work == 0 else {
            isMeasured = true
            value = work
            return
        }
        value += (work - value) / weight
    }
}

/// The share of the requests with a possible successor that get one, over the last thousands of requests.
struct FollowedRequests {
    /// The number of requests that are counted before earlier ones count half; it covers clients that take a second for
    /// the next step.
    private static let window = 8_192

    private var begun = window / 4
    private var arrived = window / 4

    /// Counts a request that may lead to another one.
    mutating func begin() {
        begun += 1
        guard begun >= Self.window else { return }
        begun /= 2
        arrived /= 2
    }

    /// Counts a request that follows.
    mutating func arrive() {
        arrived = min(arrived + 1, begun)
    }

    /// The part of `work` that is expected.
    func share(of work: Int) -> Int { work * arrived / begun }
}

/// The queues that the work of requests waits in.
package enum WorkResource: String, Sendable, Hashable, CaseIterable {
    /// Long arithmetic on the compute threads.
    case computing
    /// Commits to the database.
    case writing
    /// Reads of the database for which no connection was idle.
    case reading
}

/// A value for each resource.
struct PerResource<Value> {
    var computing: Value
    var writing: Value
    var reading: Value

    init(_ value: Value) {
        computing = value
        writing = value
        reading = value
    }

    subscript(_ resource: WorkResource) -> Value {
        get {
            switch resource {
            case .computing: computing
            case .writing: writing
            case .reading: reading
            }
        }
        set {
            switch resource {
            case .computing: computing = newValue
            case .writing: writing = newValue
            case .reading: reading = newValue
            }
        }
    }
}

extension PerResource: Sendable where Value: Sendable {}

/// The order in which requests are served when they wait.
package enum WorkPriority: Sendable, Hashable, CaseIterable {
    /// Work that continues what a user has begun: answers to challenges and new tokens for a session.
    case continuing
    /// Work that begins something, such as a sign-in.
    case beginning

    /// The number of pieces of continuing work that go before one waiting piece of beginning work.
    static let share = 4
}
