// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if !os(Linux)
import Foundation
import Synchronization
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A WebSocket of URLSession, as its user has it.
final class URLSessionSocketConnection: SocketConnection {
    let subprotocol: String?
    private let task: URLSessionWebSocketTask
    private let events: URLSessionSocketEvents
    private let closeTimeout: Duration
    private let clock: ClientClock

    private init(
        _ task: URLSessionWebSocketTask, _ events: URLSessionSocketEvents, subprotocol: String?,
        closeTimeout: Duration, clock: ClientClock
    ) {
        self.task = task
        self.events = events
        self.subprotocol = subprotocol
        self.closeTimeout = closeTimeout
        self.clock = clock
    }

    deinit { task.cancel() }

    /// Opens a connection in a session of its own: no cache, no cookies, no stored credentials.
    static func open(
        _ outgoing: URLRequest, _ request: SocketRequest, _ handshake: SocketHandshake, _ clock: ClientClock
    ) async -> Result<any SocketConnection, SocketError> {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        let inbox = SocketInbox(messages: request.queueLimit, bytes: request.messageLimit)
        let events = URLSessionSocketEvents(inbox, messageLimit: request.messageLimit)
        let session = URLSession(configuration: configuration, delegate: events, delegateQueue: nil)
        let task = session.webSocketTask(with: outgoing)
        task.maximumMessageSize = request.messageLimit
        // The session ends with its only task.
        let opening = await withTaskCancellationHandler {
            await events.opening {
                task.resume()
                session.finishTasksAndInvalidate()
            }
        } onCancel: {
            events.open(.failure(SocketError(.cancelled)))
            task.cancel()
        }
        do throws(SocketError) {
            let chosen = try handshake.chosen(of: opening.get().map { [$0] } ?? [])
            events.readOn(task)
            return .success(
                URLSessionSocketConnection(
                    task, events, subprotocol: chosen, closeTimeout: request.closeTimeout, clock: clock))
        } catch {
            task.cancel()
            return .failure(error)
        }
    }

    func receive() async throws(SocketError) -> SocketEvent {
        let event = try await events.inbox.receive()
        if events.inbox.resumesReading() { events.readOn(task) }
        return event
    }

    func send(_ message: SocketMessage) async throws(SocketError) {
        guard events.inbox.end == nil else { throw SocketError(.closed) }
        let outgoing: URLSessionWebSocketTask.Message =
            switch message {
            case .text(let text): .string(text)
            case .binary(let data): .data(data)
            }
        let outcome = SocketOutcome()
        let failure = await withTaskCancellationHandler {
            await outcome.value {
                task.send(outgoing) { error in
                    outcome.set(error.map { SocketError(.connectionLost, cause: $0) })
                }
            }
        } onCancel: {
            outcome.set(SocketError(.cancelled))
        }
        if let failure { throw failure }
    }

    func close(_ closure: SocketClosure) async {
        let code = closure.code.isSendable ? Int(closure.code.rawValue) : 1_000
        let reason = Data(closure.payload.dropFirst(2))
        events.inbox.discard()
        task.cancel(with: URLSessionWebSocketTask.CloseCode(rawValue: code) ?? .normalClosure, reason: reason)
        await events.inbox.waitForEnd(closeTimeout, clock)
        guard events.inbox.end == nil else { return }
        events.inbox.finish(.success(closure))
        task.cancel()
    }
}

/// The outcome of one call with a completion handler: the first one counts.
private final class SocketOutcome: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<SocketError?, Never>)
        case over(SocketError?)
    }

    private let state = Mutex(State.open)

    func set(_ failure: SocketError?) {
        let continuation: CheckedContinuation<SocketError?, Never>? = state.withLock { state in
            if case .over = state { return nil }
            defer { state = .over(failure) }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(returning: failure)
    }

    func value(_ start: () -> Void) async -> SocketError? {
        await withCheckedContinuation { continuation in
            start()
            let early: SocketError?? = state.withLock { state in
                if case .over(let failure) = state { return .some(failure) }
                state = .awaited(continuation)
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }
}
#endif
