// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting
import ProjectShapes
import Synchronization
import Testing

@testable import GatehouseDeployment

@Suite(.hangLimit)
struct PushTests {
    @Test func `a push from nothing makes everything once, and the next one has nothing to do`() async throws {
        let machine = try await Machine.withAuth()
        let result = try await machine.push()
        #expect(result.stateNumber == 1)
        #expect(result.files.contains("awsconfiguration.json"))
        try await machine.expectCompleteOnce()
        let history = try await ProjectRecords(try machine.backend()).history(of: "dev", of: try machine.place().appID)
        #expect(history.map { $0.stateNumber } == [1])
        #expect(history.first?.pushedFrom == "ada@one")
    }

    /// What a push of a project with a user pool, two clients, an identity pool and its two roles reads.
    private static let readings = [
        "DescribeEnvironment", "DescribeUserPool", "DescribeUserPoolClient", "DescribeUserPoolClient",
        "DescribeIdentityPool", "GetRole", "GetRole", "GetIdentityPoolRoles",
    ]

    @Test func `a push without changes makes at most eight requests, and no new state`() async throws {
        let machine = try await Machine.pushed()
        machine.network.restart()
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        #expect(plan.isEmpty)
        #expect(try run.isUpToDate(plan))
        #expect(machine.network.operations == Self.readings)
        #expect(machine.network.sent <= 8)
        let result = try await run.apply(plan, accepted: [], overwriting: false) { _ in }
        #expect(result.stateNumber == 1 && result.files.isEmpty)
        #expect(machine.network.operations == Self.readings)
        #expect(try await machine.push().stateNumber == 1)
    }

    @Test func `the app's files are made of what a plan without steps has read`() async throws {
        let machine = try await Machine.withAuth()
        try await machine.push()
        let content = try #require(try machine.text("awsconfiguration.json"))
        var loss = FileChanges()
        loss.remove("awsconfiguration.json")
        try machine.folder.write(loss)
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        machine.network.restart()
        let result = try await run.apply(plan, accepted: [], overwriting: false) { _ in }
        #expect(result.files == ["awsconfiguration.json"])
        #expect(try machine.text("awsconfiguration.json") == content)
        // The second factors of a pool without any are no part of a plan.
        #expect(machine.network.operations == ["GetUserPoolMfaConfig"])
    }

    @Test func `an app file of invalid JSON stops a push before its first step`() async throws {
        let machine = try await Machine.withAuth()
        try machine.write(#"{"x"#, to: "amplifyconfiguration.json")
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        machine.network.restart()
        let fault = try await Machine.fault {
            _ = try await run.apply(plan, accepted: [], overwriting: false) { _ in }
        }
        #expect(fault.kind == .unusable && fault.text.hasSuffix("Nothing was changed."))
        #expect(fault.text.contains("amplifyconfiguration.json"))
        #expect(machine.network.sent == 0)
    }

    @Test(arguments: ["", "{}"])
    func `a file of the app with another content is written again`(text: String) async throws {
        let machine = try await Machine.withAuth()
        try await machine.push()
        let pool = try #require(try Project(machine.folder).meta?.auth?.outputs["UserPoolId"])
        try machine.write(text, to: "amplify_outputs.json")
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        #expect(try !run.isUpToDate(plan))
        #expect(try await machine.push().stateNumber == 1)
        #expect(try machine.text("amplify_outputs.json")?.contains(pool) == true)
        try await machine.expectCompleteOnce()
    }

    @Test func `a push whose app files cannot be written says so, and the next one writes them`() async throws {
        let machine = try await Machine.withAuth()
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        // The file changes while the steps run.
        let fault = try await Machine.fault {
            _ = try await run.apply(plan, accepted: [], overwriting: false) { progress in
                guard case .began = progress else { return }
                do {
                    try machine.write("[", to: "awsconfiguration.json")
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(fault.kind == .unusable)
        #expect(fault.text.hasPrefix("The push is done: the environment dev has the state 1."))
        #expect(fault.text.contains("were not written: awsconfiguration.json"))
        var repair = FileChanges()
        repair.remove("awsconfiguration.json")
        try machine.folder.write(repair)
        #expect(try await machine.push().files.contains("awsconfiguration.json"))
        try await machine.expectCompleteOnce()
    }

    @Test func `a step reads anew what may have changed since the plan`() async throws {
        let machine = try await Machine.withAuth()
        try await machine.push()
        try machine.setAuth { $0.passwordLength = 12 }
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        #expect(plan.steps.count == 1)
        let pools = try machine.backend().userPools
        let id = try #require(try Project(machine.folder).meta?.auth?.outputs["UserPoolId"])
        let arn = try #require(
            try await pools.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool?.arn)
        _ = try await pools.tagResource(TagResourceRequest(resourceArn: arn, tags: ["team": "a"]))
        _ = try await run.apply(plan, accepted: [], overwriting: false) { _ in }
        let pool = try await pools.describeUserPool(DescribeUserPoolRequest(userPoolId: id)).userPool
        #expect(pool?.policies?.passwordPolicy?.minimumLength == 12)
        // An update by the description of the plan would have removed the tag.
        #expect(pool?.userPoolTags?["team"] == "a")
    }

    @Test func `the ids are in the folder, and the copy of what was pushed is as AWS's tool has it`() async throws {
        let machine = try await Machine.pushed()
        let meta = try #require(try Project(machine.folder).meta?.auth)
        #expect(meta.outputs["UserPoolId"]?.hasPrefix("us-east-1_") == true)
        #expect(meta.service == "Cognito")
        let copy = "\(ProjectPaths.pushed)/auth/\(Machine.resource)/cli-inputs.json"
        #expect(try machine.text(copy) == machine.text(ProjectPaths.auth(Machine.resource, "cli-inputs.json")))
        #expect(try machine.text("\(ProjectPaths.pushed)/amplify-meta.json") == machine.text(ProjectPaths.meta))
    }

    @Test func `a changed file alone makes a new state, and takes no step`() async throws {
        let machine = try await Machine.pushed()
        try machine.write("#!/bin/sh\n", to: "amplify/hooks/pre-push.sh")
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        #expect(plan.isEmpty)
        #expect(try !run.isUpToDate(plan))
        #expect(try await machine.push().stateNumber == 2)
        try await machine.expectCompleteOnce()
    }

    @Test func `each step is announced before it begins, and after it ends`() async throws {
        let machine = try await Machine.withAuth()
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        let seen = Seen()
        _ = try await run.apply(plan, accepted: [], overwriting: false) { seen.add($0) }
        let expected = plan.steps.flatMap { step -> [PushProgress] in
            [.began(step.title), .ended(step.title, changed: true)]
        }
        #expect(!expected.isEmpty)
        #expect(seen.steps == expected)
    }

    /// What a push has reported.
    private final class Seen: Sendable {
        private let list = Mutex<[PushProgress]>([])

        var steps: [PushProgress] { list.withLock { $0 } }

        func add(_ step: PushProgress) { list.withLock { $0.append(step) } }
    }

    // MARK: - Environments

    @Test func `a second environment gets pools of its own, whatever ids the folder has`() async throws {
        let machine = try await Machine.pushed()
        let first = try #require(try Project(machine.folder).meta?.auth?.outputs["UserPoolId"])
        try await machine.addEnvironment("test")
        #expect(try PushRun.planAgainstLastPush(Project(machine.folder)).rows.map { $0.operation } == [.create])
        #expect(try PushRun.addressesOfLastPush(Project(machine.folder)).domain == nil)
        try await machine.push()
        let second = try #require(try Project(machine.folder).meta?.auth?.outputs["UserPoolId"])
        #expect(first != second)
        let pools = try await machine.backend().userPools.listUserPools(ListUserPoolsRequest(maxResults: 60))
        let names = Set((pools.userPools ?? []).compactMap { $0.name })
        #expect(names == ["shop_userpool-dev", "shop_userpool-test"])
        #expect(try PushRun.planAgainstLastPush(Project(machine.folder)).rows.map { $0.operation } == [.noChange])
    }

    @Test func `ids that AWS's tool left are not taken for ids of the server`() async throws {
        let machine = try await Machine.withAuth()
        try machine.write(
            #"{"auth": {"shop1a2b3c4d": {"service": "Cognito", "output": {"UserPoolId": "us-east-1_Foreign01"}}}}"#,
            to: ProjectPaths.meta)
        try await machine.push()
        try await machine.expectCompleteOnce()
    }

    // MARK: - Losses and obstacles

    @Test func `a loss that was not accepted changes nothing`() async throws {
        let machine = try await Machine.pushed()
        let run = try await machine.run()
        var plan = try await run.plan(force: false)
        plan.losses = [Loss(resource: "shop_userpool-dev", text: "3 users will be deleted.", count: 3)]
        let losing = plan
        machine.network.restart()
        let fault = try await Machine.fault {
            _ = try await run.apply(losing, accepted: ["other"], overwriting: false) { _ in }
        }
        #expect(fault.kind == .declined)
        #expect(fault.text.contains("3 users will be deleted."))
        #expect(machine.network.sent == 0)
        _ = try await run.apply(losing, accepted: ["shop_userpool-dev"], overwriting: false) { _ in }
    }

    @Test func `a user pool that was deleted on the server is an obstacle, and never made in silence`() async throws {
        let machine = try await Machine.pushed()
        let pools = try machine.backend().userPools
        let id = try #require(try Project(machine.folder).meta?.auth?.outputs["UserPoolId"])
        try await pools.deleteUserPool(DeleteUserPoolRequest(userPoolId: id))
        let fault = try await Machine.fault { try await machine.push() }
        #expect(fault.kind == .refused)
        #expect(fault.cure?.contains("amplify import auth") == true)
        let left = try await pools.listUserPools(ListUserPoolsRequest(maxResults: 60)).userPools ?? []
        #expect(left.isEmpty)
        try await machine.push(force: true)
        try await machine.expectCompleteOnce()
    }

    // MARK: - Servers

    @Test func `another server at the same address is named, and nothing is changed there`() async throws {
        let machine = try await Machine.pushed()
        let other = try await TestGatehouse(seed: 2, verifiesSignatures: true)
        machine.network.lead(to: other)
        let fault = try await Machine.fault { try await machine.push() }
        #expect(fault.kind == .refused)
        #expect(fault.text.contains("Another server"))
        let pools = try await machine.backend().userPools.listUserPools(ListUserPoolsRequest(maxResults: 60))
        #expect(pools.userPools?.isEmpty != false)
    }

    @Test func `a clock that is ten minutes off is named with the minutes`() async throws {
        let machine = try await Machine.withAuth()
        for (skew, words) in [(600.0, "10 minutes ahead of"), (-600.0, "10 minutes behind")] {
            let late = try Machine(machine.gatehouse, skew: skew)
            let place = try machine.place()
            let fault = try await Machine.fault { try await late.pull(place) }
            #expect(fault.kind == .refused)
            #expect(fault.text.contains(words))
        }
    }

    @Test func `an address where nothing answers is status 69`() async throws {
        let machine = try await Machine.withAuth()
        machine.network.restart(limit: 0)
        let fault = try await Machine.fault { try await machine.push() }
        #expect(fault.kind == .unreachable)
        let version = try await Machine.fault { _ = try await machine.backend().version() }
        #expect(version.kind == .unreachable)
        machine.network.restart()
        #expect(try await !machine.backend().version().isEmpty)
    }

    @Test func `a page that is not Gatehouse's is no server`() async throws {
        let machine = try await Machine.withAuth()
        machine.network.serve("<html>", at: "/health")
        let fault = try await Machine.fault { _ = try await machine.backend().version() }
        #expect(fault.kind == .unreachable)
        machine.network.serve(#"{"status": "ok"}"#, at: "/health")
        #expect(try await Machine.fault { _ = try await machine.backend().version() }.kind == .refused)
    }

    // MARK: - Secrets

    @Test func `secrets do not go to a server that only the shared file names`() async throws {
        let machine = try await Machine.pushed()
        let place = try machine.place()
        let store = try SecretsStore(variables: machine.variables, appID: place.appID, environment: "dev")
        try store.add(["facebookAppSecretUserPool": "fb-secret"], of: Machine.resource)
        var team = try #require(try machine.folder.document(ProjectPaths.teamProviderInfo))
        try team.set(.string("https://elsewhere.example.com"), at: JSONPointer(["dev", "gatehouse", "BaseURL"]))
        try machine.write(String(decoding: team.bytes, as: UTF8.self), to: ProjectPaths.teamProviderInfo)
        let run = try await PushRun(
            folder: machine.folder, environment: nil, variables: machine.variables,
            backend: { (_: TeamProviderInfo.Gatehouse) throws(DeploymentFault) -> Backend in try machine.backend() },
            host: machine.host, clock: machine.clock)
        let plan = try await run.plan(force: true)
        machine.network.restart()
        let fault = try await Machine.fault {
            _ = try await run.apply(plan, accepted: [], overwriting: true) { _ in }
        }
        #expect(fault.kind == .refused && fault.text.contains("https://elsewhere.example.com"))
        #expect(machine.network.sent == 0)
    }

    @Test func `secrets of an old project move out of it, and are not in what is sent as its files`() async throws {
        let machine = try await Machine.withAuth()
        try machine.setAuth { settings in
            var pages = AuthSettings.HostedPages()
            pages.domain = "shop1a2b3c4d"
            pages.callbackURLs = ["myapp://in/"]
            pages.logoutURLs = ["myapp://out/"]
            pages.providers = ["Facebook"]
            settings.hostedPages = pages
        }
        var team = try #require(try machine.folder.document(ProjectPaths.teamProviderInfo))
        let old =
            #"[{"ProviderName":"Facebook","client_id":"fb-id","client_secret":"fb-old-secret"}]"#
        try team.set(
            .string(old), at: JSONPointer(["dev", "categories", "auth", Machine.resource, "hostedUIProviderCreds"]))
        var changes = FileChanges()
        changes.write(team, to: ProjectPaths.teamProviderInfo)
        try machine.folder.write(changes)

        let first = try await machine.run().plan(force: false)
        #expect(first.notes.contains { $0.contains("secrets of providers") })
        try await machine.push()
        #expect(try machine.text(ProjectPaths.teamProviderInfo)?.contains("fb-old-secret") == false)
        let store = try SecretsStore(
            variables: machine.variables, appID: try machine.place().appID, environment: "dev")
        #expect(try store.secrets(of: Machine.resource)["facebookAppSecretUserPool"] == "fb-old-secret")
        let files = try #require(
            try await ProjectRecords(try machine.backend()).state(of: "dev", of: try machine.place().appID)
        ).files
        let contents = try await ProjectRecords(try machine.backend()).contents(
            of: files, appID: try machine.place().appID)
        #expect(!contents.values.contains { String(decoding: $0, as: UTF8.self).contains("fb-old-secret") })
        let run = try await machine.run()
        let again = try await run.plan(force: false)
        #expect(try run.isUpToDate(again))
    }
}
