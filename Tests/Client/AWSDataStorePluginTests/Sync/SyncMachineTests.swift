// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

@testable import AWSDataStorePlugin

/// The order of the steps of the exchange, and its restarts.
@Suite struct SyncMachineTests {
    private static let steps: [(SyncMachine.State, SyncMachine.Action?)] = [
        (.pausingSubscriptions, .pauseSubscriptions), (.pausingMutationQueue, .pauseOutbox),
        (.clearingStateOutgoingMutations, .resetOutbox), (.initializingSubscriptions, .subscribe),
        (.performingInitialSync, .synchronize), (.activatingCloudSubscriptions, .releaseEvents),
        (.activatingMutationQueue, .runOutbox), (.notifyingSyncStarted, .notifyStarted), (.syncEngineActive, nil),
    ]

    /// A machine after some steps of a start; its jitter is zero.
    private static func machine(after steps: Int) -> SyncMachine {
        var machine = SyncMachine(entropy: Entropy { [UInt8](repeating: 0, count: $0) })
        _ = machine.handle(.start, at: .zero)
        for _ in 1..<max(1, steps) { _ = machine.handle(.done, at: .zero) }
        return machine
    }

    @Test func `a start runs the steps in the order of Amplify Swift`() {
        var machine = SyncMachine(entropy: .seeded(1))
        #expect(machine.state == .notStarted)
        var input = SyncMachine.Input.start
        for (state, action) in Self.steps {
            #expect(machine.handle(input, at: .zero) == action)
            #expect(machine.state == state)
            input = .done
        }
        #expect(machine.handle(.done, at: .zero) == nil)
        #expect(machine.handle(.start, at: .zero) == nil)
    }

    @Test(arguments: 1...9)
    func `a failure of each step cleans up, pauses and starts from the beginning`(step: Int) {
        var machine = Self.machine(after: step)
        #expect(machine.state == Self.steps[step - 1].0)
        #expect(machine.handle(.failed(.other), at: .zero) == .cleanUp)
        #expect(machine.handle(.failed(.network), at: .zero) == nil)
        #expect(machine.handle(.done, at: .zero) == .wait(.milliseconds(200)))
        #expect(machine.state == .schedulingRestart)
        #expect(machine.handle(.restartDue, at: .zero) == .pauseSubscriptions)
    }

    /// The pauses of a series of failures.
    private static func pauses(_ reason: SyncMachine.Reason, _ count: Int) -> [Duration] {
        var machine = machine(after: 5)
        return (0..<count).compactMap { _ -> Duration? in
            _ = machine.handle(.failed(reason), at: .zero)
            guard case .wait(let pause) = machine.handle(.done, at: .zero) else { return nil }
            _ = machine.handle(.restartDue, at: .zero)
            return pause
        }
    }

    @Test func `the pauses double up to five minutes`() {
        let pauses = Self.pauses(.network, 20)
        #expect(pauses.prefix(4) == [.milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1_600)])
        #expect(pauses.last == .seconds(300) && pauses.count == 20)
    }

    @Test func `a pause is at least as long as the service asks for, up to five minutes`() {
        #expect(Self.pauses(.service(retryAfter: .seconds(7)), 1) == [.seconds(7)])
        #expect(Self.pauses(.service(retryAfter: .milliseconds(1)), 1) == [.milliseconds(200)])
        #expect(Self.pauses(.service(retryAfter: .seconds(9_999)), 1) == [.seconds(300)])
        #expect(Self.pauses(.service(retryAfter: nil), 2) == [.milliseconds(200), .milliseconds(400)])
    }

    @Test func `of several failures the service's longest pause counts`() {
        let pause = SyncMachine.Reason.service(retryAfter: .seconds(7))
        let others: [SyncMachine.Reason] = [
            .network, .other, .service(retryAfter: .seconds(2)), .service(retryAfter: nil),
        ]
        for other in others {
            #expect(pause.joined(with: other) == pause)
            #expect(other.joined(with: pause) == pause)
        }
    }

    @Test func `the jitter of a pause is at most 100 ms`() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var machine = SyncMachine(entropy: .seeded(seed))
            _ = machine.handle(.start, at: .zero)
            _ = machine.handle(.failed(.network), at: .zero)
            guard case .wait(let pause) = machine.handle(.done, at: .zero) else {
                Issue.record("There is no pause.")
                return
            }
            #expect((Duration.milliseconds(200)...(.milliseconds(300))).contains(pause))
        }
    }

    @Test func `the return of the network ends a pause because of the network, and no other`() {
        for (reason, expected) in [
            (SyncMachine.Reason.network, SyncMachine.Action.pauseSubscriptions), (.service(retryAfter: nil), nil),
            (.other, nil),
        ] as [(SyncMachine.Reason, SyncMachine.Action?)] {
            var machine = Self.machine(after: 5)
            _ = machine.handle(.failed(reason), at: .zero)
            _ = machine.handle(.done, at: .zero)
            #expect(machine.handle(.networkReturned, at: .zero) == expected)
        }
        var cleaning = Self.machine(after: 5)
        _ = cleaning.handle(.failed(.network), at: .zero)
        #expect(cleaning.handle(.networkReturned, at: .zero) == nil)
        #expect(cleaning.handle(.done, at: .zero) == .pauseSubscriptions)
    }

    @Test func `a failure soon after the start continues the series, and a later one begins another`() {
        for (age, pause) in [(Duration.seconds(59), 800), (.seconds(60), 200)] {
            var machine = Self.machine(after: 5)
            for _ in 1...2 {
                _ = machine.handle(.failed(.network), at: .zero)
                _ = machine.handle(.done, at: .zero)
                _ = machine.handle(.restartDue, at: .zero)
            }
            while machine.state != .syncEngineActive { _ = machine.handle(.done, at: .zero) }
            _ = machine.handle(.failed(.network), at: age)
            #expect(machine.handle(.done, at: age) == .wait(.milliseconds(pause)))
        }
    }

    @Test(arguments: 1...9)
    func `another user begins the steps anew`(step: Int) {
        var machine = Self.machine(after: step)
        let generation = machine.generation
        #expect(machine.handle(.callerChanged, at: .zero) == .pauseSubscriptions)
        #expect(machine.generation > generation)
    }

    @Test func `another user ends a pause`() {
        var machine = Self.machine(after: 5)
        _ = machine.handle(.failed(.service(retryAfter: .seconds(60))), at: .zero)
        #expect(machine.handle(.callerChanged, at: .zero) == nil)
        #expect(machine.handle(.done, at: .zero) == .pauseSubscriptions)
        _ = machine.handle(.failed(.service(retryAfter: .seconds(60))), at: .zero)
        _ = machine.handle(.done, at: .zero)
        #expect(machine.handle(.callerChanged, at: .zero) == .pauseSubscriptions)
    }

    @Test func `a stop cleans up in each state, and a start begins again`() {
        for step in 0...9 {
            var machine = step == 0 ? SyncMachine(entropy: .seeded(1)) : Self.machine(after: step)
            #expect(machine.handle(.stop, at: .zero) == .cleanUp)
            for input in [SyncMachine.Input.failed(.network), .networkReturned, .callerChanged, .start, .stop] {
                #expect(machine.handle(input, at: .zero) == nil)
            }
            #expect(machine.handle(.done, at: .zero) == .terminate)
            #expect(machine.state == .terminate)
            #expect(machine.handle(.start, at: .zero) == .pauseSubscriptions)
        }
    }
}
