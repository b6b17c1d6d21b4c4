// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP server of a few lines on loopback that answers each connection with prepared bytes.
final class RawServer: Sendable {
    enum Reply: Sendable {
        case bytes(String)
        /// The same for bytes that are not text.
        case binary(Data)
        /// The same, but the connection stays open, and nothing follows.
        case stall(String)
        /// The server closes the connection without an answer.
        case hangUp
        /// The server sends nothing until the client closes the connection.
        case silence
    }

    let port: UInt16
    private let listener: Int32
    private let received = Mutex<[String]>([])

    /// Starts a server that gives one reply after another, the last one over and over.
    init(_ replies: [Reply]) throws {
        (listener, port) = try Loopback.listener(backlog: 16)
        Thread.detachNewThread { [self] in serve(replies) }
    }

    /// The requests of clients, heads and bodies.
    var requests: [String] { received.withLock { $0 } }

    /// Ends the server.
    ///
    /// Its thread closes the socket: closed here, the number could name another test's socket while
    /// the thread still waits on it.
    func stop() {
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
            Self.answer(reply ?? .hangUp, on: connection)
        }
    }

    private static func answer(_ reply: Reply, on connection: Int32) {
        switch reply {
        case .bytes(let text):
            deliver(text.utf8, on: connection)
            close(connection)
        case .binary(let data):
            deliver(data, on: connection)
            close(connection)
        case .stall(let text): deliver(text.utf8, on: connection)
        case .hangUp: close(connection)
        case .silence: break
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

/// A server that accepts no connection and whose backlog is full: clients wait.
struct FullServer {
    let port: UInt16
    private let sockets: [Int32]

    init() throws {
        let (listener, port) = try Loopback.listener(backlog: 0)
        self.port = port
        sockets = [listener] + (0..<4).map { _ in Loopback.connection(to: port) }
    }

    func stop() {
        for socket in sockets { close(socket) }
    }
}
