// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseDeployment

/// A machine of a developer: the folder of an app, a home folder, and the way to a server.
struct Machine {
    static let resource = "shop1a2b3c4d"

    let gatehouse: TestGatehouse
    let network: FailingNetwork
    let folder: ProjectFolder
    let variables: [String: String]
    let clock: ClientClock
    let host: String
    private let app: TemporaryFolder
    private let home: TemporaryFolder

    /// A machine with an empty folder; its clock differs from the server's by `skew` seconds.
    init(_ gatehouse: TestGatehouse, host: String = "ada@one", skew: TimeInterval = 0) throws {
        self.gatehouse = gatehouse
        self.host = host
        network = FailingNetwork(gatehouse)
        app = try TemporaryFolder(inMemory: true)
        home = try TemporaryFolder(inMemory: true)
        folder = ProjectFolder(app.url)
        variables = ["HOME": home.path]
        let clock = ClientClock.following(gatehouse)
        self.clock = ClientClock(
            now: { clock.now().addingTimeInterval(skew) }, uptime: clock.uptime, sleep: clock.sleep)
    }

    /// A server that checks signatures, and a machine with a project that has an environment there.
    static func withProject(_ gatehouse: TestGatehouse? = nil) async throws -> Machine {
        let server: TestGatehouse
        if let gatehouse { server = gatehouse } else { server = try await TestGatehouse(verifiesSignatures: true) }
        let machine = try Machine(server)
        let place = try await ProjectRecords(machine.backend()).make(
            projectName: "shop", frontend: .ios, environment: "dev", entropy: .seeded(7))
        try machine.writeProject(at: place)
        return machine
    }

    /// A machine with a project that has a user pool and an identity pool, not pushed yet.
    static func withAuth(_ gatehouse: TestGatehouse? = nil) async throws -> Machine {
        let machine = try await withProject(gatehouse)
        try machine.setAuth()
        return machine
    }

    /// The services of the server.
    func backend(baseURL: String? = nil) throws(DeploymentFault) -> Backend {
        try Backend(
            baseURL: baseURL ?? gatehouse.baseURL, region: "us-east-1",
            credentials: SigningCredentials(
                accessKeyID: TestGatehouse.administratorKeyID, secretAccessKey: TestGatehouse.administratorSecret),
            transport: network, clock: clock, entropy: .seeded(5))
    }

    // MARK: - Files

    private func writeProject(at place: TeamProviderInfo.Gatehouse) throws {
        var changes = FileChanges()
        changes.write(
            try ProjectConfig(projectName: "shop", frontend: .ios).newDocument(), to: ProjectPaths.projectConfig)
        changes.write(try JSONDocument(JSONValue.object([])), to: ProjectPaths.backendConfig)
        changes.write(try FeatureFlags.newDocument(), to: ProjectPaths.featureFlags)
        changes.write(try Tags.newDocument(), to: ProjectPaths.tags)
        changes.write(
            try TeamProviderInfo.document(changing: nil, environment: "dev", to: place),
            to: ProjectPaths.teamProviderInfo)
        changes.write(
            try LocalEnvironment(environment: "dev").document(changing: nil, projectPath: folder.root.path),
            to: ProjectPaths.localEnvironment)
        changes.write(IgnoredFiles.adding(to: nil), to: ProjectPaths.ignoredFiles)
        try folder.write(changes)
    }

    /// Makes a second environment of the project, and works in it.
    func addEnvironment(_ name: String) async throws {
        let place = try await ProjectRecords(try backend()).make(
            projectName: "shop", frontend: .ios, environment: name, appID: try place().appID, entropy: .seeded(9))
        var changes = FileChanges()
        let (team, local) = (
            try folder.document(ProjectPaths.teamProviderInfo), try folder.document(ProjectPaths.localEnvironment)
        )
        changes.write(
            try TeamProviderInfo.document(changing: team, environment: name, to: place),
            to: ProjectPaths.teamProviderInfo)
        changes.write(
            try LocalEnvironment(environment: name).document(changing: local, projectPath: folder.root.path),
            to: ProjectPaths.localEnvironment)
        try folder.write(changes)
    }

    /// Adds auth, or changes it.
    func setAuth(_ change: (inout AuthSettings) -> Void = { _ in }) throws {
        let project = try Project(folder)
        var settings = project.auth?.settings ?? AuthSettings()
        settings.resourceName = Self.resource
        settings.sharedID = "1a2b3c4d"
        settings.resourceNameTruncated = "shop1a"
        settings.userPoolName = "shop_userpool"
        settings.identityPoolName = "shop_identitypool"
        change(&settings)
        try folder.write(try project.changes(toAuth: settings, credentials: ProviderCredentials()))
    }

    /// Writes a file as a person does.
    func write(_ text: String, to path: String) throws {
        let url = app.url.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// The text of a file; `nil` if there is none.
    func text(_ path: String) throws -> String? {
        try folder.bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The place of the environment, as the folder has it.
    func place() throws -> TeamProviderInfo.Gatehouse {
        try #require(try Project(folder).environments?.environments["dev"]?.gatehouse)
    }

    // MARK: - Commands

    /// Reads project and record, as `push` and `status` do.
    func run() async throws -> PushRun {
        try await PushRun(
            folder: folder, environment: nil, variables: variables,
            backend: { (place: TeamProviderInfo.Gatehouse) throws(DeploymentFault) -> Backend in
                try backend(baseURL: place.baseURL)
            }, host: host, clock: clock)
    }

    /// Pushes, accepting the losses with these names.
    @discardableResult
    func push(
        accepted: Set<String> = [], force: Bool = false, killedAt point: PushPoint? = nil
    ) async throws -> PushResult {
        var run = try await run()
        if let point { run.isKilled = { $0 == point } }
        return try await run.apply(
            try await run.plan(force: force), accepted: accepted, overwriting: force, progress: { _ in })
    }

    /// Pulls the environment of another machine's project.
    @discardableResult
    func pull(_ place: TeamProviderInfo.Gatehouse, state: Int? = nil) async throws -> PullResult {
        let pull = try await Pull(
            into: folder, from: place, environment: "dev", stateNumber: state, backend: try backend())
        return try await pull.apply(profile: nil, variables: variables, now: gatehouse.clock.now)
    }

    // MARK: - Expectations

    /// The fault that a body throws.
    static func fault(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async throws -> DeploymentFault {
        do {
            try await body()
        } catch let fault as DeploymentFault {
            return fault
        }
        return try #require(nil as DeploymentFault?, "no fault was thrown", sourceLocation: sourceLocation)
    }

    /// Requires that everything of the project exists once, and that there is nothing to push.
    func expectCompleteOnce(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        network.restart()
        let backend = try backend()
        let pools = try await backend.userPools.listUserPools(ListUserPoolsRequest(maxResults: 60)).userPools ?? []
        #expect(pools.map { $0.name ?? "" } == ["shop_userpool-dev"], sourceLocation: sourceLocation)
        let pool = try #require(pools.first?.id, sourceLocation: sourceLocation)
        let clients = try await backend.userPools.listUserPoolClients(
            ListUserPoolClientsRequest(userPoolId: pool, maxResults: 60)
        ).userPoolClients
        #expect(
            Set((clients ?? []).compactMap { $0.clientName }) == ["shop1a_app_client", "shop1a_app_clientWeb"],
            sourceLocation: sourceLocation)
        #expect(clients?.count == 2, sourceLocation: sourceLocation)
        let identityPools = try await backend.identityPools.listIdentityPools(ListIdentityPoolsInput(maxResults: 60))
        #expect(
            (identityPools.identityPools ?? []).map { $0.identityPoolName ?? "" } == ["shop_identitypool__dev"],
            sourceLocation: sourceLocation)
        let run = try await run()
        let plan = try await run.plan(force: false)
        #expect(plan.steps.map { $0.title } == [], sourceLocation: sourceLocation)
        #expect(try run.isUpToDate(plan), sourceLocation: sourceLocation)
    }
}
