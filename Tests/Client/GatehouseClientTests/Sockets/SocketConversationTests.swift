// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import Testing

/// What a client does with frames, without a socket.
@Suite struct SocketConversationTests {
    typealias Step = SocketConversation.Step

    private static func frame(
        _ opcode: SocketFrame.Opcode, _ text: String = "", isFinal: Bool = true
    ) -> SocketFrame {
        SocketFrame(opcode: opcode.rawValue, payload: Array(text.utf8), isFinal: isFinal)
    }

    private static func close(_ payload: [UInt8]) -> SocketFrame {
        SocketFrame(opcode: SocketFrame.Opcode.close.rawValue, payload: payload)
    }

    /// The steps of a new conversation.
    private static func steps(limit: Int = 100, _ frames: SocketFrame...) -> [Step] {
        var conversation = SocketConversation(messageLimit: limit)
        return frames.map { conversation.receive($0) }
    }

    private static func refusal(_ violation: SocketViolation, _ code: SocketCloseCode = .protocolError) -> Step {
        .end(.failure(SocketError(.violation(violation))), farewell: SocketClosure(code))
    }

    @Test func `a text and bytes are delivered as they are`() {
        #expect(Self.steps(Self.frame(.text, "grüße")) == [.deliver(.text("grüße"))])
        #expect(Self.steps(Self.frame(.text)) == [.deliver(.text(""))])
        #expect(Self.steps(Self.frame(.binary, "ab")) == [.deliver(.binary(Data("ab".utf8)))])
    }

    @Test func `fragments are one message, with control frames between them`() {
        let steps = Self.steps(
            Self.frame(.text, "a", isFinal: false), Self.frame(.ping, "p"),
            Self.frame(.continuation, "b", isFinal: false), Self.frame(.pong), Self.frame(.continuation, "c"),
            Self.frame(.binary, "d"))
        #expect(
            steps == [
                .nothing, .pong(Array("p".utf8)), .nothing, .nothing, .deliver(.text("abc")),
                .deliver(.binary(Data("d".utf8))),
            ])
    }

    @Test func `a character may be divided between fragments, but a text must be UTF-8`() {
        let half = SocketFrame(opcode: 1, payload: [0xC3], isFinal: false)
        #expect(Self.steps(half, SocketFrame(opcode: 0, payload: [0xA4])).last == .deliver(.text("ä")))
        #expect(Self.steps(half, Self.frame(.continuation)).last == Self.refusal(.text, .invalidText))
        #expect(
            Self.steps(SocketFrame(opcode: 1, payload: [0xED, 0xA0, 0x80])) == [Self.refusal(.text, .invalidText)])
    }

    @Test func `a continuation without a beginning and a message within a message are refused`() {
        #expect(Self.steps(Self.frame(.continuation, "a")) == [Self.refusal(.fragment)])
        let begun = Self.frame(.text, "a", isFinal: false)
        #expect(Self.steps(begun, Self.frame(.text, "b")).last == Self.refusal(.fragment))
        #expect(Self.steps(begun, Self.frame(.binary, "b")).last == Self.refusal(.fragment))
    }

    @Test(
        arguments: [
            (SocketFrame(opcode: 1, payload: [], hasReservedBits: true), .reservedBits),
            (SocketFrame(opcode: 1, payload: [], isMasked: true), .mask),
            (SocketFrame(opcode: 3, payload: []), .opcode),
            (SocketFrame(opcode: 11, payload: []), .opcode),
            (SocketFrame(opcode: 9, payload: [], isFinal: false), .controlFrame),
            (SocketFrame(opcode: 10, payload: [UInt8](repeating: 0, count: 126)), .controlFrame),
        ] as [(SocketFrame, SocketViolation)])
    func `a frame that breaks a rule ends the conversation`(frame: SocketFrame, violation: SocketViolation) {
        #expect(Self.steps(frame, Self.frame(.text, "a")) == [Self.refusal(violation), .nothing])
    }

    @Test func `a message up to the limit is taken, whole or in fragments`() {
        let tooLarge = Step.end(.failure(SocketError(.tooLarge(limit: 3))), farewell: SocketClosure(.tooLarge))
        #expect(Self.steps(limit: 3, Self.frame(.text, "abc")) == [.deliver(.text("abc"))])
        #expect(Self.steps(limit: 3, Self.frame(.text, "abcd")) == [tooLarge])
        let begun = Self.frame(.binary, "ab", isFinal: false)
        #expect(Self.steps(limit: 3, begun, Self.frame(.continuation, "c")).last == .deliver(.binary(Data("abc".utf8))))
        #expect(Self.steps(limit: 3, begun, Self.frame(.continuation, "cd")).last == tooLarge)
    }

    @Test(arguments: [1_000, 1_001, 1_003, 1_007, 1_011, 1_014, 3_000, 4_999] as [UInt16])
    func `a close frame is answered with its code`(code: UInt16) {
        let payload = [UInt8(code >> 8), UInt8(code & 0xFF)] + Array("bye".utf8)
        let code = SocketCloseCode(rawValue: code)
        let end = Step.end(.success(SocketClosure(code, reason: "bye")), farewell: SocketClosure(code))
        #expect(Self.steps(Self.close(payload), Self.frame(.text, "a")) == [end, .nothing])
    }

    @Test func `a close frame without a code is answered without one`() {
        let step = Step.end(.success(SocketClosure(.none)), farewell: SocketClosure(.none))
        #expect(Self.steps(Self.close([])) == [step])
        #expect(SocketClosure(.none, reason: "never sent").payload.isEmpty)
    }

    @Test(arguments: [0, 999, 1_004, 1_005, 1_006, 1_015, 1_016, 2_999, 5_000, 65_535] as [UInt16])
    func `a code that is never sent breaks the protocol`(code: UInt16) {
        #expect(Self.steps(Self.close([UInt8(code >> 8), UInt8(code & 0xFF)])) == [Self.refusal(.closeFrame)])
    }

    @Test func `half a code and a reason that is not UTF-8 break the protocol`() {
        #expect(Self.steps(Self.close([3])) == [Self.refusal(.closeFrame)])
        #expect(Self.steps(Self.close([3, 0xE8, 0xFF])) == [Self.refusal(.text, .invalidText)])
    }

    @Test func `a long reason is cut off between characters`() {
        let payload = SocketClosure(.normal, reason: String(repeating: "a", count: 122) + "ä").payload
        #expect(payload == [3, 0xE8] + [UInt8](repeating: UInt8(ascii: "a"), count: 122))
    }

    @Test func `after the client's close frame, messages are discarded until the server's`() {
        var conversation = SocketConversation(messageLimit: 100)
        #expect(conversation.isOpen)
        let isSent = [SocketCloseCode.normal, .goingAway].map { conversation.close(SocketClosure($0)) }
        #expect(isSent == [true, false])
        #expect(!conversation.isOpen)
        let steps = [Self.frame(.text, "late"), Self.frame(.ping), Self.close([3, 0xE8])]
            .map { conversation.receive($0) }
        #expect(steps == [.nothing, .nothing, .end(.success(SocketClosure(.normal)), farewell: nil)])
    }

    @Test func `a connection that ends after the client's close frame is closed, before it is lost`() {
        var closing = SocketConversation(messageLimit: 100)
        _ = closing.close(SocketClosure(.normal, reason: "done"))
        let lost = SocketError(.connectionLost)
        let closed = closing.fail(lost)
        #expect(closed == .end(.success(SocketClosure(.normal, reason: "done")), farewell: nil))
        var open = SocketConversation(messageLimit: 100)
        let steps = [open.fail(lost), open.fail(lost)]
        #expect(steps == [.end(.failure(lost), farewell: nil), .nothing])
    }
}
