// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCallers
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseFederation
import GatehouseGateway
import GatehouseGraphQL
import GatehouseIdentityPools
import GatehouseSchemaCompiler
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseSites
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseWire
import Logging
import Metrics
import Testing

/// A server with a user pool and a data API, whose requests go through a gateway.
struct DataBench {
    /// The schema of most tests: records of their owners.
    static let todos = """
        type Todo @model @auth(rules: [{ allow: owner }]) {
          id: ID!
          content: String
        }
        """
    static let create = "mutation ($content: String) { createTodo(input: {content: $content}) { id content owner } }"
    static let list = "query { listTodos { items { id content owner } } }"
    static let host = "localhost:9229"

    let fixture: PoolFixture
    let gateway: Gateway
    let apis: StoredDataAPIs
    /// Makes the execution of an API.
    let service: @Sendable (StoredAPI, DataAPI) -> DataService
    let administration: DataAPIAdministration
    let pauses = Pauses()
    /// The hub of the changes, which counts the subscriptions.
    let events = DataEvents()
    /// What requests did.
    let reports = Reports()
    /// The faults of schema creations, which the log gets.
    let creationFaults = CreationFaults()
    /// The records, whose writes can fail.
    let records: FillingRecords
    /// The keys of callers, which can be out of reach.
    let keys: FailingAPIs
    let id = "abcdefghijklmnopqrstuvwxyz"
    let key = "da2-abcdefghijklmnopqrstuvwxyz"

    var gatehouse: TestGatehouse { fixture.gatehouse }

    init(
        schema: String = todos, modes: [AuthorizationMode] = [.apiKey, .iam], isDefault: Bool = true,
        limits: DataLimits = DataLimits(), settings: GatewaySettings = GatewaySettings(), clients: String? = nil,
        pools: [UserPoolSource] = [], issuers: [OpenIDSource] = [], fetch: any OutboundFetch = NoOutboundFetch(),
        authorizer: AuthorizerSource? = nil, functions: any TriggerCaller = NoTriggers(),
        triggers: ScriptedTriggers? = nil, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) async throws {
        fixture = if let triggers { try await PoolFixture.make(triggers) } else { try await PoolFixture.make() }
        let gatehouse = fixture.gatehouse
        let installation = gatehouse.installation
        let clock = gatehouse.clock.wallClock
        let forwardClock = installation.userPools.forwardClock
        let dataFunctions = DataFunctions(
            functions, region: "us-east-1", account: installation.deployment.accountID)
        records = FillingRecords(installation.records)
        keys = FailingAPIs(installation.dataAPIs)
        service = { [events, records] api, compiled in
            DataService(
                id: api.id, revision: api.revision, api: compiled, store: records, events: events,
                sealer: installation.userPools.sealer, clock: clock, forwardClock: forwardClock, entropy: .seeded(9),
                limits: limits, functions: dataFunctions, hidesForeignRecords: api.hidesForeignRecords)
        }
        apis = StoredDataAPIs(installation.dataAPIs, clock: clock, makeService: service)
        let signers = CallerAuthentication(
            administrators: [
                try AdministrationKey(
                    accessKeyID: TestGatehouse.administratorKeyID, secretAccessKey: TestGatehouse.administratorSecret)
            ],
            securityTokens: installation.securityTokens, deployment: installation.deployment, clock: clock)
        let callers = DataCallers(
            signers: signers, tokens: installation.userPools.bearerVerifier,
            issuers: OpenIDVerifier(fetch: fetch, clock: clock), authority: installation.securityTokens.authority,
            functions: functions, keys: keys, deployment: installation.deployment, clock: clock,
            entropy: .seeded(5))
        let site = Site.data(
            apis, callers: callers, deployment: installation.deployment, clock: clock,
            pause: { [pauses] in try await pauses.pause($0) }, report: { [reports] in reports.add($0) })
        administration = DataAPIAdministration(
            apis, store: installation.dataAPIs, records: records, events: events,
            functions: dataFunctions, clock: clock, forwardClock: forwardClock, entropy: .seeded(7),
            pace: MaintenancePace(now: { [now = ContinuousClock.now] in now }, pause: { _ in }),
            reportFailure: { [creationFaults] in creationFaults.add($0, ofAPI: $1) })
        let control = Site.dataControl(
            administration, callers: signers, authority: installation.securityTokens.authority,
            deployment: installation.deployment)
        gateway = Gateway(
            sites: [control, site], deployment: installation.deployment, settings: settings, clock: clock,
            entropy: .seeded(1), logger: logger, metrics: NOOPMetricsHandler.instance)
        let api = StoredAPI(
            id: id, name: "test", schema: schema,
            settings: DataSettings(defaultMode: .userPools, additionalModes: modes),
            userPools: [UserPoolSource(id: fixture.poolID, clientExpression: clients)] + pools,
            openIDIssuers: issuers, authorizer: authorizer, isDefault: isDefault, createdAt: gatehouse.clock.now)
        try await put(api, keyExpiry: 86_400)
    }

    /// Stores an API, with a key that expires after a time in seconds.
    func put(_ api: StoredAPI, keyExpiry: TimeInterval) async throws {
        let now = gatehouse.clock.now
        try await apis.put(
            api, compiled: try DataAPI(compiling: api.schema, settings: api.settings),
            key: StoredAPIKey(key: key, createdAt: now, expiresAt: now.addingTimeInterval(keyExpiry)))
    }

    /// Replaces the schema by one with a further type.
    func changeSchema() async throws {
        var api = try #require(try await apis.api(id)).stored
        api.schema += "\ntype Note @model @auth(rules: [{ allow: owner }]) { id: ID! }"
        try await put(api, keyExpiry: 86_400)
    }

    /// A user who has signed in, by the header with the access token.
    func user(_ name: String) async throws -> [(String, String)] {
        try await fixture.makeUser(name)
        return [("Authorization", try await fixture.accessToken(name))]
    }

    var withKey: [(String, String)] { [("x-api-key", key)] }

    // MARK: - Requests

    /// The answer to a request with a body.
    func post(
        _ body: String, _ headers: [(String, String)], path: String = "/graphql", host: String = host
    ) async -> GatewayResponse {
        await gateway.respond(to: Self.request("POST", path, headers, body: body, host: host))
    }

    static func request(
        _ method: String, _ path: String, query: String = "", _ headers: [(String, String)], body: String = "",
        host: String = host
    ) -> GatewayRequest {
        GatewayRequest(
            method: method, path: path, query: query,
            headers: [(name: "Host", value: host)] + headers.map { (name: $0.0, value: $0.1) }, body: Data(body.utf8))
    }

    /// The body of a request.
    static func body(_ query: String, _ variables: WireValue = [:]) -> String {
        String(
            decoding: WireValue.object(["query": .string(query), "variables": variables]).jsonBytes(), as: UTF8.self)
    }

    /// The answer to a document, which is executed.
    func execute(
        _ query: String, _ variables: WireValue = [:], as caller: [(String, String)], path: String = "/graphql"
    ) async throws -> WireValue {
        let response = await post(Self.body(query, variables), caller, path: path)
        #expect(response.status == 200)
        return try WireValue(json: response.body)
    }

    /// Makes a record with a content.
    @discardableResult
    func create(_ content: String, as caller: [(String, String)]) async throws -> WireValue {
        let answer = try await execute(Self.create, ["content": .string(content)], as: caller)
        return try #require(answer["data"]?["createTodo"])
    }

    // MARK: - Signatures

    /// The credentials of a new identity, of a guest without logins.
    func credentials(ofPool pool: String, logins: [String: String]? = nil) async throws -> Credentials {
        let service = gatehouse.installation.identityPools.service(for: RequestContext(requestID: "test"))
        let identity = try await service.getId(GetIdInput(identityPoolId: pool, logins: logins))
        return try #require(
            try await service.getCredentialsForIdentity(
                GetCredentialsForIdentityInput(identityId: identity.identityId ?? "", logins: logins)
            ).credentials)
    }

    /// Headers that sign a body for the endpoint of the default API.
    func signature(_ body: String, _ credentials: Credentials) -> [(String, String)] {
        signature(
            Self.request("POST", "/graphql", [], body: body), keyID: credentials.accessKeyId ?? "",
            secret: credentials.secretKey ?? "", token: credentials.sessionToken
        ).map { ($0.name, $0.value) }
    }

    /// Headers that sign a request for the service of the API.
    func signature(
        _ request: GatewayRequest, keyID: String = TestGatehouse.administratorKeyID,
        secret: String = TestGatehouse.administratorSecret, token: String? = nil, service: String = "appsync",
        region: String = "us-east-1"
    ) -> [(name: String, value: String)] {
        SigV4.sign(
            request.signable,
            credentials: SigningCredentials(accessKeyID: keyID, secretAccessKey: secret, sessionToken: token),
            region: region, service: service, date: gatehouse.clock.now)
    }
}

extension GatewayResponse {
    /// The body as JSON; `null` for another body.
    var json: WireValue { (try? WireValue(json: body)) ?? .null }

    /// The only error of a refusal, as its type and its message.
    var refusal: [String?] {
        guard let errors = json["errors"]?.arrayValue, errors.count == 1 else { return [] }
        return [errors[0]["errorType"]?.stringValue, errors[0]["message"]?.stringValue]
    }
}
