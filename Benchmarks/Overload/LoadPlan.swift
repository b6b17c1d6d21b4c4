// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// The calls of a load, phase after phase.
struct LoadPlan: Sendable {
    /// A part of a load, whose calls are counted together.
    enum Phase: Sendable {
        /// So many calls at any time: each end of a call begins the next, so that the server sets the pace.
        case closed(calls: Int, seconds: Double)
        /// So many calls a second, which begin at their times whether or not earlier ones have ended.
        case open(rate: Double, seconds: Double)

        var seconds: Double {
            switch self {
            case .closed(_, let seconds), .open(_, let seconds): seconds
            }
        }
    }

    /// The time after which a client gives up, in seconds from the moment at which its call was due.
    static let patience = 5.0

    let port: Int
    /// The server, whose memory is read while the load lasts.
    let process: MeasuredProcess
    let call: any LoadedCall
    let phases: [Phase]
    /// The connections that are opened before the first phase.
    var openConnections = 0
    /// The calls that are all due when the first phase begins.
    var burst = 0
    /// The most connections; calls beyond them wait in the client, and their time counts.
    var maximumConnections = 2_000
    /// The number of local addresses from which each call has a connection of its own; with zero, calls share
    /// connections of one address.
    var freshAddresses = 0
}

/// A call of a load: a request, and a second one that depends on the first answer, if the call has two steps.
protocol LoadedCall: Sendable {
    /// Whether a second request follows.
    var hasSecondRequest: Bool { get }

    /// The bytes of the first request.
    func request(_ number: Int) -> ByteBuffer

    /// The bytes of the second request, given the body of the first answer.
    func request(_ number: Int, after body: ByteBuffer) throws -> ByteBuffer
}

/// Calls of one request each, which are made in advance and sent in turn.
struct PreparedCalls: LoadedCall {
    let requests: [ByteBuffer]

    var hasSecondRequest: Bool { false }

    func request(_ number: Int) -> ByteBuffer { requests[number % requests.count] }

    func request(_ number: Int, after body: ByteBuffer) throws -> ByteBuffer {
        throw IncompleteAnswer(from: "a call of one request")
    }
}
