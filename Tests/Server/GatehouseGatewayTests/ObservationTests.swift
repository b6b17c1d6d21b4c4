// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCallers
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseServer
import GatehouseServices
import GatehouseSites
import GatehouseTesting
import Logging
import Synchronization
import Testing

@Suite struct ObservationTests {
    private struct DiskIsGone: Error {}

    private let log = RecordedLog()
    private let metrics = PrometheusMetrics()

    private func gateway(
        _ gatehouse: TestGatehouse? = nil, isHealthy: Bool = true, detail: LogDetail = .operations
    ) async throws -> Gateway {
        let installation = if let gatehouse { gatehouse.installation } else { try await TestGatehouse().installation }
        let settings = GatewaySettings(logDetail: detail)
        let services = Site.services(
            userPools: installation.userPools, identityPools: installation.identityPools,
            securityTokens: installation.securityTokens, projects: installation.projects,
            callers: CallerAuthentication(
                administrators: [], securityTokens: installation.securityTokens, deployment: Deployment(),
                clock: .system),
            deployment: Deployment())
        return Gateway(
            sites: [
                services, .wellKnown(installation.userPools, installation.identityPools),
                .health { if !isHealthy { throw DiskIsGone() } },
            ],
            deployment: Deployment(), settings: settings, clock: .system, entropy: .system,
            logger: Logger(label: "test") { _ in log }, metrics: metrics
        )
    }

    private func call(_ target: String, body: String) -> GatewayRequest {
        GatewayRequest(method: "POST", path: "/", headers: [("X-Amz-Target", target)], body: Data(body.utf8))
    }

    @Test func `the id of an answer is the id in the log`() async throws {
        let gateway = try await gateway()
        var ids: [String?] = []
        for request in [
            call("\(userPoolsTarget).InitiateAuth", body: "{}"), call("\(userPoolsTarget).SignUp", body: "garbage"),
            call("Nothing.Known", body: ""), GatewayRequest(method: "GET", path: "/health"),
            GatewayRequest(method: "POST", path: "/", body: Data("Action=GetCallerIdentity".utf8)),
            GatewayRequest(method: "PUT", path: "/nowhere", body: Data(count: 2_000_000)),
        ] {
            ids.append(await gateway.respond(to: request).header("x-amzn-requestid"))
        }
        #expect(log.values(of: "request_id") == ids)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `why the server is not well is in the log, and not in the answer`() async throws {
        let gateway = try await gateway(isHealthy: false)
        let answer = await gateway.respond(to: GatewayRequest(method: "GET", path: "/health"))
        #expect(answer.status == 503)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("DiskIsGone"))
        #expect(log.values(of: "cause").map { $0?.contains("DiskIsGone") } == [true])
    }

    @Test(arguments: [LogDetail.operations, .callers])
    func `the log names the method and the path of a request that found nothing, without its query`(
        detail: LogDetail
    ) async throws {
        let gateway = try await gateway(detail: detail)
        _ = await gateway.respond(to: GatewayRequest(method: "GET", path: "/no where\n", query: "token=secret"))
        _ = await gateway.respond(to: GatewayRequest(method: "DELETE", path: "/health", query: "token=secret"))
        #expect(
            log.values(of: "reason") == [
                "There is nothing at GET /no?where?.", "The method is not allowed at DELETE /health.",
            ])
    }

    @Test func `a caller's own id is not taken for the server's`() async throws {
        let gateway = try await gateway()
        let request = GatewayRequest(
            method: "GET", path: "/health", headers: [("x-amzn-RequestId", "mine"), ("X-Request-Id", "mine")]
        )
        #expect(await gateway.respond(to: request).header("x-amzn-requestid") != "mine")
    }

    @Test func `answers are counted by operation and error, never by what a caller invents`() async throws {
        let gateway = try await gateway(isHealthy: false)
        for _ in 0..<2 { _ = await gateway.respond(to: call("\(userPoolsTarget).SignUp", body: "garbage")) }
        _ = await gateway.respond(
            to: call("\(userPoolsTarget).GetUser", body: #"{"AccessToken":"a.b.c"}"#)
        )
        for number in 0..<20 { _ = await gateway.respond(to: call("Invented.\(number)", body: "")) }
        _ = await gateway.respond(to: GatewayRequest(method: "GET", path: "/health"))
        let lines = Set(metrics.text.split(separator: "\n").filter { $0.hasPrefix("gatehouse_requests_total{") })
        #expect(
            lines == [
                #"gatehouse_requests_total{operation="SignUp",code="SerializationException"} 2"#,
                #"gatehouse_requests_total{operation="GetUser",code="NotAuthorizedException"} 1"#,
                #"gatehouse_requests_total{operation="unknown",code="UnknownOperationException"} 20"#,
                #"gatehouse_requests_total{operation="health",code="Unavailable"} 1"#,
            ]
        )
        #expect(metrics.text.contains(#"gatehouse_request_duration_seconds_count{operation="SignUp"} 2"#))
        #expect(!metrics.text.contains("Invented"))
    }

    private func signIn(_ client: String, _ password: String) -> GatewayRequest {
        call(
            "\(userPoolsTarget).InitiateAuth",
            body: """
                {"ClientId":"\(client)","AuthFlow":"USER_PASSWORD_AUTH",
                "AuthParameters":{"USERNAME":"ada","PASSWORD":"\(password)"}}
                """)
    }

    @Test func `a developer's log names client, user and reason, a server's log does not`() async throws {
        for detail in [LogDetail.callers, .operations] {
            let gatehouse = try await TestGatehouse()
            let pool = try await gatehouse.makeUserPool()
            let client = try await gatehouse.makeClient(ofPool: pool).id
            try await gatehouse.makeUser("ada", password: "Correct-Horse-7!", inPool: pool)
            log.level.withLock { $0 = .debug }
            log.forget()
            let gateway = try await gateway(gatehouse, detail: detail)
            _ = await gateway.respond(to: signIn(client, "Wrong-Horse-7!"))
            _ = await gateway.respond(to: signIn(client, "Correct-Horse-7!"))
            let isNamed = detail == .callers
            #expect(log.values(of: "client") == (isNamed ? [client, client] : [nil, nil]))
            #expect(log.values(of: "user") == (isNamed ? ["ada", "ada"] : [nil, nil]))
            #expect(log.values(of: "reason") == [isNamed ? "Incorrect username or password." : nil, nil])
        }
    }

    /// A call of ListUserPools that is signed with an access key.
    private func listing(_ key: (keyID: String, secret: String)) -> GatewayRequest {
        let body = Data(#"{"MaxResults":1}"#.utf8)
        let headers: [(name: String, value: String)] = [
            ("host", "localhost:9229"), ("content-type", "application/x-amz-json-1.1"),
            ("x-amz-target", "\(userPoolsTarget).ListUserPools"),
        ]
        let added = SigV4.sign(
            SignableRequest(method: "POST", path: "/", headers: headers, body: Array(body)),
            credentials: SigningCredentials(accessKeyID: key.keyID, secretAccessKey: key.secret, sessionToken: nil),
            region: "us-east-1", service: "cognito-idp", date: Date())
        return GatewayRequest(method: "POST", path: "/", headers: headers + added, body: body)
    }

    @Test func `the log has the reason for a refused permission, the caller and the action`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let gateway = try await gateway(gatehouse)
        let denied = #"{"Effect":"Deny","Action":"cognito-idp:List*","Resource":"*"}"#
        for (name, policy, reason) in [
            ("ada", denied.replacing("List*", with: "Get*"), "no_identity_policy_allows"),
            ("bob", denied, "identity_policy_denies"),
        ] {
            let key = try await gatehouse.registerUser(name, policy: policy)
            log.forget()
            let answer = await gateway.respond(to: listing(key))
            #expect(String(decoding: answer.body, as: UTF8.self).contains("is not authorized to perform"))
            #expect(!String(decoding: answer.body, as: UTF8.self).contains(reason))
            #expect(log.values(of: "refused_by") == [reason])
            #expect(log.values(of: "principal") == ["arn:aws:iam::123456789012:user/\(name)"])
            #expect(log.values(of: "action") == ["cognito-idp:ListUserPools"])
            #expect(log.values(of: "resource") == ["*"])
        }
    }

    @Test func `the log has the reason for a refused signature, and no secret`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let gateway = try await gateway(gatehouse)
        let key = try await gatehouse.registerUser(
            "ada", policy: #"{"Effect":"Allow","Action":"*","Resource":"*"}"#)
        let unknown = String(key.keyID.dropLast(4)) + "AAAA"
        let misplaced = String(repeating: "s", count: 40)
        // A secret where the access key belongs is not logged.
        for (used, reason, shown) in [
            ((key.keyID, "wrong"), "signature", key.keyID), ((unknown, key.secret), "access_key", unknown),
            ((misplaced, key.secret), "access_key", nil),
        ] as [((String, String), String, String?)] {
            log.forget()
            _ = await gateway.respond(to: listing((used.0, used.1)))
            #expect(log.values(of: "refused_by") == [reason])
            #expect(log.values(of: "access_key") == [shown])
            #expect(log.values(of: "principal") == [nil])
            #expect(!log.text.contains(key.secret) && !log.text.contains(misplaced))
        }
        log.forget()
        _ = await gateway.respond(to: listing(key))
        #expect(log.values(of: "code") == ["OK"] && log.values(of: "refused_by") == [nil])
    }

    @Test func `the text of a request adds no member to a line`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let gateway = try await gateway(gatehouse)
        let role = "arn:aws:iam::123456789012:role/a refused_by=none\ncode=OK"
        let form = [("Action", "AssumeRoleWithWebIdentity"), ("Version", "2011-06-15"), ("RoleArn", role)]
            .map { "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
            .joined(separator: "&")
        let body = Data((form + "&RoleSessionName=app&WebIdentityToken=text&ProviderId=www.amazon.com").utf8)
        _ = await gateway.respond(
            to: GatewayRequest(
                method: "POST", path: "/",
                headers: [("content-type", "application/x-www-form-urlencoded; charset=utf-8")], body: body))
        #expect(log.values(of: "refused_by") == ["role_not_registered"])
        #expect(
            log.values(of: "resource") == ["arn:aws:iam::123456789012:role/a?refused_by=none?code=OK"])
    }

    @Test func `a developer's log has no member of a refused request`() async throws {
        log.level.withLock { $0 = .debug }
        let gateway = try await gateway(detail: .callers)
        let body = #"{"ClientId":"abc","Username":"ada","ConfirmationCode":"123 456"}"#
        let answer = await gateway.respond(to: call("\(userPoolsTarget).ConfirmSignUp", body: body))
        #expect(String(decoding: answer.body, as: UTF8.self).contains("123 456"))
        let reason = try #require(log.values(of: "reason").first)
        #expect(reason?.contains("do not satisfy") == true)
        #expect(reason?.contains("123 456") == false)
    }

    @Test func `an access token names the user only where it was proved`() async throws {
        let gateway = try await gateway(detail: .callers)
        // {"alg":"RS256","kid":"a"} and {"username":"ada","client_id":"abc"}, without a valid signature.
        let token = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ.eyJ1c2VybmFtZSI6ImFkYSIsImNsaWVudF9pZCI6ImFiYyJ9.AAAA"
        _ = await gateway.respond(to: call("\(userPoolsTarget).GetUser", body: #"{"AccessToken":"\#(token)"}"#))
        #expect(log.values(of: "user") == [nil])
    }

    @Test func `a developer's log has no line for what pages load by themselves, unless it fails`() async throws {
        log.level.withLock { $0 = .debug }
        for (isHealthy, lines) in [(true, 0), (false, 1)] {
            let gateway = try await gateway(isHealthy: isHealthy, detail: .callers)
            log.forget()
            _ = await gateway.respond(to: GatewayRequest(method: "GET", path: "/health"))
            #expect(log.values(of: "operation").count == lines)
        }
    }

    @Test func `steps of sign-ins are counted by step and result, never by what a caller invents`() async throws {
        let gatehouse = try await TestGatehouse()
        let pool = try await gatehouse.makeUserPool()
        let client = try await gatehouse.makeClient(ofPool: pool).id
        try await gatehouse.makeUser("ada", password: "Correct-Horse-7!", inPool: pool)
        let gateway = try await gateway(gatehouse)
        _ = await gateway.respond(to: signIn(client, "Wrong-Horse-7!"))
        for _ in 0..<2 { _ = await gateway.respond(to: signIn(client, "Correct-Horse-7!")) }
        for flow in ["INVENTED", "USER_SRP_AUTH"] {
            _ = await gateway.respond(
                to: call("\(userPoolsTarget).InitiateAuth", body: #"{"ClientId":"x","AuthFlow":"\#(flow)"}"#))
        }
        let lines = Set(metrics.text.split(separator: "\n").filter { $0.hasPrefix("gatehouse_sign_ins_total{") })
        #expect(lines.contains(#"gatehouse_sign_ins_total{step="USER_PASSWORD_AUTH",result="signed_in"} 2"#))
        #expect(
            lines.contains(#"gatehouse_sign_ins_total{step="USER_PASSWORD_AUTH",result="NotAuthorizedException"} 1"#))
        #expect(lines.contains { $0.contains(#"step="unknown""#) })
        #expect(!metrics.text.contains("INVENTED"))
    }
}

/// A log that a test can read.
private final class RecordedLog: LogHandler {
    private let entries = Mutex<[Logger.Metadata]>([])
    let level = Mutex(Logger.Level.trace)

    var logLevel: Logger.Level {
        get { level.withLock { $0 } }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func values(of key: String) -> [String?] {
        entries.withLock { $0.map { $0[key]?.description } }
    }

    /// All keys and values.
    var text: String {
        entries.withLock { "\($0)" }
    }

    func forget() {
        entries.withLock { $0 = [] }
    }

    func log(event: LogEvent) {
        entries.withLock { $0.append(event.metadata ?? [:]) }
    }
}
