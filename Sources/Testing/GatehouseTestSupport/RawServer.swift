// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP server of a few lines on loopback that answers each connection with prepared bytes.
package final class RawServer: Sendable {
    /// What a server does with a connection after it has read a request.
    package enum Reply: Sendable {
        /// Sends a text, and closes the connection.
        case bytes(String)
        /// The same for bytes that are not text.
        case binary(Data)
        /// The same for a text that is made of the request.
        case made(@Sendable (String) -> String)
        /// Sends a text; the connection stays open, and nothing follows.
        case stall(String)
        /// Closes the connection without an answer.
        case hangUp
        /// Sends nothing; the connection stays open.
        case silence
        /// Sends nothing, and reports the end of the connection by the client; no other connection is served before.
        case silenceUntilClosed(Latch)
    }

    /// The server's port on 127.0.0.1.
    package let port: UInt16
    private let listener: Int32
    private let received = Mutex<[String]>([])

    /// Starts a server that gives one reply after another, the last one over and over.
    package init(_ replies: [Reply]) throws {
        (listener, port) = try Loopback.listener(backlog: 16)
        Thread.detachNewThread { [self] in serve(replies) }
    }

    /// The requests of clients, heads and bodies.
    package var requests: [String] { received.withLock { $0 } }

    /// Ends the server.
    ///
    /// Its thread closes the socket: closed here, the number could name another test's socket while
    /// the thread still waits on it.
    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ replies: [Reply]) {
        var replies = replies[...]
        while true {
            let connection = accept(listener, nil, nil)
            if connection < 0 {
                close(listener)
                return
            }
            let request = Self.request(connection)
            received.withLock { $0.append(request) }
            let reply = replies.count > 1 ? replies.removeFirst() : replies.first
            Self.answer(reply ?? .hangUp, to: request, on: connection)
        }
    }

    private static func answer(_ reply: Reply, to request: String, on connection: Int32) {
        switch reply {
        case .bytes(let text):
            deliver(text.utf8, on: connection)
            close(connection)
        case .made(let text):
            deliver(text(request).utf8, on: connection)
            close(connection)
        case .binary(let data):
            deliver(data, on: connection)
            close(connection)
        case .stall(let text): deliver(text.utf8, on: connection)
        case .hangUp: close(connection)
        case .silence: break
        case .silenceUntilClosed(let closed):
            var byte: UInt8 = 0
            while unsafe recv(connection, &byte, 1, 0) > 0 {}
            close(connection)
            closed.open()
        }
    }

    private static func deliver(_ bytes: some Sequence<UInt8>, on connection: Int32) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, noSignal) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif

    private static func request(_ connection: Int32) -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !isComplete(text) {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
            // A client that begins with a TLS record will not send a request.
            if count <= 0 || buffer[0] == 0x16 { break }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        return text
    }

    private static func isComplete(_ text: String) -> Bool {
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let lengths = text[..<end.lowerBound].lowercased().split(separator: "\r\n").compactMap { line in
            line.hasPrefix("content-length:") ? Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) : nil
        }
        return text[end.upperBound...].utf8.count >= lengths.first ?? 0
    }
}
