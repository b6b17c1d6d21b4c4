// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// Reads the answers of one connection as far as a load needs them: status, body, and whether the connection ends.
struct AnswerReader {
    struct Answer {
        let status: Int
        let body: ByteBuffer
        /// Whether the server closes the connection after this answer.
        let isLast: Bool
    }

    /// An answer that is not HTTP/1, or whose length is not told in advance.
    struct UnknownForm: Error {}

    private static let contentLength = Array("content-length:".utf8)
    private static let close = Array("connection: close".utf8)
    private static let chunked = Array("transfer-encoding:".utf8)

    private var received = ByteBuffer()

    mutating func append(_ part: ByteBuffer) {
        var part = part
        received.writeBuffer(&part)
    }

    /// The next answer, or `nil` if it is not complete yet.
    mutating func next() throws(UnknownForm) -> Answer? {
        let bytes = received.readableBytesView
        guard let headLength = Self.headLength(bytes) else { return nil }
        let head = bytes.prefix(headLength)
        guard headLength > 12, head.starts(with: "HTTP/1.".utf8), let status = Self.number(head.dropFirst(9).prefix(3))
        else { throw UnknownForm() }
        var length = 0
        var isLast = head.dropFirst(7).first == UInt8(ascii: "0")
        for line in head.split(separator: UInt8(ascii: "\n")) {
            if Self.begins(line, with: Self.chunked) { throw UnknownForm() }
            if Self.begins(line, with: Self.close) { isLast = true }
            guard Self.begins(line, with: Self.contentLength) else { continue }
            let digits = line.dropFirst(Self.contentLength.count).filter { (0x30...0x39).contains($0) }
            guard let value = Self.number(digits) else { throw UnknownForm() }
            length = value
        }
        guard received.readableBytes >= headLength + length else { return nil }
        received.moveReaderIndex(forwardBy: headLength)
        let body = received.readSlice(length: length) ?? ByteBuffer()
        if received.readableBytes == 0 { received.clear() }
        return Answer(status: status, body: body, isLast: isLast)
    }

    /// The bytes up to the empty line, with it.
    private static func headLength(_ bytes: ByteBufferView) -> Int? {
        var length = 0
        var newlines = 0
        for byte in bytes {
            length += 1
            switch byte {
            case UInt8(ascii: "\n"):
                newlines += 1
                if newlines == 2 { return length }
            case UInt8(ascii: "\r"): break
            default: newlines = 0
            }
        }
        return nil
    }

    /// Compares without regard to case; the expected bytes are lower case.
    private static func begins(_ line: some Collection<UInt8>, with expected: [UInt8]) -> Bool {
        line.count >= expected.count && zip(line, expected).allSatisfy { $0 | 0x20 == $1 }
    }

    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}
