// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient

/// The messages to the service, sent in order.
struct Outgoing: Sendable {
    private let connection: any SocketConnection
    private let clock: ClientClock
    private let queue: AsyncStream<String>.Continuation
    private let sending: Task<Void, Never>

    /// Begins to send on a connection.
    init(_ connection: any SocketConnection, _ clock: ClientClock) {
        let (messages, queue) = AsyncStream.makeStream(of: String.self)
        self.connection = connection
        self.clock = clock
        self.queue = queue
        // Ends with the queue, or with the connection, whose end the reader of the connection reports.
        sending = Task {
            for await message in messages {
                do throws(SocketError) {
                    try await connection.send(.text(message))
                } catch {
                    return
                }
            }
        }
    }

    /// Appends a message.
    func send(_ request: RealtimeRequest) {
        queue.yield(request.text)
    }

    /// Closes the connection after the messages, or after a time if the server does not read them.
    func close(_ closure: SocketClosure) {
        queue.finish()
        Task { [sending, clock, connection] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await sending.value }
                group.addTask {
                    try? await clock.sleep(RealtimeMachine.answerTime)
                    sending.cancel()
                }
                await group.next()
                group.cancelAll()
            }
            await connection.close(closure)
        }
    }

    /// Stops sending.
    func abandon() {
        queue.finish()
        sending.cancel()
    }
}
