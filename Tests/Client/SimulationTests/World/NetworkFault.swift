// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A fault of the network that a request may meet.
enum NetworkFault: String, CaseIterable, Sendable {
    case unreachable
    /// The connection breaks before the server has the request.
    case lostBefore
    /// The connection breaks on the way back.
    case lostAfter
    /// No answer arrives until the attempt's time is over, and the server never received the request.
    case silentBefore
    /// The same, but the server acted on it.
    case silentAfter
    /// Turned away by a limit on the rate.
    case throttled
    /// Turned away by a proxy's limit.
    case throttledByProxy
    case failedBefore
    case failedAfter
    case unavailable
    /// A page of a captive portal, with status 200.
    case captivePortal
    /// A page of a firewall, with status 403.
    case forbiddenPage
    /// The answer ends too early.
    case cut
    case empty
    /// JSON without the expected members.
    case otherShape
    case noise

    /// Whether the server acts on the request all the same.
    var reachesServer: Bool {
        switch self {
        case .lostAfter, .silentAfter, .failedAfter, .cut, .empty, .otherShape, .noise: true
        case .unreachable, .lostBefore, .silentBefore, .throttled, .throttledByProxy, .failedBefore, .unavailable,
            .captivePortal, .forbiddenPage:
            false
        }
    }

    /// Whether the caller learns nothing before the attempt's time is over.
    var isSilent: Bool {
        switch self {
        case .silentBefore, .silentAfter: true
        case .unreachable, .lostBefore, .lostAfter, .throttled, .throttledByProxy, .failedBefore, .failedAfter,
            .unavailable, .captivePortal, .forbiddenPage, .cut, .empty, .otherShape, .noise:
            false
        }
    }
}
