// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CLibPQ
import Foundation

/// A connection of libpq in pipeline mode: commands are sent in trips, whose answers are read later.
///
/// A trip ends with a synchronization: after a command that failed, the server skips the rest of its trip. The calls wait
/// for the socket with a limit, so they belong on a thread that may block.
@safe final class PostgresWire {
    private let connection: OpaquePointer
    /// The numbers of commands of the trips whose answers have not been read.
    private var unread: [Int] = []
    /// The number of commands of the trip that has not been ended.
    private var commands = 0
    /// What the server said last before it closed the connection.
    private var farewell: PostgresServerError?

    /// Connects; the wait is limited by the parameter `connect_timeout`.
    ///
    /// - Throws: ``LostConnection`` with the reason of the server or the system.
    init(_ parameters: [(name: String, value: String)]) throws(LostConnection) {
        let names = unsafe parameters.map { parameter in unsafe strdup(parameter.name) } + [nil]
        defer { unsafe names.forEach { name in unsafe free(name) } }
        let values = unsafe parameters.map { parameter in unsafe strdup(parameter.value) } + [nil]
        defer { unsafe values.forEach { value in unsafe free(value) } }
        let keywords = unsafe names.map { name in unsafe UnsafePointer<CChar>(name) }
        let settings = unsafe values.map { value in unsafe UnsafePointer<CChar>(value) }
        guard let connection = unsafe PQconnectdbParams(keywords, settings, 0) else {
            throw LostConnection(reason: "libpq has no memory")
        }
        unsafe self.connection = connection
        guard unsafe PQstatus(connection) == CONNECTION_OK, unsafe PQenterPipelineMode(connection) == 1,
            unsafe PQsetnonblocking(connection, 1) == 0
        else { throw lost() }
        // Notices, such as that a table exists already, would go to the standard error.
        unsafe PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit {
        unsafe PQfinish(connection)
    }

    // MARK: - Sending

    /// Adds a statement that is not prepared to the trip.
    func send(_ text: String, _ arguments: PostgresArguments = PostgresArguments([])) throws(LostConnection) {
        let isSent = unsafe arguments.withValues { values in
            unsafe PQsendQueryParams(
                connection, text, CInt(values.count), arguments.types, values, arguments.lengths, arguments.formats, 1)
        }
        try count(isSent)
    }

    /// Adds the preparation of a statement to the trip.
    func prepare(_ text: String, as name: String, types: [UInt32]) throws(LostConnection) {
        try count(unsafe PQsendPrepare(connection, name, text, CInt(types.count), types))
    }

    /// Adds a prepared statement to the trip.
    func run(prepared name: String, _ arguments: PostgresArguments) throws(LostConnection) {
        let isSent = unsafe arguments.withValues { values in
            unsafe PQsendQueryPrepared(
                connection, name, CInt(values.count), values, arguments.lengths, arguments.formats, 1)
        }
        try count(isSent)
    }

    private func count(_ isSent: CInt) throws(LostConnection) {
        guard isSent == 1 else { throw lost() }
        commands += 1
    }

    /// Ends the trip and begins to send it, without a wait for answers.
    func endTrip() throws(LostConnection) {
        guard unsafe PQpipelineSync(connection) == 1 else { throw lost() }
        unread.append(commands)
        commands = 0
    }

    // MARK: - Receiving

    /// Ends the trip, and returns the answers to its commands; those of earlier trips are dropped.
    ///
    /// - Throws: ``LostConnection``, also if the answers do not come in time.
    func finishTrip(within limit: Duration) throws(LostConnection) -> [PostgresResult] {
        try endTrip()
        let end = ContinuousClock.now + limit
        try flush(until: end)
        var answers: [PostgresResult] = []
        while let commands = unread.first {
            answers = []
            for _ in 0..<commands { answers.append(try answer(until: end)) }
            guard let mark = try result(until: end), mark.isSynchronization else { throw lost() }
            unread.removeFirst()
        }
        return answers
    }

    private func answer(until end: ContinuousClock.Instant) throws(LostConnection) -> PostgresResult {
        guard let answer = try result(until: end) else { throw lost() }
        // NULL ends the results of a command.
        while let further = try result(until: end) {
            guard !further.isSynchronization else { throw lost() }
        }
        return answer
    }

    /// The next result; `nil` at the end of a command's results, and on a connection that was closed.
    private func result(until end: ContinuousClock.Instant) throws(LostConnection) -> PostgresResult? {
        while unsafe PQisBusy(connection) == 1 {
            _ = try wait(for: POLLIN, until: end)
            // If this fails, the next call of PQgetResult has the reason.
            guard unsafe PQconsumeInput(connection) == 1 else { break }
        }
        guard let pointer = unsafe PQgetResult(connection) else { return nil }
        let result = unsafe PostgresResult(pointer)
        if let error = result.error, error.isFatal { farewell = error }
        return result
    }

    private func flush(until end: ContinuousClock.Instant) throws(LostConnection) {
        while true {
            switch unsafe PQflush(connection) {
            case 0: return
            case 1:
                // The server may wait until its answers are read.
                if try wait(for: POLLIN | POLLOUT, until: end) & POLLIN != 0,
                    unsafe PQconsumeInput(connection) != 1
                {
                    throw lost()
                }
            default: throw lost()
            }
        }
    }

    /// Waits until the socket can be read or written; returns which of them.
    private func wait(for events: Int32, until end: ContinuousClock.Instant) throws(LostConnection) -> Int32 {
        while true {
            let left = end - ContinuousClock.now
            guard left > .zero else { throw LostConnection(reason: "the server did not answer in time") }
            var socket = unsafe pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
            let milliseconds = min((left / .milliseconds(1)).rounded(.up), 60_000)
            if unsafe poll(&socket, 1, Int32(milliseconds)) > 0 { return Int32(socket.revents) }
        }
    }

    // MARK: - State

    /// The reason why the connection cannot be used.
    private func lost() -> LostConnection {
        if let farewell { return LostConnection(reason: farewell.message, state: farewell.state) }
        let message = unsafe String(cString: PQerrorMessage(connection))
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(500)
        return LostConnection(reason: line.isEmpty ? "the server closed the connection" : String(line))
    }
}

/// A connection that cannot be used any more, or could not be made.
struct LostConnection: Error, Sendable, Equatable {
    /// The words of the server or the system, without values of statements.
    let reason: String
    /// The server's code, if it said one; see PostgreSQL's documentation, appendix A.
    let state: String?

    init(reason: String, state: String? = nil) {
        self.reason = reason
        self.state = state
    }
}
