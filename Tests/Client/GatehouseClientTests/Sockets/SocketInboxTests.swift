// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

/// The queue between a connection and its reader.
@Suite(.hangLimit) struct SocketInboxTests {
    private static func message(_ text: String) -> SocketEvent { .message(.text(text)) }

    @Test func `messages are received in their order, then the end, again and again`() async throws {
        let inbox = SocketInbox(messages: 10, bytes: 100)
        inbox.offer(.text("a"))
        inbox.offer(.text("b"))
        #expect(try await inbox.receive() == Self.message("a"))
        inbox.offer(.text("c"))
        inbox.finish(.success(SocketClosure(.normal)))
        inbox.finish(.failure(SocketError(.connectionLost)))
        inbox.offer(.text("late"))
        #expect(try await inbox.receive() == Self.message("b"))
        #expect(try await inbox.receive() == Self.message("c"))
        #expect(try await inbox.receive() == .closed(SocketClosure(.normal)))
        #expect(try await inbox.receive() == .closed(SocketClosure(.normal)))
    }

    @Test func `reading stops at the number of messages, and resumes when one is received`() async throws {
        let inbox = SocketInbox(messages: 2, bytes: 100)
        inbox.offer(.text("a"))
        #expect(inbox.mayRead())
        // What had arrived already is kept, above the limit.
        for text in ["b", "c"] { inbox.offer(.text(text)) }
        #expect(!inbox.mayRead())
        #expect(!inbox.resumesReading())
        _ = try await inbox.receive()
        #expect(!inbox.resumesReading())
        _ = try await inbox.receive()
        #expect(inbox.resumesReading())
        #expect(!inbox.resumesReading())
        #expect(inbox.mayRead())
    }

    @Test func `reading stops at the number of bytes, and the end lifts every limit`() async throws {
        let inbox = SocketInbox(messages: 10, bytes: 4)
        inbox.offer(.binary(Data("abcd".utf8)))
        #expect(!inbox.mayRead())
        inbox.finish(.success(SocketClosure(.normal)))
        #expect(inbox.mayRead())
        inbox.discard()
        #expect(try await inbox.receive() == .closed(SocketClosure(.normal)))
    }

    @Test func `each of several readers receives one message, and all of them the end`() async throws {
        let inbox = SocketInbox(messages: 10, bytes: 100)
        let readers = (0..<2).map { _ in Task { try await inbox.receive() } }
        inbox.offer(.text("a"))
        inbox.offer(.text("b"))
        let received = [try await readers[0].value, try await readers[1].value]
        #expect(received.contains(Self.message("a")) && received.contains(Self.message("b")))
        let last = Task { try await inbox.receive() }
        inbox.finish(.failure(SocketError(.connectionLost)))
        await #expect(throws: SocketError(.connectionLost)) { try await last.value }
    }

    @Test func `a reader that is cancelled takes no message`() async throws {
        let inbox = SocketInbox(messages: 10, bytes: 100)
        let reader = Task { try await inbox.receive() }
        reader.cancel()
        await #expect(throws: SocketError(.cancelled)) { try await reader.value }
        inbox.offer(.text("a"))
        #expect(try await inbox.receive() == Self.message("a"))
    }
}
