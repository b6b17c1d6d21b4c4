// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import NIOCore

/// How long a client may keep one connection waiting: a value that makes the next deadline of what happens there.
///
/// The time runs only while the server waits for the client: for a request to be complete, for an answer to be taken,
/// for the next request. While the server itself works there is no deadline.
package struct RequestDeadlines: Equatable {
    /// What to do with a client that let a deadline pass.
    package enum Lapse: Equatable {
        /// A request was begun and is not answered yet: say so, then close.
        case requestTimeout
        /// Nothing was begun: close without a word.
        case close
    }

    private let requestTimeout: TimeAmount
    private let fileTimeout: TimeAmount
    private let idleTimeout: TimeAmount
    private let shutdownGrace: TimeAmount
    /// Whether the request that is being read brings a file.
    private var isFile = false
    /// Whether the head of a request has been read, but not its end.
    private var isReading = false
    /// Requests whose head was read, and whose answer is not written in full.
    private var unanswered = 0
    /// Whether the answer to the request in hand has begun.
    private var isAnswering = false
    /// Answers that were written, but are not with the client yet.
    private var undelivered = 0
    /// When a request that is still arriving must be complete, because the server ends; `nil` while it goes on.
    private var end: NIODeadline?

    /// When patience ends; `nil` while it is the server's turn.
    package private(set) var deadline: NIODeadline?

    /// Begins with a connection that has just been made: its first request is due at once.
    package init(_ limits: SocketLimits, now: NIODeadline) {
        requestTimeout = TimeAmount(limits.requestTimeout)
        fileTimeout = TimeAmount(limits.fileTimeout)
        idleTimeout = TimeAmount(limits.idleTimeout)
        shutdownGrace = TimeAmount(limits.shutdownGrace)
        deadline = now + requestTimeout
    }

    /// No deadline is ever set nearer than this before the server ends.
    package var shortest: TimeAmount { min(requestTimeout, idleTimeout) }

    /// Whether the server ends.
    package var isEnding: Bool { end != nil }

    /// The server ends: a request that is still arriving has a grace; one that has arrived is answered as ever.
    package mutating func didBeginShutdown(now: NIODeadline) {
        end = now + shutdownGrace
        limitToEnd()
    }

    /// The head of a request was read, whose body may be a file.
    package mutating func didReadHead(isFile: Bool = false, now: NIODeadline) {
        self.isFile = isFile
        isReading = true
        unanswered += 1
        renew(now)
    }

    /// A request was read in full.
    package mutating func didReadEnd(now: NIODeadline) {
        isReading = false
        renew(now)
    }

    /// An answer was begun.
    package mutating func didBeginAnswer() {
        isAnswering = true
    }

    /// An answer was handed to the socket in full.
    package mutating func didWriteAnswer(now: NIODeadline) {
        isAnswering = false
        unanswered -= 1
        undelivered += 1
        renew(now)
    }

    /// The socket has taken the oldest answer.
    package mutating func didDeliverAnswer(now: NIODeadline) {
        undelivered -= 1
        renew(now)
    }

    /// What becomes of the client now that the deadline has passed.
    package var lapse: Lapse {
        isReading && !isAnswering && unanswered > 0 && undelivered == 0 ? .requestTimeout : .close
    }

    /// Sets the deadline for what the server waits for now.
    private mutating func renew(_ now: NIODeadline) {
        if undelivered > 0 || isReading && unanswered <= 1 {
            // A file that was answered before its end was refused: nobody waits for the rest.
            deadline = now + (isReading && isFile && unanswered > 0 ? fileTimeout : requestTimeout)
        } else if unanswered > 0 {
            deadline = nil
        } else {
            deadline = now + idleTimeout
        }
        limitToEnd()
    }

    /// Only a request that is still arriving is hurried: the client may take its time with an answer.
    private mutating func limitToEnd() {
        guard let end, let present = deadline, isReading, undelivered == 0 else { return }
        deadline = min(present, end)
    }
}
