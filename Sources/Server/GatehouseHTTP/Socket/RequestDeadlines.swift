// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import NIOCore

/// The deadlines of one connection, computed from the events on it.
///
/// A deadline exists only while the server waits for the client: for a complete request, for the client to read a
/// response, or for the next request. While the server handles a request there is no deadline.
package struct RequestDeadlines: Equatable {
    /// The action after a deadline.
    package enum Lapse: Equatable {
        /// A request has started and has no response: send status 408, then close.
        case requestTimeout
        /// No request has started: close without a response.
        case close
    }

    private let requestTimeout: TimeAmount
    private let fileTimeout: TimeAmount
    private let idleTimeout: TimeAmount
    private let shutdownGrace: TimeAmount
    /// Whether the body of the current request is a file.
    private var isFile = false
    /// Whether the head of a request has been read, but not its end.
    private var isReading = false
    /// The number of requests whose head was read and whose response is not complete.
    private var unanswered = 0
    /// Whether the response to the current request has started.
    private var isAnswering = false
    /// The number of responses that were written but that the socket has not taken yet.
    private var undelivered = 0
    /// The time limit of incomplete requests during a shutdown; `nil` before the shutdown.
    private var end: NIODeadline?

    /// The current deadline; `nil` while the server handles a request.
    package private(set) var deadline: NIODeadline?

    /// Creates the deadlines of a new connection, whose first request must arrive within the request timeout.
    package init(_ limits: SocketLimits, now: NIODeadline) {
        requestTimeout = TimeAmount(limits.requestTimeout)
        fileTimeout = TimeAmount(limits.fileTimeout)
        idleTimeout = TimeAmount(limits.idleTimeout)
        shutdownGrace = TimeAmount(limits.shutdownGrace)
        deadline = now + requestTimeout
    }

    /// The shortest time to a deadline before a shutdown.
    package var shortest: TimeAmount { min(requestTimeout, idleTimeout) }

    /// Whether the server is shutting down.
    var isEnding: Bool { end != nil }

    /// Records the start of the shutdown: an incomplete request gets a short grace period; a complete one is handled
    /// normally.
    package mutating func didBeginShutdown(now: NIODeadline) {
        end = now + shutdownGrace
        limitToEnd()
    }

    /// Records the head of a request, whose body may be a file.
    package mutating func didReadHead(isFile: Bool = false, now: NIODeadline) {
        self.isFile = isFile
        isReading = true
        unanswered += 1
        renew(now)
    }

    /// Records the end of a request.
    package mutating func didReadEnd(now: NIODeadline) {
        isReading = false
        renew(now)
    }

    /// Records the start of a response.
    package mutating func didBeginAnswer() {
        isAnswering = true
    }

    /// Records that a response was completely written to the socket.
    package mutating func didWriteAnswer(now: NIODeadline) {
        isAnswering = false
        unanswered -= 1
        undelivered += 1
        renew(now)
    }

    /// Records that a part of a response was written to the socket; the server writes more of it when it can.
    package mutating func didWritePart(now: NIODeadline) {
        undelivered += 1
        renew(now)
    }

    /// Records that the socket has taken the oldest response, or part of one.
    package mutating func didDeliverAnswer(now: NIODeadline) {
        undelivered -= 1
        renew(now)
    }

    /// The action for the deadline that has passed.
    package var lapse: Lapse {
        isReading && !isAnswering && unanswered > 0 && undelivered == 0 ? .requestTimeout : .close
    }

    /// Sets the deadline for the current state.
    private mutating func renew(_ now: NIODeadline) {
        if undelivered > 0 || isReading && unanswered <= 1 {
            // A file with a response before its end was refused, so the shorter deadline applies to the rest of it.
            deadline = now + (isReading && isFile && unanswered > 0 ? fileTimeout : requestTimeout)
        } else if unanswered > 0 {
            deadline = nil
        } else {
            deadline = now + idleTimeout
        }
        limitToEnd()
    }

    /// Limits the deadline of an incomplete request during a shutdown; reading a response may take its usual time.
    private mutating func limitToEnd() {
        guard let end, let present = deadline, isReading, undelivered == 0 else { return }
        deadline = min(present, end)
    }
}
