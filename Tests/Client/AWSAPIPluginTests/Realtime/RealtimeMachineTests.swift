// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseClient
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// The decisions of a connection for subscriptions, without a network.
@Suite struct RealtimeMachineTests {
    /// A machine with a time of its own, whose pauses last as many seconds as attempts have failed.
    struct Run {
        var machine = RealtimeMachine { .seconds($0) }
        var now = Duration.zero

        mutating func callAsFunction(_ input: RealtimeMachine.Input) -> [String] {
            machine.handle(input, at: now).map(Self.text)
        }

        mutating func receive(
            _ kind: RealtimeResponse.Kind, _ id: String? = nil, _ payload: WireValue = .null
        ) -> [String] {
            self(.received(RealtimeResponse(kind, id: id, payload: payload)))
        }

        /// Lets time pass up to the next deadline, and checks the time until then.
        mutating func tick(_ wait: Duration) -> [String] {
            #expect(machine.nextDeadline == now + wait)
            now += wait
            return self(.tick)
        }

        /// Opens the connection for subscriptions, which the service accepts.
        mutating func begin(_ ids: String...) {
            for id in ids { _ = self(.subscribe(id: id)) }
            _ = self(.opened)
            _ = receive(.connectionAck, nil, ["connectionTimeoutMs": 60_000])
            for id in ids {
                _ = self(.started(id: id))
                _ = receive(.startAck, id)
            }
        }

        static func text(_ action: RealtimeMachine.Action) -> String {
            switch action {
            case .open: "open"
            case .initialize: "initialize"
            case .start(let id): "start \(id)"
            case .stop(let id): "stop \(id)"
            case .close(let closure): "close \(closure.code.rawValue)"
            case .notify(let id, let state): "\(id) \(state)"
            case .deliver(let id, let payload): "\(id) \(payload.stringValue ?? "data")"
            case .end(let id, nil): "end \(id)"
            case .end(let id, let failure?): "fail \(id): \(failure.apiError(Todo.self).errorDescription)"
            }
        }
    }

    @Test func `a subscription opens the connection, starts, receives data, and closes it`() {
        var run = Run()
        #expect(run(.subscribe(id: "a")) == ["a connecting", "open"])
        #expect(run(.opened) == ["initialize"])
        #expect(run.receive(.connectionAck) == ["start a"])
        #expect(run(.started(id: "a")) == [])
        #expect(run.receive(.startAck, "a") == ["a connected"])
        #expect(run.receive(.data, "a", "1") == ["a 1"])
        #expect(run(.unsubscribe(id: "a")) == ["stop a", "close 1000"])
        #expect(run.receive(.complete, "a") == [])
        #expect(run.machine.nextDeadline == nil)
    }

    @Test func `further subscriptions share the connection, and the last one closes it`() {
        var run = Run()
        run.begin("a")
        #expect(run(.subscribe(id: "b")) == ["b connecting", "start b"])
        #expect(run(.unsubscribe(id: "a")) == ["stop a"])
        // Its start is not on its way yet.
        #expect(run(.unsubscribe(id: "b")) == ["close 1000"])
        #expect(run(.subscribe(id: "c")) == ["c connecting", "open"])
    }

    @Test func `subscriptions that wait for the connection start in their order`() {
        var run = Run()
        for id in ["b", "a", "c"] { _ = run(.subscribe(id: id)) }
        _ = run(.unsubscribe(id: "a"))
        _ = run(.opened)
        #expect(run.receive(.connectionAck) == ["start b", "start c"])
    }

    @Test(arguments: [1_008, 1_011] as [UInt16])
    func `subscriptions start again under their ids after a close code that permits it`(code: UInt16) {
        var run = Run()
        run.begin("a", "b")
        let closure = SocketClosure(SocketCloseCode(rawValue: code))
        #expect(run(.lost(.closed(closure))) == ["close 1001", "a connecting", "b connecting"])
        #expect(run.tick(.seconds(1)) == ["open"])
        _ = run(.opened)
        #expect(run.receive(.connectionAck) == ["start a", "start b"])
        _ = run(.started(id: "a"))
        #expect(run.receive(.startAck, "a") == ["a connected"])
    }

    @Test(arguments: [
        SocketError.Problem.connectionLost, .unreachable, .timedOut, .refused(status: 503), .refused(status: 429),
    ])
    func `a connection that breaks without a close frame is opened again`(problem: SocketError.Problem) {
        var run = Run()
        run.begin("a")
        #expect(run(.lost(.socket(SocketError(problem)))) == ["close 1001", "a connecting"])
        #expect(run.tick(.seconds(1)) == ["open"])
    }

    @Test(arguments: [1_000, 1_001] as [UInt16])
    func `a regular end of the service ends all subscriptions`(code: UInt16) {
        var run = Run()
        run.begin("a", "b")
        #expect(
            run(.lost(.closed(SocketClosure(SocketCloseCode(rawValue: code)))))
                == ["a disconnected", "end a", "b disconnected", "end b", "close 1000"])
        #expect(run.machine.nextDeadline == nil)
    }

    @Test(arguments: [1_002, 1_003, 1_005, 1_007, 1_009, 1_010, 3_000, 4_401] as [UInt16])
    func `another close code is an error of all subscriptions`(code: UInt16) {
        var run = Run()
        run.begin("a")
        let actions = run(.lost(.closed(SocketClosure(SocketCloseCode(rawValue: code)))))
        #expect(actions.first == "a disconnected" && actions.last == "close 1000")
        #expect(actions.dropFirst().first?.hasSuffix("with code \(code)") == true)
    }

    @Test(arguments: [
        SocketError.Problem.refused(status: 401), .refused(status: 403), .refused(status: 404), .tls, .noSockets,
        .badAddress, .handshake(.subprotocol), .violation(.text), .tooLarge(limit: 1),
    ])
    func `a failure that another attempt would meet again ends all subscriptions`(problem: SocketError.Problem) {
        var run = Run()
        _ = run(.subscribe(id: "a"))
        let actions = run(.lost(.socket(SocketError(problem))))
        #expect(actions.count == 3 && actions[1].hasPrefix("fail a: "))
        let isRefusal = [.refused(status: 401), .refused(status: 403)].contains(problem)
        #expect(actions[1].contains("Unauthorized") == isRefusal)
        #expect(run.machine.nextDeadline == nil)
    }

    @Test func `a new subscription waits ten seconds for the connection, and attempts continue until then`() {
        var run = Run()
        _ = run(.subscribe(id: "a"))
        let failure = RealtimeFailure.socket(SocketError(.unreachable))
        for attempt in 1...4 {
            _ = run(.lost(failure))
            if attempt < 4 { #expect(run.tick(.seconds(attempt)) == ["open"]) }
        }
        #expect(
            run.tick(.seconds(4)) == [
                "open", "a disconnected", "fail a: The server could not be reached.", "close 1000",
            ])
    }

    @Test func `a subscription that was accepted waits for the connection without an end`() {
        var run = Run()
        run.begin("a")
        for attempt in 1...20 {
            let loss = run(.lost(.socket(SocketError(.unreachable))))
            #expect(!loss.contains { $0.hasPrefix("fail") })
            #expect(run.tick(.seconds(attempt)) == ["open"])
        }
    }

    @Test func `a connection that lasted ends the series of failed attempts`() {
        var run = Run()
        run.begin("a")
        for _ in 1...2 { _ = run(.lost(.closed(SocketClosure(.serverError)))) }
        #expect(run.tick(.seconds(1)) == ["open"])
        _ = run(.opened)
        _ = run.receive(.connectionAck)
        run.now += .seconds(9)
        // A server that accepts connections and closes them at once is not asked without pauses.
        _ = run(.lost(.closed(SocketClosure(.serverError))))
        #expect(run.tick(.seconds(2)) == ["open"])
        _ = run(.opened)
        _ = run.receive(.connectionAck)
        run.now += .seconds(10)
        _ = run(.lost(.closed(SocketClosure(.serverError))))
        #expect(run.tick(.seconds(1)) == ["open"])
    }

    @Test func `a connection without keep-alive messages is replaced`() {
        var run = Run()
        run.begin("a")
        run.now += .seconds(59)
        #expect(run.receive(.keepAlive) == [])
        run.now += .seconds(30)
        #expect(run.receive(.data, "a", "1") == ["a 1"])
        #expect(run.tick(.seconds(30)) == ["close 1001", "a connecting"])
        #expect(run.tick(.seconds(1)) == ["open"])
    }

    @Test(arguments: [nil, 0, -1, 86_400_001] as [Int64?])
    func `a keep-alive time that makes no sense is five minutes`(milliseconds: Int64?) {
        let payload: WireValue = milliseconds.map { ["connectionTimeoutMs": .integer($0)] } ?? .null
        #expect(RealtimeResponse(.connectionAck, payload: payload).connectionTimeout == .seconds(300))
    }

    @Test func `the client leaves a service that does not acknowledge for five seconds`() {
        var run = Run()
        _ = run(.subscribe(id: "a"))
        _ = run(.opened)
        #expect(run.tick(.seconds(5)) == ["close 1001"])
        #expect(run.tick(.seconds(1)) == ["open"])
    }

    @Test func `a start without an answer ends a new subscription, and replaces the connection of an old one`() {
        var run = Run()
        run.begin("a")
        _ = run(.subscribe(id: "b"))
        _ = run(.started(id: "b"))
        #expect(
            run.tick(.seconds(5))
                == ["stop b", "b disconnected", "fail b: The service did not send start_ack in time."])
        _ = run(.lost(.closed(SocketClosure(.serverError))))
        _ = run.tick(.seconds(1))
        _ = run(.opened)
        _ = run.receive(.connectionAck)
        _ = run(.started(id: "a"))
        #expect(run.tick(.seconds(5)) == ["close 1001"])
        #expect(run.tick(.seconds(2)) == ["open"])
    }

    static func errors(_ type: String) -> WireValue {
        ["errors": [["errorType": .string(type), "message": "no"]]]
    }

    @Test func `a refused connection is an error of all subscriptions`() {
        var run = Run()
        _ = run(.subscribe(id: "a"))
        _ = run(.subscribe(id: "b"))
        _ = run(.opened)
        let text = "Subscription item event failed with error: Unauthorized"
        #expect(
            run.receive(.connectionError, nil, Self.errors("UnauthorizedException"))
                == ["a disconnected", "fail a: \(text)", "b disconnected", "fail b: \(text)", "close 1000"])
    }

    @Test func `a refused subscription does not concern the others`() {
        var run = Run()
        run.begin("a")
        _ = run(.subscribe(id: "b"))
        _ = run(.started(id: "b"))
        #expect(run.receive(.error, "c", Self.errors("Unauthorized")) == [])
        #expect(
            run.receive(.error, "b", Self.errors("Unauthorized"))
                == ["b disconnected", "fail b: Subscription item event failed with error: Unauthorized"])
        #expect(run.receive(.data, "b", "1") == [])
        #expect(run.receive(.data, "a", "1") == ["a 1"])
        #expect(run.receive(.error, "a", Self.errors("BadRequestException")).last == "close 1000")
    }

    @Test func `an error without an id concerns the subscriptions that are being started`() {
        var run = Run()
        run.begin("a")
        _ = run(.subscribe(id: "b"))
        #expect(run.receive(.error, nil, Self.errors("LimitExceededError")) == [])
        _ = run(.started(id: "b"))
        let object: WireValue = ["errors": ["errorType": "LimitExceededError", "message": "Rate limit exceeded"]]
        #expect(
            run.receive(.error, nil, object)
                == ["b disconnected", "fail b: Subscription item event failed with error"])
        #expect(run.receive(.error, nil, object) == [])
    }

    @Test func `a start that meets the limit of subscriptions is repeated eight times`() {
        var run = Run()
        run.begin("a")
        _ = run(.subscribe(id: "b"))
        for refusal in 1...8 {
            _ = run(.started(id: "b"))
            #expect(run.receive(.error, "b", Self.errors("MaxSubscriptionsReachedError")) == [])
            // The connection must live as long as the pauses.
            _ = run.receive(.keepAlive)
            #expect(run.tick(.seconds(refusal)) == ["start b"])
        }
        _ = run(.started(id: "b"))
        #expect(run.receive(.error, "b", Self.errors("MaxSubscriptionsReachedError")).first == "b disconnected")
    }

    @Test func `the service can end a subscription`() {
        var run = Run()
        run.begin("a", "b")
        #expect(run.receive(.complete, "a") == ["a disconnected", "end a"])
        #expect(run.receive(.complete, "b") == ["b disconnected", "end b", "close 1000"])
    }

    @Test func `messages out of turn change nothing`() {
        var run = Run()
        #expect(run.receive(.connectionAck) == [] && run.receive(.keepAlive) == [] && run(.tick) == [])
        _ = run(.subscribe(id: "a"))
        #expect(run.receive(.startAck, "a") == [] && run.receive(.data, "a", "1") == [])
        _ = run(.opened)
        #expect(run(.opened) == [])
        _ = run.receive(.connectionAck)
        #expect(run.receive(.connectionAck) == [] && run.receive(.startAck, "a") == [] && run.receive(.data) == [])
        _ = run(.started(id: "a"))
        #expect(run.receive(.startAck, "b") == [] && run.receive(.startAck, "a") == ["a connected"])
        #expect(run.receive(.startAck, "a") == [] && run(.started(id: "a")) == [])
    }

    @Test func `a start that cannot be authorized ends its subscription alone`() {
        var run = Run()
        run.begin("a")
        _ = run(.subscribe(id: "b"))
        let failure = RealtimeFailure.authorization(.operationError("no credentials", ""))
        #expect(run(.notStarted(id: "b", failure)) == ["b disconnected", "fail b: no credentials"])
        #expect(run(.notStarted(id: "b", failure)) == [])
    }

    @Test func `a released plugin ends everything`() {
        var run = Run()
        run.begin("a")
        #expect(run(.shutDown) == ["a disconnected", "end a", "close 1000"])
        #expect(run(.shutDown) == [])
    }
}
