// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// A reply of a mail server (RFC 5321, section 4.2).
struct SMTPReply: Sendable, Equatable {
    /// The reply code, 200 to 599.
    let code: Int
    /// The text of each line, without the code.
    let lines: [String]

    var isPositive: Bool { (200..<300).contains(code) }
    var isPermanentRefusal: Bool { code >= 500 }

    /// The code and the text in one line, for callers and logs.
    var text: String { ([String(code)] + lines).joined(separator: " ") }
}

/// Parses the bytes from a mail server into replies; line length and number of lines are limited.
struct SMTPReplyParser {
    /// The reason why the bytes are not a reply.
    enum Fault: Error, Equatable {
        case lineTooLong
        case tooManyLines
        case notAReply
        case changingCode
        /// The text is not in stream-safe form.
        case unsafeText
    }

    private static let maximumLine = 2_048
    private static let maximumLines = 128

    private var line: [UInt8] = []
    private var code: Int?
    private var texts: [String] = []

    /// Whether no incomplete reply remains; after a reply, no further bytes may follow.
    var isEmpty: Bool { line.isEmpty && code == nil }

    /// Takes bytes and returns the replies that are complete.
    /// - Throws: `Fault`; the session cannot continue then.
    mutating func feed(_ bytes: some Sequence<UInt8>) throws(Fault) -> [SMTPReply] {
        var replies: [SMTPReply] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < Self.maximumLine else { throw .lineTooLong }
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let reply = try end() { replies.append(reply) }
        }
        return replies
    }

    private mutating func end() throws(Fault) -> SMTPReply? {
        defer { line.removeAll(keepingCapacity: true) }
        guard line.count >= 3, let code = Self.code(line[..<3]) else { throw .notAReply }
        guard self.code == nil || self.code == code else { throw .changingCode }
        guard texts.count < Self.maximumLines else { throw .tooManyLines }
        guard StreamSafeText.contains(utf8: line) else { throw .unsafeText }
        let separator = line.count > 3 ? line[3] : UInt8(ascii: " ")
        texts.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        switch separator {
        case UInt8(ascii: "-"):
            self.code = code
            return nil
        case UInt8(ascii: " "):
            let reply = SMTPReply(code: code, lines: texts)
            self.code = nil
            texts = []
            return reply
        default:
            throw .notAReply
        }
    }

    private static func code(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let code = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return (200...599).contains(code) ? code : nil
    }
}
