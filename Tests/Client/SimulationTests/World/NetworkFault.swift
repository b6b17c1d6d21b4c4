// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient

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

extension NetworkFault {
    /// The result that the client sees, given the server's answer if there is one.
    func outcome(_ answer: TransportResponse?, _ dice: Dice) -> Result<TransportResponse, TransportError> {
        switch self {
        case .unreachable: .failure(TransportError(.unreachable))
        case .lostBefore, .lostAfter: .failure(TransportError(.connectionLost))
        case .silentBefore, .silentAfter: .failure(TransportError(.timedOut))
        case .throttled: .success(Self.asking(Self.fault(400, "TooManyRequestsException"), dice))
        case .throttledByProxy: .success(Self.asking(Self.page(429), dice))
        case .failedBefore, .failedAfter: .success(Self.fault(500, "InternalErrorException"))
        case .unavailable: .success(Self.page(503))
        case .captivePortal: .success(Self.page(200))
        case .forbiddenPage: .success(Self.page(403))
        case .cut, .empty, .otherShape, .noise: .success(spoiled(answer, dice))
        }
    }

    private func spoiled(_ answer: TransportResponse?, _ dice: Dice) -> TransportResponse {
        var answer = answer ?? TransportResponse(status: 200)
        switch self {
        case .cut: answer.body = answer.body.prefix(dice.below(max(answer.body.count, 1)))
        case .noise: answer.body = Data((0..<dice.below(200)).map { _ in UInt8(dice.below(256)) })
        case .otherShape:
            answer = TransportResponse(status: 200, body: Data((dice.pick(Self.shapes) ?? "").utf8))
        default: answer = TransportResponse(status: 200)
        }
        // A cut or damaged answer has lost the headers that would prove an empty body.
        answer.headers = []
        return answer
    }

    private static let shapes = [
        "{}", "[]", "null", "\"AuthenticationResult\"", "{\"AuthenticationResult\":null}",
        "{\"AuthenticationResult\":{\"AccessToken\":7}}", "{\"Credentials\":{}}", "{\"IdentityId\":\"\"}",
    ]

    /// The answer with a wait for the client, some of them longer than any call.
    private static func asking(_ answer: TransportResponse, _ dice: Dice) -> TransportResponse {
        var answer = answer
        if let wait = dice.pick(waits) { answer.headers.append(("Retry-After", wait)) }
        return answer
    }

    private static let waits = [
        "0", "1", "4", "15", "86400", "99999999999999999999", "-1", "soon", "Fri, 31 Dec 9999 23:59:59 GMT",
    ]

    private static func page(_ status: Int) -> TransportResponse {
        TransportResponse(
            status: status,
            headers: [("Content-Type", "text/html")],
            body: Data("<html><title>Another server</title></html>".utf8)
        )
    }

    private static func fault(_ status: Int, _ code: String) -> TransportResponse {
        TransportResponse(
            status: status,
            headers: [("Content-Type", "application/x-amz-json-1.1"), ("x-amzn-ErrorType", code)],
            body: Data("{\"__type\":\"\(code)\",\"message\":\"Try again\"}".utf8)
        )
    }
}
