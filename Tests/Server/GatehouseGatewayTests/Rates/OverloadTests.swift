// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// A server whose queues are full by the books.
@Suite(.hangLimit) struct OverloadTests {
    @Test(
        "A request is refused by its head, with a status and a code that clients repeat",
        arguments: [
            "InitiateAuth", "RespondToAuthChallenge", "GetTokensFromRefreshToken",
        ])
    func head(_ operation: String) async throws {
        let server = try await OverloadedServer()
        let fillers = try server.fill()
        let body = PiecedBody([Array("{}".utf8)])
        let answer = try await server.gateway.respond(to: server.request(operation, [:]), receiving: body)
        #expect(body.read == 0)
        #expect(answer.status == 503)
        #expect(answer.header("Retry-After") == "1")
        #expect(answer.header("x-amzn-ErrorType") == "TooManyRequestsException:")
        #expect(server.metrics.text.contains(#"gatehouse_overload_refused_total{queue="computing"} 1"#))
        #expect(!server.metrics.text.contains("gatehouse_throttled_total{"))
        for admitted in fillers { admitted.leave() }
        #expect(await server.gateway.respond(to: server.signIn()).status == 200)
    }

    @Test("Refused sign-ins count no failure, and known names are refused like unknown ones")
    func tries() async throws {
        let server = try await OverloadedServer()
        let fillers = try server.fill()
        for _ in 0..<10 {
            let known = await server.gateway.respond(to: server.signIn("alice", "wrong"))
            let unknown = await server.gateway.respond(to: server.signIn("nobody-here", "wrong"))
            #expect(known.status == 503)
            #expect(known.body == unknown.body)
        }
        for admitted in fillers { admitted.leave() }
        #expect(await server.gateway.respond(to: server.signIn()).status == 200)
    }

    @Test("While sign-ins fill the queues, new tokens for a session are issued, and a refused sign-in is read first")
    func renewals() async throws {
        let server = try await OverloadedServer()
        let token = try await server.refreshToken()
        let fillers = try server.fill([.beginning])
        defer { for admitted in fillers { admitted.leave() } }
        #expect(await server.gateway.respond(to: server.signIn()).status == 503)
        #expect(await server.gateway.respond(to: server.renewal(token)).status == 200)
    }

    @Test("A sign-in that arrived at once is refused before a task begins, and gives its memory back")
    func whole() async throws {
        let server = try await OverloadedServer()
        let fillers = try server.fill([.beginning])
        var request = server.signIn()
        // A hundred such heads are more than all requests may hold.
        request.headers.append(("X-Padding", String(repeating: "x", count: 1 << 20)))
        for _ in 0..<100 {
            guard case .gather(let trip) = server.gateway.next(after: request, behind: .none),
                case .respond(let answer) = server.gateway.next(after: request.body, of: trip)
            else {
                Issue.record("The sign-in was accepted.")
                return
            }
            #expect(answer.header("x-amzn-ErrorType") == "TooManyRequestsException:")
        }
        #expect(server.refusals(of: "InitiateAuth") == 100)
        for admitted in fillers { admitted.leave() }
        for _ in 0..<100 {
            guard case .gather(let trip) = server.gateway.next(after: request, behind: .none),
                case .run(let accepted) = server.gateway.next(after: Data("{}".utf8), of: trip)
            else {
                Issue.record("The sign-in was refused.")
                return
            }
            #expect(await server.gateway.respond(to: accepted).status == 400)
        }
    }

    @Test("A refused renewal spends nothing")
    func spending() async throws {
        let server = try await OverloadedServer()
        let token = try await server.refreshToken()
        let fillers = try server.fill()
        #expect(await server.gateway.respond(to: server.renewal(token)).status == 503)
        for admitted in fillers { admitted.leave() }
        #expect(await server.gateway.respond(to: server.renewal(token)).status == 200)
    }

    @Test("Pages for monitoring and keys for checking tokens are served during an overload")
    func pages() async throws {
        let server = try await OverloadedServer()
        let fillers = try server.fill()
        defer { for admitted in fillers { admitted.leave() } }
        for path in ["/health", "/metrics", "/\(server.fixture.poolID)/.well-known/jwks.json"] {
            let request = GatewayRequest(method: "GET", path: path, headers: [("Host", "localhost:9229")])
            #expect(await server.gateway.respond(to: request).status == 200, "\(path)")
        }
    }

    @Test("Work whose client has gone is not begun, and a request that has written ends as usual")
    func clientGone() async throws {
        let server = try await OverloadedServer()
        let presence = ClientPresence()
        presence.leave()
        let refused = await ClientPresence.$current.withValue(presence) {
            await server.gateway.respond(to: server.signIn("alice", "wrong"))
        }
        #expect(refused.status == 500)
        #expect(server.metrics.text.contains(#"code="ClientGone""#))
        presence.beginWriting()
        let served = await ClientPresence.$current.withValue(presence) {
            await server.gateway.respond(to: server.signIn())
        }
        #expect(served.status == 200)
        presence.beginRequest()
        #expect(throws: ClientGone.self) { try presence.require() }
    }
}
