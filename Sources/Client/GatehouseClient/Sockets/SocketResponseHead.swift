// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The head of the server's answer to a handshake (RFC 9112, sections 4 and 5).
///
/// Only the head is read: what follows it is frames already.
package struct SocketResponseHead: Sendable {
    /// What the bytes of an answer are so far.
    package enum Reading: Sendable {
        case incomplete
        /// A head, and the number of its bytes.
        case complete(SocketResponseHead, length: Int)
        /// The bytes are not HTTP, or the head is too long.
        case notHTTP
    }

    /// The longest head that is read, in bytes.
    private static let longest = 16 << 10

    /// The HTTP status.
    package let status: Int
    /// All headers in the order in which they came; a name may occur more than once.
    package let headers: [(name: String, value: String)]

    /// Reads the beginning of an answer.
    package static func read(_ bytes: [UInt8]) -> Reading {
        guard bytes.starts(with: "HTTP/1.".utf8.prefix(bytes.count)) else { return .notHTTP }
        let bytes = bytes.prefix(longest)
        guard let length = length(bytes) else { return bytes.count == longest ? .notHTTP : .incomplete }
        let lines = bytes[..<(length - 4)].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        guard let status = status(lines[0]) else { return .notHTTP }
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let header = header(line) else { return .notHTTP }
            headers.append(header)
        }
        return .complete(SocketResponseHead(status: status, headers: headers), length: length)
    }

    /// The number of bytes up to the empty line, which is included.
    private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\r")) {
            if bytes[end...].starts(with: "\r\n\r\n".utf8) { return end + 4 - bytes.startIndex }
            start = end + 1
        }
        return nil
    }

    /// The status of `HTTP/1.1 101 Switching Protocols`.
    private static func status(_ line: ArraySlice<UInt8>) -> Int? {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].count == 8, parts[1].count == 3,
            parts[1].allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return parts[1].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// A name that is a token, and a value without control characters, spaces around it removed.
    private static func header(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, HeaderText.isToken(parts[0]), HeaderText.isValue(parts[1]) else { return nil }
        return (String(decoding: parts[0], as: UTF8.self), HeaderText.trimmed(parts[1]))
    }
}

/// The texts of HTTP headers (RFC 9110, section 5).
enum HeaderText {
    /// Whether bytes are a token, as names and subprotocols are.
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
            }
    }

    /// Whether bytes may be a value: no control characters except tabs.
    static func isValue(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }

    /// The text without spaces and tabs around it.
    static func trimmed(_ bytes: some Collection<UInt8>) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let front = bytes.drop(while: isBlank)
        return String(decoding: Array(front).dropLast(front.reversed().prefix(while: isBlank).count), as: UTF8.self)
    }

    /// Whether texts are the same but for the case of letters in ASCII.
    static func isEqual(_ one: some StringProtocol, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8) { lowercase($0) == lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
