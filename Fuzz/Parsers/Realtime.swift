// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseSites
import GatehouseWire

@testable import GatehouseDataSite

extension FuzzedParser {
    /// Connections of GraphQL: the lines are the offered subprotocols, the query, and messages of the client; the rest is
    /// also the body of a request.
    func feedRealtime(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        func line(_ index: Int) -> String { lines.count > index ? String(decoding: lines[index], as: UTF8.self) : "" }
        _ = try? GraphQLOverHTTP.request(inBody: Data(lines.dropFirst(2).joined(separator: [0x0A])))
        let upgrade = GatewayRequest(
            method: "GET", path: "/graphql/realtime", query: line(1),
            headers: [("Host", "localhost:9229"), ("Sec-WebSocket-Protocol", line(0))])
        guard upgrade.isStreamSafe else { return }
        let authorization = SocketAuthorization(of: upgrade, publicURL: "http://localhost:9229/graphql")
        check(authorization.ofConnection())
        var session = RealtimeSession()
        for message in lines.dropFirst(2) {
            for step in session.take(RealtimeMessage(String(decoding: message, as: UTF8.self))) {
                switch step {
                case .send(let answer):
                    precondition((try? WireValue(json: Array(answer.text.utf8))) != nil, "an answer is not JSON")
                case .subscribe(let start, let number):
                    precondition(session.has(number), "a subscription has no place")
                    check(authorization.of(start))
                case .cancel: break
                }
            }
            precondition(session.count <= RealtimeSession.mostSubscriptions, "a connection has too many subscriptions")
        }
    }

    private func check(_ credentials: DataCredentials?) {
        let hosts = credentials?.signedForms.compactMap { $0.header("Host")?.lowercased() } ?? []
        precondition(
            hosts.allSatisfy { $0 == "localhost" || $0.hasPrefix("localhost:") }, "a foreign host counts as signed")
    }
}
