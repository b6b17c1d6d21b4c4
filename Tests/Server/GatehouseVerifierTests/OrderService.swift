// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseCrypto
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseTesting
import GatehouseVerifier
import GatehouseWire
import Synchronization
import Testing

/// The service `orders` of other developers, with a verifier of its own and a Gatehouse server in the same process.
struct OrderService {
    static let host = "orders.example.com"

    let gatehouse: TestGatehouse
    let server: ServerInProcess
    let verifier: RequestVerifier
    /// The access key of the service, which may get signing keys for `orders` only.
    let own: SigningCredentials

    init(limits: SigningKeyLimits = SigningKeyLimits(), longestAddressLifetime: TimeInterval = 604_800) async throws {
        gatehouse = try await TestGatehouse(verifiesSignatures: true)
        server = ServerInProcess(gatehouse)
        own = try await Self.makeUser(
            "orders", in: gatehouse,
            policy: #"""
                {"Effect":"Allow","Action":"gatehouse:GetSigningKey",
                 "Resource":"arn:aws:gatehouse:us-east-1:123456789012:signing-key/orders"}
                """#)
        var rules = RequestVerifier.Rules(service: "orders", hosts: [Self.host])
        rules.longestAddressLifetime = longestAddressLifetime
        let connection = try GatehouseConnection(
            url: "http://localhost:9229", accessKeyID: own.accessKeyID, secretAccessKey: own.secretAccessKey,
            transport: server)
        verifier = RequestVerifier(rules: rules, gatehouse: connection, limits: limits, now: gatehouse.clock.read)
    }

    /// Registers a user with a statement as the only policy, and makes an access key.
    static func makeUser(
        _ name: String, in gatehouse: TestGatehouse, policy statement: String? = nil
    ) async throws
        -> SigningCredentials
    {
        let registry = gatehouse.installation.securityTokens.registry
        let policies = statement.map { #""policies":{"own":{"Version":"2012-10-17","Statement":[\#($0)]}}"# } ?? ""
        try await registry.create(.user, named: name, document: WireValue(accessJSON: Array("{\(policies)}".utf8)))
        let key = try await registry.createKey(forUser: name)
        return SigningCredentials(accessKeyID: key.id, secretAccessKey: key.secret)
    }

    /// Credentials that an identity pool vends to a new guest.
    func guest() async throws -> (credentials: SigningCredentials, identity: String) {
        let pool = try await gatehouse.makeUserPool()
        let client = try await gatehouse.makeClient(ofPool: pool)
        let identityPool = try await gatehouse.makeIdentityPool(userPool: pool, client: client)
        let target = "AWSCognitoIdentityService"
        let identity = try await call("\(target).GetId", #"{"IdentityPoolId":"\#(identityPool)"}"#)["IdentityId"]
        let id = try #require(identity?.stringValue)
        let answer = try await call("\(target).GetCredentialsForIdentity", #"{"IdentityId":"\#(id)"}"#)
        let given = try #require(answer["Credentials"])
        let credentials = SigningCredentials(
            accessKeyID: try #require(given["AccessKeyId"]?.stringValue),
            secretAccessKey: try #require(given["SecretKey"]?.stringValue),
            sessionToken: try #require(given["SessionToken"]?.stringValue))
        return (credentials, id)
    }

    func call(_ target: String, _ json: String) async throws -> WireValue {
        let answer = await gatehouse.send(.call(target, json: json))
        try #require(answer.status == 200, "\(answer.text)")
        return try WireValue(json: answer.body)
    }

    /// A request that is signed in its headers.
    func signed(
        by credentials: SigningCredentials, method: String = "POST", path: String = "/orders",
        query: String = "", headers: [(name: String, value: String)] = [], body: String = #"{"item":1}"#,
        host: String = host, region: String = "us-east-1", service: String = "orders", at date: Date? = nil
    ) -> SignedRequest {
        let headers = [(name: "Host", value: host)] + headers
        let added = SigV4.sign(
            SignableRequest(
                method: method, path: path, query: SignableRequest.query(parsing: query), headers: headers,
                body: Array(body.utf8)),
            credentials: credentials, region: region, service: service, date: date ?? gatehouse.clock.now)
        return SignedRequest(
            method: method, path: path, query: query, headers: headers + added, body: Data(body.utf8))
    }

    /// A request for a presigned address.
    func presigned(by credentials: SigningCredentials, expires: Int = 900, query: String = "") -> SignedRequest {
        let headers = [(name: "Host", value: Self.host)]
        let added = SigV4.presign(
            SignableRequest(
                method: "GET", path: "/orders", query: SignableRequest.query(parsing: query), headers: headers),
            credentials: credentials, region: "us-east-1", service: "orders", date: gatehouse.clock.now,
            expires: expires)
        let fields = added.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }
        return SignedRequest(
            method: "GET", path: "/orders", query: ([query] + fields).filter { !$0.isEmpty }.joined(separator: "&"),
            headers: headers)
    }

    /// The reason why a request is refused; `nil` if it is accepted.
    func refusal(_ request: SignedRequest) async -> RequestRefusal? {
        do throws(RequestRefusal) {
            _ = try await verifier.verify(request)
            return nil
        } catch {
            return error
        }
    }
}

/// Hands the verifier's requests to a server in the same process, and counts them.
final class ServerInProcess: VerifierTransport {
    struct Unreachable: Error {}

    private let gatehouse: TestGatehouse
    private let state = Mutex((calls: 0, isReachable: true))

    init(_ gatehouse: TestGatehouse) {
        self.gatehouse = gatehouse
    }

    var calls: Int { state.withLock { $0.calls } }

    func setReachable(_ isReachable: Bool) {
        state.withLock { $0.isReachable = isReachable }
    }

    func send(_ request: VerifierRequest) async throws -> VerifierResponse {
        let isReachable = state.withLock { state in
            state.calls += 1
            return state.isReachable
        }
        guard isReachable else { throw Unreachable() }
        let answer = await gatehouse.send(
            TestRequest(
                method: request.method, path: request.url.path(percentEncoded: true),
                headers: [(name: "host", value: request.url.authority)] + request.headers, body: request.body))
        return VerifierResponse(status: answer.status, body: answer.body)
    }
}

extension TestClock {
    var read: @Sendable () -> Date { { self.now } }
}
