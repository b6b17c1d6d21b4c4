// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore
import NIOPosix

/// Plays a plan on one thread: begins calls when they are due, and counts how they end.
///
/// A call's time counts from the moment at which it was due, so that a server that answers late cannot hide it by
/// delaying the calls that follow.
final class OpenLoop {
    private static let tick = TimeAmount.microseconds(250)
    private static let memoryInterval = TimeAmount.milliseconds(50)
    private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    let plan: LoadPlan
    let loop: any EventLoop
    private let finished: EventLoopPromise<[PhaseResult]>
    private var results: [PhaseResult]
    private var phase = 0
    private var phaseStart = NIODeadline.now()
    private var isRunning = false
    private var begun = 0
    private var begunInPhase = 0
    private var unfinished = 0
    private var memoryRead = NIODeadline.distantPast
    private var ticking: RepeatedTask?
    /// The calls in the order in which they give up; ended ones are removed when they come first.
    private var calls = CircularBuffer<LoadCall>()
    private var waiting = CircularBuffer<LoadCall>()
    private var idle = CircularBuffer<LoadConnection>()
    private var connections = 0
    private var connecting = 0
    private var connected = 0
    private var secondSteps = CircularBuffer<(call: LoadCall, body: ByteBuffer, since: NIODeadline)>()
    private var isComputing = false

    /// Plays a plan.
    ///
    /// - Returns: the results of its phases.
    static func play(_ plan: LoadPlan) async throws -> [PhaseResult] {
        let loop = group.next()
        return try await loop.flatSubmit { OpenLoop(plan, loop).begin() }.get()
    }

    private init(_ plan: LoadPlan, _ loop: any EventLoop) {
        self.plan = plan
        self.loop = loop
        finished = loop.makePromise()
        results = plan.phases.map { PhaseResult(seconds: $0.seconds) }
    }

    private func begin() -> EventLoopFuture<[PhaseResult]> {
        if plan.openConnections == 0 { start() } else { openMore() }
        return finished.futureResult
    }

    private func start() {
        isRunning = true
        phaseStart = .now()
        let bound = NIOLoopBound(self, eventLoop: loop)
        ticking = loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.tick) { _ in bound.value.advance() }
        for _ in 0..<plan.burst { begin(due: phaseStart, at: phaseStart) }
        startPhase()
    }

    private func startPhase() {
        begunInPhase = 0
        guard case .closed(let calls, _) = plan.phases[phase] else { return }
        for _ in 0..<calls { begin(due: phaseStart, at: phaseStart) }
    }

    private var phaseEnd: NIODeadline { phaseStart + .seconds(plan.phases[phase].seconds) }

    private var isOver: Bool { phase == plan.phases.count }

    /// Begins the calls that are due, gives up those that took too long, and goes on to the next phase.
    private func advance() {
        let now = NIODeadline.now()
        while !isOver {
            if case .open(let rate, let seconds) = plan.phases[phase] {
                let total = Int(rate * seconds)
                while begunInPhase < total {
                    let due = phaseStart + .seconds(Double(begunInPhase) / rate)
                    if due > now { break }
                    begunInPhase += 1
                    begin(due: due, at: now)
                }
            }
            guard now >= phaseEnd else { break }
            phaseStart = phaseEnd
            phase += 1
            if !isOver { startPhase() }
        }
        giveUp(now)
        if now >= memoryRead + Self.memoryInterval {
            memoryRead = now
            results[min(phase, results.count - 1)].noteMemory(plan.process.residentMemory)
        }
        if isOver, unfinished == 0 { finish() }
    }

    private func finish() {
        ticking?.cancel()
        ticking = nil
        isRunning = false
        while let connection = idle.popFirst() { connection.close() }
        finished.succeed(results)
    }
}

// MARK: - Calls

extension OpenLoop {
    private func begin(due: NIODeadline, at now: NIODeadline) {
        let call = LoadCall(phase: phase, number: begun, due: due)
        begun += 1
        unfinished += 1
        results[phase].noteStart(late: (now - due).inSeconds)
        calls.append(call)
        waiting.append(call)
        serve()
    }

    /// Gives waiting calls to idle connections, and opens more where there are none.
    private func serve() {
        while let call = waiting.first {
            if call.isOver {
                waiting.removeFirst()
                continue
            }
            guard let connection = nextIdle() else { return openMore() }
            waiting.removeFirst()
            connection.call = call
            call.connection = connection
            connection.send(plan.call.request(call.number))
        }
    }

    func answered(_ connection: LoadConnection, _ answer: AnswerReader.Answer) {
        guard let call = connection.call else { return connection.close() }
        if answer.status == 200, plan.call.hasSecondRequest, !call.isInSecondStep, !answer.isLast {
            call.isInSecondStep = true
            secondSteps.append((call, answer.body, .now()))
            return computeLater()
        }
        connection.call = nil
        end(call, Self.outcome(answer))
        if answer.isLast || plan.freshAddresses > 0 { return connection.close() }
        idle.append(connection)
        serve()
    }

    private static func outcome(_ answer: AnswerReader.Answer) -> PhaseResult.Outcome {
        switch answer.status {
        case 200: .served
        case 429, 503: .refused
        case 400 where String(buffer: answer.body).contains("TooManyRequestsException"): .refused
        default: .failed("status \(answer.status)")
        }
    }

    private func end(_ call: LoadCall, _ outcome: PhaseResult.Outcome) {
        guard !call.isOver else { return }
        call.isOver = true
        call.connection = nil
        unfinished -= 1
        let now = NIODeadline.now()
        let isInTime = call.phase == phase && now < phaseEnd
        let start = call.phase == phase ? phaseStart : phaseStart - .seconds(secondsSinceStart(of: call.phase))
        results[call.phase].noteEnd(
            outcome, took: (now - call.due).inSeconds, due: (call.due - start).inSeconds, inTime: isInTime)
        if isInTime, case .closed = plan.phases[phase] { begin(due: now, at: now) }
    }

    /// The time from the start of an earlier phase to that of the present one.
    private func secondsSinceStart(of earlier: Int) -> Double {
        plan.phases[earlier..<min(phase, plan.phases.count)].reduce(0) { $0 + $1.seconds }
    }

    private func giveUp(_ now: NIODeadline) {
        while let call = calls.first, call.isOver || call.due + .seconds(LoadPlan.patience) <= now {
            calls.removeFirst()
            guard !call.isOver else { continue }
            let connection = call.connection
            end(call, .timedOut)
            connection?.call = nil
            connection?.close()
        }
    }

    /// Computes one second request in each turn of the loop, so that calls begin in time meanwhile.
    private func computeLater() {
        guard !isComputing else { return }
        isComputing = true
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.execute { bound.value.compute() }
    }

    private func compute() {
        isComputing = false
        guard let (call, body, since) = secondSteps.popFirst() else { return }
        if !call.isOver, let connection = call.connection {
            results[call.phase].noteWait((NIODeadline.now() - since).inSeconds)
            do {
                connection.send(try plan.call.request(call.number, after: body))
            } catch {
                connection.call = nil
                end(call, .failed("\(error)"))
                connection.close()
            }
            if isRunning { advance() }
        }
        if !secondSteps.isEmpty { computeLater() }
    }
}

// MARK: - Connections

extension OpenLoop {
    private func nextIdle() -> LoadConnection? {
        while let connection = idle.popFirst() {
            if connection.isOpen { return connection }
        }
        return nil
    }

    private func openMore() {
        let wanted = isRunning ? waiting.count : min(100, plan.openConnections - connections + connecting)
        let most = max(plan.maximumConnections, plan.openConnections)
        while connecting < wanted, connections < most { connect() }
    }

    private func connect() {
        connections += 1
        connecting += 1
        let bound = NIOLoopBound(self, eventLoop: loop)
        var bootstrap = ClientBootstrap(group: loop)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LoadConnection(bound.value))
                }
            }
        do {
            let address = try SocketAddress(ipAddress: "127.0.0.1", port: plan.port)
            if plan.freshAddresses > 0 {
                // Linux has all addresses of 127.0.0.0/8 without a set-up.
                let number = connected % plan.freshAddresses
                bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: "127.0.1.\(number + 1)", port: 0))
                connected += 1
            }
            bootstrap.connect(to: address).whenFailure { error in bound.value.failedToConnect(error) }
        } catch {
            failedToConnect(error)
        }
    }

    /// The calls that wait for the connection wait on, until they give up.
    private func failedToConnect(_ error: any Error) {
        connections -= 1
        connecting -= 1
        if !isRunning, !isOver { finished.fail(error) }
    }

    func opened(_ connection: LoadConnection) {
        connecting -= 1
        idle.append(connection)
        if isRunning {
            serve()
        } else if isOver {
            connection.close()
        } else if idle.count == plan.openConnections {
            start()
        } else {
            openMore()
        }
    }

    func closed(_ connection: LoadConnection) {
        connections -= 1
        if let call = connection.call {
            connection.call = nil
            end(call, .failed("connection lost"))
        }
        if isRunning { serve() }
    }
}

extension TimeAmount {
    static func seconds(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }

    var inSeconds: Double { Double(nanoseconds) * 1e-9 }
}
