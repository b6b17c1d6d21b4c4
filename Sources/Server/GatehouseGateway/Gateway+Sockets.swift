// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseSites
import GatehouseWire

extension Gateway {
    package func upgrade(_ trip: Trip) async -> Trip.Upgrade {
        guard let (match, handler) = trip.finding.socket else { return .respond(response(to: trip, nowhere(trip))) }
        var trip = trip
        trip.parameters = match.parameters
        if let refusal = await refusal(of: trip, by: match.route, handler) {
            return .respond(response(to: trip, refusal.intended(for: match.route.audience)))
        }
        let place: StreamPlace
        do throws(OpenStreams.Full) {
            place = try streams.open(for: Subscriber(trip.request.remoteAddress))
        } catch {
            let refusal = tooManyStreams(trip, match.route, error)
            return .respond(response(to: trip, refusal.intended(for: match.route.audience)))
        }
        let subprotocol = handler.subprotocol(for: trip.request)
        var headers = [
            (name: "Upgrade", value: "websocket"), (name: "Connection", value: "Upgrade"),
            (name: "Sec-WebSocket-Accept", value: WebSocketHandshake.accept(trip.request.webSocketKey ?? "")),
        ]
        if let subprotocol { headers.append(("Sec-WebSocket-Protocol", subprotocol)) }
        let outcome = Outcome(GatewayResponse(status: 101, headers: headers), operation: match.route.label)
            .intended(for: .programs, isRoutine: match.route.isRoutine)
        return .serve(
            response(to: trip, outcome), subprotocol: subprotocol, atShutdown: handler.shutdownStatus
        ) { [trip] connection in
            defer { place.leave() }
            return await handler.serve(trip, connection)
        }
    }

    /// The refusal of a handshake (RFC 6455, section 4.2.2): by its form, by its origin, or by the route.
    private func refusal(of trip: Trip, by route: Route, _ handler: SocketHandler) async -> Outcome? {
        let request = trip.request
        guard request.tokens(of: "Sec-WebSocket-Version").contains("13") else {
            return Outcome(.upgradeRequired, operation: route.label, code: Label.upgradeRequired)
        }
        guard request.webSocketKey != nil else {
            return refused(route, "Sec-WebSocket-Key must be 16 bytes in Base64.", status: 400)
        }
        // A browser lets a page of any origin open a connection, and sends its cookies.
        guard route.audience == .everyone || visitors.isOwnOrigin(of: request) else {
            return refused(route, "A page of another origin may not open this WebSocket.", status: 403)
        }
        let isOffered = request.headers.contains { HeaderName.areEqual($0.name, "Sec-WebSocket-Protocol") }
        guard handler.subprotocols.isEmpty || !isOffered || handler.subprotocol(for: request) != nil else {
            let known = handler.subprotocols.joined(separator: ", ")
            return refused(route, "This path speaks the subprotocol \(known).", status: 400)
        }
        if let refusal = refusal(of: trip, by: route) { return refusal }
        return await handler.refusal(trip)
    }

    private func refused(_ route: Route, _ text: String, status: Int) -> Outcome {
        let fault = ServiceFault(status == 403 ? .accessDenied : .serialization, text)
        return Outcome(JSONAnswer.fault(fault, status: status), operation: route.label, fault: fault)
    }
}

extension SocketHandler {
    /// The first subprotocol that the client offers, too.
    fileprivate func subprotocol(for request: GatewayRequest) -> String? {
        let offered = request.tokens(of: "Sec-WebSocket-Protocol")
        return subprotocols.first { known in offered.contains { $0.utf8.elementsEqual(known.utf8) } }
    }
}

/// The computation of the handshake (RFC 6455, section 4.2.2).
enum WebSocketHandshake {
    /// The value of `Sec-WebSocket-Accept` for a key.
    static func accept(_ key: String) -> String {
        Base64.encode(insecureSHA1(Array((key + WebSocketRules.keySuffix).utf8)))
    }
}

extension GatewayRequest {
    /// Whether the request asks to change to WebSockets.
    var asksForWebSocket: Bool {
        method == "GET" && tokens(of: "Upgrade").contains { HeaderName.areEqual($0, "websocket") }
            && tokens(of: "Connection").contains { HeaderName.areEqual($0, "upgrade") }
    }

    /// The key of a handshake, of 16 bytes in Base64; `nil` for another text.
    var webSocketKey: String? {
        let keys = headers.filter { HeaderName.areEqual($0.name, "Sec-WebSocket-Key") }.map(\.value)
        guard keys.count == 1, keys[0].utf8.count == 24, Base64.decode(keys[0])?.count == 16 else { return nil }
        return keys[0]
    }
}
