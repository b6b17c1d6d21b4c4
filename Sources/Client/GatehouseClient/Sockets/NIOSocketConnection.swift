// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import NIOCore

/// A WebSocket on SwiftNIO, as its user has it.
final class NIOSocketConnection: SocketConnection {
    let subprotocol: String?
    private let channel: any Channel
    private let inbox: SocketInbox
    private let closeTimeout: Duration
    private let clock: ClientClock

    init(
        _ channel: any Channel, _ inbox: SocketInbox, subprotocol: String?, closeTimeout: Duration, clock: ClientClock
    ) {
        self.channel = channel
        self.inbox = inbox
        self.subprotocol = subprotocol
        self.closeTimeout = closeTimeout
        self.clock = clock
    }

    deinit { channel.close(promise: nil) }

    func receive() async throws(SocketError) -> SocketEvent {
        let event = try await inbox.receive()
        if inbox.resumesReading() { channel.read() }
        return event
    }

    func send(_ message: SocketMessage) async throws(SocketError) {
        let sent = channel.eventLoop.makePromise(of: Void.self)
        do {
            try await withTaskCancellationHandler {
                channel.writeAndFlush(SocketOutput.message(message)).cascade(to: sent)
                try await sent.futureResult.get()
            } onCancel: {
                sent.fail(SocketError(.cancelled))
            }
        } catch let error as SocketError {
            throw error
        } catch {
            throw SocketError(inbox.end == nil ? .connectionLost : .closed, cause: error)
        }
    }

    func close(_ closure: SocketClosure) async {
        channel.writeAndFlush(SocketOutput.close(closure), promise: nil)
        await inbox.waitForEnd(closeTimeout, clock)
        guard inbox.end == nil else { return }
        inbox.finish(.success(closure))
        channel.close(promise: nil)
    }
}
#endif
