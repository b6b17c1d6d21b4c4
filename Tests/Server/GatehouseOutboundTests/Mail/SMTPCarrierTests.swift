// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseTestSupport
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import GatehouseOutbound

@Suite(.hangLimit) struct SMTPCarrierTests {
    /// Runs `body` beside a mail server that says its lines, one for each that it hears, and then hangs up.
    private func withServer(
        saying lines: [String], _ body: (_ port: Int) async throws -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let port = try #require(server.channel.localAddress?.port)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await server.executeThenClose { connections in
                    for try await connection in connections { try await Self.speak(lines, on: connection) }
                }
            }
            try await body(port)
            group.cancelAll()
            while await group.nextResult() != nil {}
        }
    }

    private static func speak(_ lines: [String], on connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        try await connection.executeThenClose { inbound, outbound in
            var rest = lines[...]
            guard let greeting = rest.popFirst() else { return }
            try await outbound.write(ByteBuffer(string: greeting))
            for try await _ in inbound {
                guard let line = rest.popFirst() else { return }
                try await outbound.write(ByteBuffer(string: line))
            }
        }
    }

    private func failure(port: Int, _ security: SMTPSettings.Security = .plain) async throws -> CarriageFailure? {
        let settings = SMTPSettings(
            host: "127.0.0.1", port: port, security: security, heloName: "localhost",
            from: try #require(MailAddress("no-reply@example.org")))
        do {
            try await SMTPCarrier(settings).carry(.make(), id: "1")
            return nil
        } catch let failure as CarriageFailure {
            return failure
        }
    }

    private static let taking = ["220 hi\r\n", "250 mail\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "250 ok\r\n"]

    @Test func `a server that hangs up after it took the mail has taken it`() async throws {
        try await withServer(saying: Self.taking) { port in
            let failure = try await failure(port: port)
            #expect(failure == nil)
        }
    }

    @Test(arguments: 0..<taking.count)
    func `a server that hangs up before has not`(_ place: Int) async throws {
        try await withServer(saying: Array(Self.taking.prefix(place))) { port in
            guard case .postponed = try await failure(port: port) else {
                Issue.record("The mail counts as taken or refused.")
                return
            }
        }
    }

    @Test(arguments: [
        ["HTTP/1.1 400 Bad Request\r\n\r\n"], ["\u{0}\u{1}\u{2}\r\n"], [String(repeating: "220-x\r\n", count: 10_000)],
        [String(repeating: "x", count: 100_000)],
    ])
    func `a server that speaks something else is left`(_ lines: [String]) async throws {
        try await withServer(saying: lines) { port in
            guard case .postponed(let text) = try await failure(port: port) else {
                Issue.record("The mail counts as taken or refused.")
                return
            }
            #expect(text.contains("does not speak SMTP"))
        }
    }

    @Test func `a server that answers TLS in clear is left`() async throws {
        try await withServer(saying: Self.taking) { port in
            guard case .postponed = try await failure(port: port, .tls) else {
                Issue.record("The mail counts as taken or refused.")
                return
            }
        }
    }

    @Test(arguments: ["250 no", "250 mail\r\n250 ok\r\n"])
    func `a reply from before TLS is ignored under TLS, even where it could still be read`(words: String) async throws {
        var settings = MailTests.settings
        settings.security = .startTLS
        let channel = NIOAsyncTestingChannel()
        let connection = try await channel.testingEventLoop.executeInContext { try SMTPCarrier.prepare(channel) }
        let dialogue = SMTPDialogue(try Mail(.make(), id: "1", settings: settings), settings: settings)
        let carrier = try SMTPCarrier(settings)
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await carrier.converse(dialogue, over: connection) }
            group.addTask {
                try await channel.writeInbound(ByteBuffer(string: "220 hi\r\n"))
                _ = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
                try await channel.writeInbound(ByteBuffer(string: "250-mail\r\n250 STARTTLS\r\n"))
                _ = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
                // Two segments, both read before the client can switch to TLS.
                try await channel.testingEventLoop.executeInContext {
                    for text in ["220 go\r\n", words] { channel.pipeline.fireChannelRead(ByteBuffer(string: text)) }
                    channel.pipeline.fireChannelReadComplete()
                }
            }
            await #expect(throws: SMTPConversation.Fault.spokeUnasked) { try await group.waitForAll() }
        }
    }

    private struct Reason: Error {}

    @Test(arguments: [nil, "421 busy\r\n"])
    func `the reason of a closed connection is reported even after a late write`(
        lastWords: String?
    ) async throws {
        let channel = NIOAsyncTestingChannel()
        let connection = try await channel.testingEventLoop.executeInContext { try SMTPCarrier.prepare(channel) }
        try await channel.testingEventLoop.executeInContext {
            for words in ["220 hi\r\n", lastWords].compactMap(\.self) {
                channel.pipeline.fireChannelRead(ByteBuffer(string: words))
                channel.pipeline.fireChannelReadComplete()
            }
            if lastWords == nil { channel.pipeline.fireErrorCaught(Reason()) }
            channel.close(promise: nil)
        }
        let settings = MailTests.settings
        let dialogue = SMTPDialogue(try Mail(.make(), id: "1", settings: settings), settings: settings)
        do {
            try await SMTPCarrier(settings).converse(dialogue, over: connection)
            Issue.record("The mail counts as taken.")
        } catch {
            #expect(lastWords == nil ? error is Reason : error is CarriageFailure)
        }
    }

    @Test func `a refused connection is retried later`() async throws {
        var free = 0
        try await withServer(saying: []) { port in free = port }
        #expect(try await failure(port: free) == .postponed("127.0.0.1:\(free): cannot be reached"))
    }
}
