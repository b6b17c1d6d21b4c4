// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if AsyncHTTPClient && os(Linux)
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// A proxy before a PostgreSQL, which cuts connections around the COMMIT of a write.
package final class PostgresProxy: Sendable {
    /// Where a connection is cut.
    package enum Cut: Sendable {
        /// The server never gets the COMMIT, and undoes the transaction.
        case beforeCommit
        /// The server has the COMMIT, and the client does not wait for its end.
        case duringCommit
        /// The server has committed, and its answer never reaches the client.
        case afterCommit

        /// The cuts after which the server's work has ended.
        package static let settled: [Cut] = [.beforeCommit, .afterCommit]
    }

    private struct State {
        var armed: (cut: Cut, skipped: Int, refuses: Bool)?
        var cuts = 0
        var refuses = false
    }

    /// The proxy's port on 127.0.0.1.
    package let port: Int
    private let socket: String
    private let state = Mutex(State())

    private init(port: Int, socket: String) {
        self.port = port
        self.socket = socket
    }

    /// Runs a proxy while a body talks through it.
    ///
    /// - Parameters:
    ///   - socket: the path of the server's socket.
    ///   - body: the clients; they have closed their connections when it returns.
    /// - Throws: the error of the body.
    package static func serving(socket: String, to body: (PostgresProxy) async throws -> Void) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try Pipe(wrappingChannelSynchronously: channel) }
            }
        let proxy = PostgresProxy(port: try #require(server.channel.localAddress?.port), socket: socket)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await proxy.accept(server) }
            try await body(proxy)
            group.cancelAll()
        }
    }

    /// Cuts the connection of the next write, or of one after it; once only.
    ///
    /// - Parameters:
    ///   - cut: where to cut.
    ///   - skipped: the number of writes that are committed before.
    ///   - refuses: whether later connections are closed at once.
    package func arm(_ cut: Cut, skipping skipped: Int = 0, refusing refuses: Bool = false) {
        state.withLock { $0.armed = (cut, skipped, refuses) }
    }

    /// Cuts nothing any more, and accepts connections again.
    package func disarm() {
        state.withLock { state in
            state.armed = nil
            state.refuses = false
        }
    }

    /// The number of connections that were cut.
    package var cuts: Int { state.withLock { $0.cuts } }

    // MARK: - Connections

    private typealias Pipe = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private func accept(_ server: NIOAsyncChannel<Pipe, Never>) async {
        do {
            try await withThrowingDiscardingTaskGroup { group in
                try await server.executeThenClose { connections in
                    for try await connection in connections {
                        group.addTask { await self.serve(connection) }
                    }
                }
            }
        } catch {
            // The end of the body cancels this task.
        }
    }

    private func serve(_ front: Pipe) async {
        do {
            try await front.executeThenClose { fromClient, toClient in
                guard !state.withLock({ $0.refuses }) else { return }
                let back = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(unixDomainSocketPath: socket) { channel in
                        channel.eventLoop.makeCompletedFuture { try Pipe(wrappingChannelSynchronously: channel) }
                    }
                let answers = HeldAnswers()
                try await back.executeThenClose { fromServer, toServer in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await self.forward(commands: fromClient, to: toServer, answers) }
                        group.addTask { try await self.forward(answers: fromServer, to: toClient, answers) }
                        // The end of one direction is the end of the connection.
                        _ = try await group.next()
                        group.cancelAll()
                    }
                }
            }
        } catch {
            // The other side of a connection that was cut.
        }
    }

    private func forward(
        commands: NIOAsyncChannelInboundStream<ByteBuffer>, to server: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        _ answers: HeldAnswers
    ) async throws {
        var messages = PostgresMessages(beginsWithStartup: true)
        var isWriting = false
        var endsWithTrip = false
        for try await bytes in commands {
            messages.append(bytes)
            var forwarded = ByteBuffer()
            while let message = messages.next() {
                if let statement = message.statement {
                    if statement.hasPrefix("BEGIN ") { isWriting = statement.hasSuffix("SERIALIZABLE") }
                    if statement == "COMMIT", isWriting, let cut = takeCut() {
                        switch cut {
                        case .beforeCommit: return
                        case .duringCommit: endsWithTrip = true
                        case .afterCommit: answers.hold()
                        }
                    }
                }
                forwarded.writeImmutableBuffer(message.bytes)
                if endsWithTrip, message.endsTrip { return try await server.write(forwarded) }
            }
            if forwarded.readableBytes > 0 { try await server.write(forwarded) }
        }
    }

    private func forward(
        answers: NIOAsyncChannelInboundStream<ByteBuffer>, to client: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        _ held: HeldAnswers
    ) async throws {
        var messages = PostgresMessages(beginsWithStartup: false)
        for try await bytes in answers {
            messages.append(bytes)
            var forwarded = ByteBuffer()
            while let message = messages.next() {
                if held.isHolding, message.isCommitted { return }
                forwarded.writeImmutableBuffer(held.pass(message))
            }
            if forwarded.readableBytes > 0 { try await client.write(forwarded) }
        }
    }

    private func takeCut() -> Cut? {
        state.withLock { state in
            guard let armed = state.armed else { return nil }
            guard armed.skipped == 0 else {
                state.armed?.skipped -= 1
                return nil
            }
            state.armed = nil
            state.cuts += 1
            if armed.refuses { state.refuses = true }
            return armed.cut
        }
    }
}

/// The answers of a connection that are kept back, because the answer to a COMMIT is to be lost.
private final class HeldAnswers: Sendable {
    private let held = Mutex<ByteBuffer?>(nil)

    var isHolding: Bool { held.withLock { $0 != nil } }

    /// Keeps the answers back from now on.
    func hold() {
        held.withLock { $0 = ByteBuffer() }
    }

    /// What the client gets now: the message, or nothing while answers are kept back.
    ///
    /// After an error there is no commit whose answer could be lost, so that nothing is kept back any more.
    func pass(_ message: PostgresMessages.Message) -> ByteBuffer {
        held.withLock { held in
            guard var kept = held else { return message.bytes }
            kept.writeImmutableBuffer(message.bytes)
            guard message.isError else {
                held = kept
                return ByteBuffer()
            }
            held = nil
            return kept
        }
    }
}

/// The messages of one direction; see the PostgreSQL documentation, "Message Formats".
private struct PostgresMessages {
    struct Message {
        /// The kind; `nil` for a message with which a client begins.
        let kind: UInt8?
        /// The whole message.
        let bytes: ByteBuffer

        /// The text of a statement that is to be parsed.
        var statement: String? {
            guard kind == UInt8(ascii: "P") else { return nil }
            let texts = bytes.readableBytesView.dropFirst(5).split(
                separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            return texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : nil
        }

        /// Whether the server says that it has committed.
        var isCommitted: Bool {
            kind == UInt8(ascii: "C") && bytes.readableBytesView.dropFirst(5).starts(with: "COMMIT".utf8)
        }

        /// Whether a client ends a trip with it.
        var endsTrip: Bool { kind == UInt8(ascii: "S") }

        /// Whether the server refuses a command.
        var isError: Bool { kind == UInt8(ascii: "E") }
    }

    /// The version 3.0 of the protocol, in the message after which all messages have a kind.
    private static let version: Int32 = 196_608

    private var buffer = ByteBuffer()
    private var isStarting: Bool

    init(beginsWithStartup isStarting: Bool) {
        self.isStarting = isStarting
    }

    mutating func append(_ bytes: ByteBuffer) {
        buffer.writeImmutableBuffer(bytes)
    }

    /// The next complete message.
    mutating func next() -> Message? {
        // A length counts itself, and not the kind before it.
        let kindLength = isStarting ? 0 : 1
        guard let length = buffer.getInteger(at: buffer.readerIndex + kindLength, as: Int32.self),
            let kind = buffer.getInteger(at: buffer.readerIndex, as: UInt8.self),
            let bytes = buffer.readSlice(length: kindLength + Int(length))
        else { return nil }
        guard isStarting else { return Message(kind: kind, bytes: bytes) }
        isStarting = bytes.getInteger(at: bytes.readerIndex + 4, as: Int32.self) != Self.version
        return Message(kind: nil, bytes: bytes)
    }
}
#endif
