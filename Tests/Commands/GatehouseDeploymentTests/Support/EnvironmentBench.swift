// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseProject
import GatehouseTesting
import GatehouseWire
import Synchronization
import Testing

@testable import GatehouseDeployment

/// A server in process with an environment on it: the planners of identity pool, roles and API, one after the other.
struct EnvironmentBench {
    static let auth = ResourceName(category: "auth", name: "shop")
    static let api = ResourceName(category: "api", name: "notes")
    static let noteSchema = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }"

    let gatehouse: TestGatehouse
    let backend: Backend
    /// The transport of the backend, which loses answers if a test wants it.
    let network: LossyTransport

    /// Starts a server.
    ///
    /// - Parameter settles: whether answers arrive only when the changes of schemas have ended that run on the server.
    ///   The number of requests is then the same in each run.
    /// - Throws: the error of a server that cannot be started.
    init(settles: Bool = false) async throws {
        gatehouse = try await TestGatehouse(verifiesSignatures: true)
        network = LossyTransport(gatehouse, settles: settles)
        backend = try Backend(
            baseURL: gatehouse.baseURL, region: "us-east-1",
            credentials: SigningCredentials(
                accessKeyID: TestGatehouse.administratorKeyID, secretAccessKey: TestGatehouse.administratorSecret),
            transport: network, clock: .following(gatehouse), entropy: .seeded(3))
    }

    /// The settings of an auth resource with both pools.
    static func settings(_ change: (inout AuthSettings) -> Void = { _ in }) -> AuthSettings {
        var settings = AuthSettings()
        settings.resourceName = auth.name
        settings.sharedID = "1a2b3c4d"
        settings.identityPoolName = "shop_identitypool"
        change(&settings)
        return settings
    }

    /// The state that a project wants.
    static func wanted(
        _ auth: AuthSettings? = nil, api: APISettings? = nil, schema: String? = noteSchema, frontend: Frontend = .ios,
        credentials: ProviderCredentials = ProviderCredentials(), removed: [ResourceName] = [],
        deletesUsers: Bool = false, makesNewPools: Bool = false, appID: String = "dabcdefghijklm"
    ) -> WantedState {
        WantedState(
            appID: appID, projectName: "shop", environment: "dev", region: "us-east-1", auth: auth, imported: nil,
            credentials: credentials, api: api, schema: api == nil ? nil : schema, frontend: frontend,
            authRoleName: "amplify-shop-dev-abcde-authRole", unauthRoleName: "amplify-shop-dev-abcde-unauthRole",
            triggerARNs: [:], removed: removed, deletesUsers: deletesUsers, makesNewPools: makesNewPools)
    }

    /// Makes a user pool with two clients, as the planner of user pools does, and returns its ids.
    func makeUserPool() async throws -> KnownIDs {
        let pool = try #require(
            try await backend.userPools.createUserPool(CreateUserPoolRequest(poolName: "shop-dev")).userPool?.id)
        var ids = KnownIDs()
        ids[Self.auth, "UserPoolId"] = pool
        for key in ["AppClientID", "AppClientIDWeb"] {
            ids[Self.auth, key] = try await backend.userPools.createUserPoolClient(
                CreateUserPoolClientRequest(userPoolId: pool, clientName: key)
            ).userPoolClient?.clientId
        }
        return ids
    }

    /// The parts of roles, identity pool and API together.
    func plan(_ wanted: WantedState, _ ids: KnownIDs) async throws -> PlanParts {
        var all = PlanParts(ids: ids)
        for part in [
            try await RolePlanner.parts(wanted, ids, on: backend),
            try await IdentityPoolPlanner.parts(wanted, ids, on: backend),
            try await APIPlanner.parts(wanted, ids, on: backend),
        ] {
            all.differences += part.differences
            all.steps += part.steps
            all.losses += part.losses
            all.obstacles += part.obstacles
            all.notes += part.notes
            for (resource, values) in part.ids.outputs {
                for (key, value) in values { all.ids[resource, key] = value }
            }
        }
        return all
    }

    /// Runs the steps of a plan in the order of their stages, at most `count` of them.
    func run(_ plan: PlanParts, _ ids: inout KnownIDs, first count: Int = .max) async throws {
        let steps = plan.steps.enumerated()
            .sorted { ($0.element.0.rawValue, $0.offset) < ($1.element.0.rawValue, $1.offset) }
        for step in steps.prefix(count) { try await step.element.1.run(on: backend, &ids) }
    }

    /// Plans and runs, and requires that nothing is left to do.
    func apply(_ wanted: WantedState, _ ids: inout KnownIDs) async throws {
        let plan = try await plan(wanted, ids)
        #expect(plan.obstacles.isEmpty)
        ids = plan.ids
        try await run(plan, &ids)
        try await expectNothingToDo(wanted, ids)
    }

    /// The names of the identity pools of the server.
    func identityPoolNames() async throws -> [String] {
        let page = try await backend.identityPools.listIdentityPools(ListIdentityPoolsInput(maxResults: 60))
        return (page.identityPools ?? []).compactMap(\.identityPoolName)
    }

    /// Requires that a plan has no steps and no differences.
    func expectNothingToDo(
        _ wanted: WantedState, _ ids: KnownIDs, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let again = try await plan(wanted, ids)
        #expect(again.steps.map { $0.1.title }.isEmpty, sourceLocation: sourceLocation)
        #expect(again.differences.isEmpty, sourceLocation: sourceLocation)
        #expect(again.losses.isEmpty, sourceLocation: sourceLocation)
    }
}

/// A transport that loses the answers to some requests after the server has acted on them.
final class LossyTransport: Transport {
    private struct State {
        var sent = 0
        var lost: Set<Int> = []
    }

    private let gatehouse: TestGatehouse
    private let settles: Bool
    private let state = Mutex(State())

    init(_ gatehouse: TestGatehouse, settles: Bool) {
        self.gatehouse = gatehouse
        self.settles = settles
    }

    /// The number of requests so far.
    var sent: Int { state.withLock { $0.sent } }

    /// Loses the answers to the requests with these numbers from now on, counted from 0.
    func lose(_ numbers: Set<Int>) {
        state.withLock { state in state.lost = Set(numbers.map { $0 + state.sent }) }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let isLost = state.withLock { state in
            defer { state.sent += 1 }
            return state.lost.contains(state.sent)
        }
        let response = try await gatehouse.transport.send(request)
        if settles { await gatehouse.finishSchemaChanges() }
        guard !isLost else { throw TransportError(.connectionLost) }
        return response
    }
}
