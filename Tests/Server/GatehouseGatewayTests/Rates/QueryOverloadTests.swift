// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// Refusals for overload of STS calls and of requests for signing keys.
@Suite(.hangLimit) struct QueryOverloadTests {
    private static let getCallerIdentity = "Action=GetCallerIdentity&Version=2011-06-15"

    /// The wait for an event loop that has just run a job of 300 ms and has another one to run.
    private static var busyLoop: LoopWait {
        let load = LoopLoad()
        load.add()
        load.add()
        load.ran(from: 0, until: 300_000_000)
        return load.wait(at: 300_000_000)
    }

    private func expectThrottling(_ answer: GatewayResponse) {
        #expect(answer.status == 503)
        #expect(answer.header("Retry-After") == "1")
        #expect(answer.header("Content-Type") == "text/xml")
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.contains("<Code>Throttling</Code>"), "The SDKs repeat a request with this code.")
    }

    @Test(
        "An STS call is refused by its head, in XML with a code that SDKs repeat",
        arguments: [
            (getCallerIdentity, "", "unread"), ("", getCallerIdentity, "GetCallerIdentity"),
        ])
    func head(_ body: String, _ query: String, _ operation: String) async throws {
        let server = try await OverloadedServer()
        let next = server.gateway.next(after: server.form(body, query: query), behind: Self.busyLoop)
        guard case .respond(let answer) = next else {
            Issue.record("The call was accepted.")
            return
        }
        expectThrottling(answer)
        #expect(server.refusals(of: operation) == 1)
        #expect(server.metrics.text.contains(#"gatehouse_overload_refused_total{queue="serving"} 1"#))
    }

    @Test(
        "A form is refused before its operation is performed, and the metrics name the operation",
        arguments: [
            ("Action=AssumeRoleWithSAML&Version=2011-06-15", "AssumeRoleWithSAML"),
            ("Version=2011-06-15&&Action=AssumeRoleWithWebIdentity", "AssumeRoleWithWebIdentity"),
            ("%41ction=GetCallerIdentity&Version=2011-06-15", "unknown"), ("Version=2011-06-15", "unknown"),
        ])
    func body(_ form: String, _ operation: String) async throws {
        // These books refuse each request except the first one.
        let admission = Admission(computingThreads: 1, longestWait: -1, fewest: 1, now: { 0 })
        let server = try await OverloadedServer(admission)
        let body = PiecedBody([Array(form.utf8)]) { _ = try admission.admit(admission.kind(.beginning)) }
        expectThrottling(try await server.gateway.respond(to: server.form(form), receiving: body))
        #expect(body.read == 1)
        #expect(server.refusals(of: operation) == 1)
    }

    @Test("A request for a signing key is refused by its head, with a status and a code that clients repeat")
    func signingKey() async throws {
        let server = try await OverloadedServer()
        let request = GatewayRequest(
            method: "POST", path: SigningKeyRequest.path, headers: [("Host", "localhost:9229")], body: Data("{}".utf8))
        guard case .respond(let answer) = server.gateway.next(after: request, behind: Self.busyLoop) else {
            Issue.record("The request was accepted.")
            return
        }
        #expect(answer.status == 503)
        #expect(answer.header("Retry-After") == "1")
        #expect(answer.header("x-amzn-ErrorType") == "TooManyRequestsException:")
        #expect(server.refusals(of: "signing-key") == 1)
        let later = await server.gateway.respond(to: request)
        #expect(later.header("x-amzn-ErrorType") == "MissingAuthenticationTokenException:")
    }

    @Test(
        "Unsigned calls and unknown actions wait for none of the full queues and get their own faults",
        arguments: [
            (getCallerIdentity, "", "MissingAuthenticationToken"),
            ("", getCallerIdentity, "MissingAuthenticationToken"),
            ("Action=Nothing&Version=2011-06-15", "", "InvalidAction"), ("", "Action=Nothing", "InvalidAction"),
        ])
    func faults(_ body: String, _ query: String, _ code: String) async throws {
        let server = try await OverloadedServer()
        let fillers = try server.fill()
        defer { for admitted in fillers { admitted.leave() } }
        let answer = await server.gateway.respond(to: server.form(body, query: query))
        #expect(String(decoding: answer.body, as: UTF8.self).contains("<Code>\(code)</Code>"))
    }
}
