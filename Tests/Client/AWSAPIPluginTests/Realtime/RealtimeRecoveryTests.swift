// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// How subscriptions outlive their tokens, and connections return with the network; without a network.
@Suite struct RealtimeRecoveryTests {
    private typealias Run = RealtimeMachineTests.Run

    private static let refusal: WireValue = [
        "errors": [["errorType": "UnauthorizedException", "message": "Token has expired.", "errorCode": 401]]
    ]
    private static let end = "fail a: Subscription item event failed with error: Unauthorized"

    @Test func `an accepted subscription whose caller is refused starts again, and others continue`() {
        var run = Run()
        run.begin("a", "b")
        run.now += .seconds(30)
        #expect(run.receive(.error, "a", Self.refusal) == ["a connecting", "start a"])
        #expect(run.machine.needsOtherCredentials("a") && !run.machine.needsOtherCredentials("b"))
        #expect(run.receive(.data, "a", "late") == [] && run.receive(.data, "b", "1") == ["b 1"])
        #expect(run(.started(id: "a")) == [] && run.receive(.startAck, "a") == ["a connected"])
        #expect(!run.machine.needsOtherCredentials("a"))
        #expect(run.receive(.data, "a", "1") == ["a 1"])
    }

    @Test func `a session without other credentials ends the subscription with the refusal`() {
        var run = Run()
        run.begin("a")
        _ = run.receive(.error, "a", Self.refusal)
        #expect(run(.notRenewed(id: "a")) == ["a disconnected", Self.end, "close 1000"])
        #expect(run(.notRenewed(id: "a")) == [])
    }

    @Test func `a start that is refused is not repeated, whether it is the first or one with a new token`() {
        var run = Run()
        _ = run(.subscribe(id: "a"))
        _ = run(.opened)
        _ = run.receive(.connectionAck)
        _ = run(.started(id: "a"))
        #expect(run.receive(.error, "a", Self.refusal) == ["a disconnected", Self.end, "close 1000"])
        run.begin("b")
        _ = run.receive(.error, "b", Self.refusal)
        _ = run(.started(id: "b"))
        #expect(run.receive(.error, "b", Self.refusal).first == "b disconnected")
    }

    @Test func `starts have pauses, and an end, with a service that accepts and refuses in turn`() {
        var run = Run()
        run.begin("a")
        #expect(run.receive(.error, "a", Self.refusal) == ["a connecting", "start a"])
        for setback in 1..<RealtimeMachine.mostSetbacks {
            _ = run(.started(id: "a"))
            _ = run.receive(.startAck, "a")
            #expect(run.receive(.error, "a", Self.refusal) == ["a connecting"])
            _ = run.receive(.keepAlive)
            #expect(run.tick(.seconds(setback)) == ["start a"])
        }
        _ = run(.started(id: "a"))
        _ = run.receive(.startAck, "a")
        #expect(run.receive(.error, "a", Self.refusal) == ["a disconnected", Self.end, "close 1000"])
    }

    @Test func `a subscription that lasted starts again at once, however often`() {
        var run = Run()
        run.begin("a")
        for _ in 1...20 {
            run.now += RealtimeMachine.stableAge
            #expect(run.receive(.error, "a", Self.refusal) == ["a connecting", "start a"])
            _ = run(.started(id: "a"))
            _ = run.receive(.startAck, "a")
            _ = run.receive(.keepAlive)
        }
    }

    @Test(arguments: ["ExpiredTokenException", "AccessDenied"])
    func `a refusal is known by its code, too`(type: String) {
        for (code, isRefusal) in [(401, true), (403, true), (400, false), (429, false)] as [(Int64, Bool)] {
            var run = Run()
            run.begin("a")
            let error: WireValue = ["errors": ["errorType": .string(type), "errorCode": .integer(code)]]
            #expect((run.receive(.error, "a", error) == ["a connecting", "start a"]) == isRefusal)
        }
    }

    @Test(arguments: ["LimitExceededError", "UnsupportedOperation", "BadRequestException", "Unknown"])
    func `another error ends an accepted subscription`(type: String) {
        var run = Run()
        run.begin("a")
        #expect(
            run.receive(.error, "a", RealtimeMachineTests.errors(type))
                == ["a disconnected", "fail a: Subscription item event failed with error", "close 1000"])
    }

    @Test func `a connection that is lost during the renewal ends the wait for other credentials`() {
        var run = Run()
        run.begin("a")
        _ = run.receive(.error, "a", Self.refusal)
        _ = run(.lost(.closed(SocketClosure(.serverError))))
        #expect(!run.machine.needsOtherCredentials("a"))
        #expect(run.tick(.seconds(1)) == ["open"])
    }

    @Test func `a start whose token cannot be fetched for now is repeated for an accepted subscription alone`() {
        let failure = RealtimeFailure.authorization(
            .operationError("no token", "", AuthError.service("no network", "", nil)))
        var run = Run()
        run.begin("a")
        _ = run(.subscribe(id: "b"))
        #expect(run(.notStarted(id: "b", failure)) == ["b disconnected", "fail b: no token"])
        _ = run.receive(.error, "a", Self.refusal)
        for attempt in 1...10 {
            #expect(run(.notStarted(id: "a", failure)) == [])
            _ = run.receive(.keepAlive)
            #expect(run.tick(.seconds(attempt)) == ["start a"])
        }
        let end = RealtimeFailure.authorization(.operationError("signed out", "", AuthError.signedOut("", "", nil)))
        #expect(run(.notStarted(id: "a", end)) == ["a disconnected", "fail a: signed out", "close 1000"])
    }

    // MARK: - Faults of the service

    private static func fault(_ code: Int64) -> WireValue {
        ["errors": [["errorType": "ServiceUnavailableException", "message": "down", "errorCode": .integer(code)]]]
    }

    @Test(arguments: [429, 500, 503] as [Int64])
    func `a connection that the service cannot judge at present is opened again`(code: Int64) {
        var run = Run()
        run.begin("a")
        _ = run(.lost(.closed(SocketClosure(.serverError))))
        #expect(run.tick(.seconds(1)) == ["open"])
        _ = run(.opened)
        #expect(run.receive(.connectionError, nil, Self.fault(code)) == ["close 1001"])
        #expect(run.tick(.seconds(2)) == ["open"])
    }

    @Test(arguments: [429, 500, 503] as [Int64])
    func `a new subscription that the service cannot judge at present starts again, eight times`(code: Int64) {
        var run = Run()
        run.begin("a")
        _ = run(.subscribe(id: "b"))
        for attempt in 1...RealtimeMachine.mostSetbacks {
            _ = run(.started(id: "b"))
            #expect(run.receive(.error, "b", Self.fault(code)) == [])
            _ = run.receive(.keepAlive)
            #expect(run.tick(.seconds(attempt)) == ["start b"])
        }
        _ = run(.started(id: "b"))
        #expect(
            run.receive(.error, "b", Self.fault(code))
                == ["b disconnected", "fail b: Subscription item event failed with error"])
    }

    @Test func `a subscription that was accepted outlasts the faults of the service`() {
        var run = Run()
        run.begin("a")
        #expect(run.receive(.error, "a", Self.fault(503)) == ["a connecting"])
        for attempt in 1...20 {
            _ = run.receive(.keepAlive)
            #expect(run.tick(.seconds(min(attempt, RealtimeMachine.mostSetbacks))) == ["start a"])
            _ = run(.started(id: "a"))
            #expect(run.receive(.error, "a", Self.fault(503)) == [])
        }
    }

    @Test func `a list with another error than a fault of the service is final`() {
        var run = Run()
        run.begin("a")
        let errors: WireValue = [
            "errors": [
                ["errorType": "ServiceUnavailableException", "errorCode": 503], ["errorType": "BadRequestException"],
            ]
        ]
        #expect(run.receive(.error, "a", errors).first == "a disconnected")
    }

    // MARK: - The network

    @Test func `a network that returns ends the pause, once for each series of failures`() {
        var run = Run()
        run.begin("a")
        #expect(!run.machine.awaitsNetwork && run(.networkReturned) == [])
        _ = run(.lost(.socket(SocketError(.connectionLost))))
        #expect(run.machine.awaitsNetwork)
        #expect(run(.networkReturned) == ["open"])
        // The network works, but the service cannot be reached.
        _ = run(.lost(.socket(SocketError(.unreachable))))
        #expect(!run.machine.awaitsNetwork && run(.networkReturned) == [])
        #expect(run.tick(.seconds(2)) == ["open"])
        _ = run(.opened)
        #expect(run.receive(.connectionAck) == ["start a"])
        _ = run(.lost(.socket(SocketError(.connectionLost))))
        #expect(run.machine.awaitsNetwork && run(.networkReturned) == ["open"])
    }

    @Test func `a network that returns opens no connection without subscriptions, and no second one`() {
        var run = Run()
        #expect(run(.networkReturned) == [])
        _ = run(.subscribe(id: "a"))
        #expect(run(.networkReturned) == [])
        _ = run(.lost(.socket(SocketError(.unreachable))))
        #expect(run(.unsubscribe(id: "a")) == [])
        #expect(run(.networkReturned) == [] && run.machine.nextDeadline == nil)
    }

    @Test func `the network wakes all who wait, each once, and none that has left`() {
        final class Waiter: Sendable {}
        let (network, waiters) = (NetworkReturn(), [Waiter(), Waiter()])
        let woken = [Latch(), Latch()]
        for (waiter, latch) in zip(waiters, woken) {
            network.wait(ObjectIdentifier(waiter)) {
                #expect(!latch.isOpen)
                latch.open()
            }
        }
        network.leave(ObjectIdentifier(waiters[1]))
        network.report()
        network.report()
        #expect(woken.map(\.isOpen) == [true, false])
    }

    @Test func `a monitor wakes those who wait when a way returns, and not by the way that there is`() async {
        let network = NetworkReturn()
        let (states, monitor) = AsyncStream.makeStream(of: Bool.self)
        let (returns, returned) = AsyncStream.makeStream(of: Int.self)
        let watch = ReachabilityWatch(states, network: network)
        defer { watch.end() }
        network.wait(ObjectIdentifier(network)) { returned.yield(1) }
        for isOnline in [true, true, false, false, true] { monitor.yield(isOnline) }
        for await _ in returns.prefix(1) {}
        network.wait(ObjectIdentifier(network)) { returned.yield(2) }
        for isOnline in [true, false, true] { monitor.yield(isOnline) }
        var seen: [Int] = []
        for await number in returns.prefix(1) { seen.append(number) }
        #expect(seen == [2])
    }
}
