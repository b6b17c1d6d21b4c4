// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseHTTP
import GatehouseSites
import NIOCore
import NIOWebSocket
import Testing

/// The rules of RFC 6455 for the frames of a client.
@Suite struct MessageAssemblyTests {
    /// What a server makes of frames: the events but parts, and the status of a broken rule.
    private static func events(
        _ frames: [WebSocketFrame], limit: Int = 64
    ) -> (events: [MessageAssembly.Event], close: UInt16?) {
        var assembly = MessageAssembly(limit: limit)
        var events: [MessageAssembly.Event] = []
        do throws(SocketClose) {
            for frame in frames {
                let event = try assembly.add(frame)
                if event != .part { events.append(event) }
            }
            return (events, nil)
        } catch {
            return (events, error.code)
        }
    }

    private static func frame(
        _ opcode: WebSocketOpcode, _ bytes: [UInt8] = [], isLast: Bool = true, isMasked: Bool = true
    ) -> WebSocketFrame {
        let key: WebSocketMaskingKey = [1, 2, 3, 4]
        var data = ByteBuffer(bytes: bytes)
        if isMasked { data.webSocketMask(key) }
        return WebSocketFrame(fin: isLast, opcode: opcode, maskKey: isMasked ? key : nil, data: data)
    }

    private static func text(_ text: String, isLast: Bool = true) -> WebSocketFrame {
        frame(.text, Array(text.utf8), isLast: isLast)
    }

    @Test(arguments: ["", "Hello", "κόσμε", String(repeating: "x", count: 64)])
    func `a frame with text is a message`(text: String) {
        let (events, close) = Self.events([Self.text(text)])
        #expect(events == [.message(.text(text))] && close == nil)
    }

    @Test func `bytes are a message, whatever they are`() {
        let bytes: [UInt8] = [0, 0xFF, 0xC0, 0x80]
        #expect(Self.events([Self.frame(.binary, bytes)]).events == [.message(.binary(bytes))])
    }

    @Test func `fragments are one message, with frames of control between them`() {
        let (events, close) = Self.events([
            Self.text("Hel", isLast: false), Self.frame(.ping, [1]), Self.frame(.continuation, [], isLast: false),
            Self.frame(.pong), Self.frame(.continuation, Array("lo".utf8)), Self.text("next"),
        ])
        #expect(events == [.ping(ByteBuffer(bytes: [1])), .pong, .message(.text("Hello")), .message(.text("next"))])
        #expect(close == nil)
    }

    @Test func `a character that two fragments share is valid text`() {
        let bytes = Array("é".utf8)
        let (events, _) = Self.events([
            Self.frame(.text, [bytes[0]], isLast: false), Self.frame(.continuation, [bytes[1]]),
        ])
        #expect(events == [.message(.text("é"))])
    }

    @Test(
        arguments: [
            [[0xCE, 0xBA, 0xE1, 0xBD]], [[0xED, 0xA0, 0x80]], [[0xC0, 0x80]], [[0xF4, 0x90, 0x80, 0x80]], [[0x80]],
            [[0x61], [0xFF]],
        ] as [[[UInt8]]])
    func `text that is not UTF-8 closes the connection with status 1007`(parts: [[UInt8]]) {
        let frames = parts.enumerated().map { index, bytes in
            Self.frame(index == 0 ? .text : .continuation, bytes, isLast: index == parts.count - 1)
        }
        #expect(Self.events(frames).close == 1007)
    }

    @Test func `a frame without a mask closes the connection with status 1002`() {
        #expect(Self.events([Self.frame(.text, [0x61], isMasked: false)]).close == 1002)
    }

    @Test(arguments: [[true, false, false], [false, true, false], [false, false, true]])
    func `a reserved bit closes the connection with status 1002`(bits: [Bool]) {
        let frame = WebSocketFrame(
            fin: true, rsv1: bits[0], rsv2: bits[1], rsv3: bits[2], opcode: .text, maskKey: [1, 2, 3, 4],
            data: ByteBuffer())
        #expect(Self.events([frame]).close == 1002)
    }

    @Test(arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15])
    func `a reserved opcode closes the connection with status 1002`(code: Int) throws {
        let opcode = try #require(WebSocketOpcode(encodedWebSocketOpcode: UInt8(code)))
        #expect(Self.events([Self.frame(opcode)]).close == 1002)
    }

    @Test func `a continuation without a beginning closes the connection with status 1002`() {
        #expect(Self.events([Self.frame(.continuation, [0x61])]).close == 1002)
        #expect(Self.events([Self.text("whole"), Self.frame(.continuation)]).close == 1002)
    }

    @Test func `a message within a message closes the connection with status 1002`() {
        #expect(Self.events([Self.text("a", isLast: false), Self.text("b")]).close == 1002)
        #expect(Self.events([Self.text("a", isLast: false), Self.frame(.binary)]).close == 1002)
    }

    @Test func `a message over the limit closes the connection with status 1009, also in fragments`() {
        #expect(Self.events([Self.text("12345")], limit: 4).close == 1009)
        let fragments = [Self.text("123", isLast: false), Self.frame(.continuation, Array("45".utf8))]
        #expect(Self.events(fragments, limit: 4).close == 1009)
        #expect(Self.events(fragments, limit: 5).close == nil)
    }

    @Test(arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999])
    func `a status that clients may send is answered`(code: Int) {
        let bytes = [UInt8(code >> 8), UInt8(code & 0xFF)] + Array("bye".utf8)
        #expect(Self.events([Self.frame(.connectionClose, bytes)]).events == [.close(SocketClose(UInt16(code), "bye"))])
    }

    @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535])
    func `a status that clients must not send closes the connection with status 1002`(code: Int) {
        let bytes = [UInt8(code >> 8), UInt8(code & 0xFF)]
        #expect(Self.events([Self.frame(.connectionClose, bytes)]).close == 1002)
    }

    @Test func `a close without a status is answered, and one with half a status or a broken reason is refused`() {
        #expect(Self.events([Self.frame(.connectionClose)]).events == [.close(nil)])
        #expect(Self.events([Self.frame(.connectionClose, [3])]).close == 1002)
        #expect(Self.events([Self.frame(.connectionClose, [3, 0xE8, 0xFF])]).close == 1007)
    }

    @Test func `a reason is cut to the length of a frame of control, at the end of a character`() {
        let status = SocketClose(1008, String(repeating: "é", count: 100))
        #expect(status.reason.utf8.count == 122)
    }
}
