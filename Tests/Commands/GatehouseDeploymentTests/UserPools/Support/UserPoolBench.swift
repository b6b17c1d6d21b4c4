// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseClient
import GatehouseCrypto
import GatehouseProject
import GatehouseTesting
import GatehouseWire

@testable import GatehouseDeployment

/// A real server, and the planners of user pools and groups that compare it with a project.
struct UserPoolBench {
    let gatehouse: TestGatehouse
    let transport: RecordingTransport
    let backend: Backend

    /// Starts a server.
    init() async throws { try self.init(try await TestGatehouse()) }

    private init(_ gatehouse: TestGatehouse) throws {
        self.gatehouse = gatehouse
        transport = RecordingTransport(gatehouse.transport)
        let credentials = SigningCredentials(
            accessKeyID: TestGatehouse.administratorKeyID, secretAccessKey: TestGatehouse.administratorSecret)
        backend = try Backend(
            baseURL: gatehouse.baseURL, region: "us-east-1", credentials: credentials, transport: transport,
            clock: .following(gatehouse), entropy: .seeded(1))
    }

    /// A server with the pool of `auth()`.
    private struct Made: Sendable {
        let gatehouse: TestGatehouse
        let ids: KnownIDs
    }

    private static let firstPool: Task<Made, any Error> = Task {
        let bench = try await UserPoolBench()
        return Made(gatehouse: bench.gatehouse, ids: try await bench.made(Self.wanted(Self.auth())))
    }

    /// A server of its own with the pool of `auth()`, which is made once and copied, and the ids of that.
    static func withPool() async throws -> (bench: UserPoolBench, ids: KnownIDs) {
        let made = try await firstPool.value
        return (try UserPoolBench(try made.gatehouse.copy(seed: 11)), made.ids)
    }

    // MARK: - What a project wants

    /// The auth resource of a project as `amplify add auth` makes it by default.
    static func auth(_ change: (inout AuthSettings) -> Void = { _ in }) -> AuthSettings {
        var settings = AuthSettings()
        settings.resourceName = "shop1a2b3c4d"
        settings.sharedID = "1a2b3c4d"
        settings.resourceNameTruncated = "shop1a2b3c4d"
        settings.identityPoolName = "shop_identitypool_1a2b3c4d"
        settings.userPoolName = "shop_userpool"
        change(&settings)
        return settings
    }

    /// Sign-in pages with redirects.
    static func pages(_ domain: String = "shop1a2b3c4d", providers: [String] = []) -> AuthSettings.HostedPages {
        var pages = AuthSettings.HostedPages()
        pages.domain = domain
        pages.callbackURLs = ["myapp://signed-in/", "https://shop.example.com/"]
        pages.logoutURLs = ["myapp://signed-out/"]
        pages.providers = providers
        return pages
    }

    /// The ids and secrets of all social providers.
    static var credentials: ProviderCredentials {
        var credentials = ProviderCredentials()
        for key in SocialProvider.allCases.flatMap(\.credentialKeys) {
            if key.isHidden {
                credentials.secrets[key.key] = "secret of \(key.key)"
            } else {
                credentials.furtherIDs[key.key] = "id of \(key.key)"
            }
        }
        return credentials
    }

    /// What a project wants in an environment.
    static func wanted(
        _ auth: AuthSettings?, imported: ImportedAuth? = nil, environment: String = "test",
        appID: String = "d0000000000001", credentials: ProviderCredentials = UserPoolBench.credentials,
        triggerARNs: [String: String] = [:], removed: [ResourceName] = [], deletesUsers: Bool = false,
        makesNewPools: Bool = false, forcesAliases: Bool = false, samlMetadata: [String: String] = [:],
        formerImports: Set<ResourceName> = []
    ) -> WantedState {
        WantedState(
            appID: appID, projectName: "shop", environment: environment, region: "us-east-1", auth: auth,
            imported: imported, credentials: credentials, api: nil, schema: nil, frontend: .ios,
            authRoleName: "amplify-shop-\(environment)-abcde-authRole",
            unauthRoleName: "amplify-shop-\(environment)-abcde-unauthRole", triggerARNs: triggerARNs, removed: removed,
            deletesUsers: deletesUsers, makesNewPools: makesNewPools, forcesAliases: forcesAliases,
            tags: ["user:Application": "shop"], samlMetadata: samlMetadata, formerImports: formerImports)
    }

    static let resource = ResourceName(category: "auth", name: "shop1a2b3c4d")

    // MARK: - Plans

    /// What the planners of user pools and groups find.
    func plan(_ wanted: WantedState, _ ids: KnownIDs = KnownIDs()) async throws -> PlanParts {
        let reader = backend.remembering()
        var parts = try await UserPoolPlanner.parts(wanted, ids, on: reader)
        let groups = try await GroupPlanner.parts(wanted, parts.ids, on: reader)
        parts.differences += groups.differences
        parts.steps += groups.steps
        parts.losses += groups.losses
        parts.obstacles += groups.obstacles
        parts.notes += groups.notes
        parts.ids = groups.ids
        return parts
    }

    /// The steps of parts in the order in which they run.
    static func steps(_ parts: PlanParts) -> [any DeploymentStep] {
        Stage.allCases.flatMap { stage in parts.steps.filter { $0.0 == stage }.map { $0.1 } }
    }

    /// Plans, and runs the steps, or the first of them.
    func apply(_ wanted: WantedState, _ ids: inout KnownIDs, first count: Int = .max) async throws {
        try await run(try await plan(wanted, ids), &ids, first: count)
    }

    /// Runs the steps of parts, or the first of them.
    func run(_ parts: PlanParts, _ ids: inout KnownIDs, first count: Int = .max) async throws {
        ids = parts.ids
        for step in Self.steps(parts).prefix(count) { try await step.run(on: backend, &ids) }
    }

    /// Makes what a project wants, and returns the ids.
    func made(_ wanted: WantedState) async throws -> KnownIDs {
        var ids = KnownIDs()
        try await apply(wanted, &ids)
        return ids
    }

    // MARK: - What the server has

    /// The pool of a project.
    func pool(_ ids: KnownIDs) async throws -> UserPoolType? {
        try await backend.userPool(ids[Self.resource, OutputName.userPoolID] ?? "")
    }

    /// A client of a project.
    func client(_ ids: KnownIDs, _ name: String = OutputName.nativeClientID) async throws -> UserPoolClientType? {
        try await backend.client(
            ids[Self.resource, name] ?? "", inPool: ids[Self.resource, OutputName.userPoolID] ?? "")
    }

    /// The factors of the pool of a project.
    func factors(_ ids: KnownIDs) async throws -> GetUserPoolMfaConfigResponse {
        try await backend.userPools.getUserPoolMfaConfig(
            GetUserPoolMfaConfigRequest(userPoolId: ids[Self.resource, OutputName.userPoolID] ?? ""))
    }

    /// A confirmed user in the pool of a project.
    func addUser(_ name: String, _ ids: KnownIDs) async throws {
        try await gatehouse.makeUser(
            name, password: "Correct-Horse-7!", inPool: ids[Self.resource, OutputName.userPoolID] ?? "",
            attributes: ["email": "\(name)@example.com", "email_verified": "true"])
    }
}
