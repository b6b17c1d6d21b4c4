// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// What becomes of a user pool that leaves a project, and of one that was made elsewhere.
@Suite("User pools that leave a project, and imported ones")
struct UserPoolRemovalTests {
    private static let resource = UserPoolBench.resource

    /// Plans the removal of a project's auth, and runs it.
    private func remove(
        _ bench: UserPoolBench, _ ids: inout KnownIDs, deletesUsers: Bool = false
    ) async throws -> (operation: Operation, parts: PlanParts)? {
        let wanted = UserPoolBench.wanted(nil, removed: [Self.resource], deletesUsers: deletesUsers)
        let removal = try await UserPoolRemoval.parts(of: Self.resource, wanted, ids, on: bench.backend)
        for (_, step) in removal?.parts.steps ?? [] { try await step.run(on: bench.backend, &ids) }
        return removal
    }

    @Test("A pool with users is detached: it stays, the project forgets it, and a push does not find it again")
    func detached() async throws {
        let bench = try await UserPoolBench()
        var ids = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth { $0.groups = ["Admins"] }))
        let before = ids
        try await bench.addUser("ada", ids)
        let removal = try await remove(bench, &ids)
        #expect(removal?.operation == .unlink)
        #expect(removal?.parts.losses == [])
        #expect(ids == KnownIDs())
        let pool = try #require(try await bench.pool(before))
        #expect(pool.userPoolTags?["amplify:detached"] == "test")
        #expect(pool.estimatedNumberOfUsers == 1)
        #expect(pool.deletionProtection == .active)
        let second = try await remove(bench, &ids)
        #expect(second?.operation == nil)

        let again = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth()))
        #expect(again[Self.resource, "UserPoolId"] != before[Self.resource, "UserPoolId"])
    }

    @Test("A pool without users is deleted, with its protection and its domain, and needs no copy")
    func deletedWithoutUsers() async throws {
        let bench = try await UserPoolBench()
        var ids = try await bench.made(
            UserPoolBench.wanted(UserPoolBench.auth { $0.hostedPages = UserPoolBench.pages() }))
        let before = ids
        bench.transport.lose(nil)
        let removal = try await remove(bench, &ids)
        #expect(removal?.operation == .delete)
        #expect(removal?.parts.losses == [])
        #expect(try await bench.pool(before) == nil)
        #expect(ids == KnownIDs())
        #expect(!bench.transport.operations.contains("ArchiveUserPool"))
    }

    @Test("Deleting users is a loss with their number; the server makes its copy first")
    func deletedWithUsers() async throws {
        let (bench, made) = try await UserPoolBench.withPool()
        var ids = made
        let before = ids
        try await bench.addUser("ada", ids)
        bench.transport.answer(
            "ArchiveUserPool", status: 200,
            #"{"ArchiveName":"a.pool","Users":1,"RestoreCommand":"gatehouse restore-pool a.pool"}"#)
        bench.transport.lose(nil)
        let removal = try await remove(bench, &ids, deletesUsers: true)
        #expect(removal?.operation == .delete)
        #expect(
            removal?.parts.losses == [
                Loss(
                    resource: "shop_userpool-test", text: "1 user of shop_userpool-test will be deleted.", count: 1)
            ])
        #expect(try await bench.pool(before) == nil)
        #expect(
            ids.outputs == [
                Self.resource: ["ArchiveName": "a.pool", "RestoreCommand": "gatehouse restore-pool a.pool"]
            ])
        let operations = bench.transport.operations
        let archive = try #require(operations.firstIndex(of: "ArchiveUserPool"))
        let deletion = try #require(operations.firstIndex(of: "DeleteUserPool"))
        #expect(archive < deletion)
        #expect(operations.filter { $0 == "ArchiveUserPool" }.count == 1)
    }

    @Test("If one user left and another came since the copy was made, the server makes another copy")
    func replacedUser() async throws {
        let (bench, made) = try await UserPoolBench.withPool()
        var ids = made
        try await bench.addUser("ada", ids)
        bench.transport.answer(
            "ArchiveUserPool", status: 200,
            #"{"ArchiveName":"a.pool","Users":1,"RestoreCommand":"gatehouse restore-pool a.pool"}"#)
        bench.transport.lose(nil)
        let wanted = UserPoolBench.wanted(nil, removed: [Self.resource], deletesUsers: true)
        let removal = try #require(try await UserPoolRemoval.parts(of: Self.resource, wanted, ids, on: bench.backend))
        for (stage, step) in removal.parts.steps where stage == .archive { try await step.run(on: bench.backend, &ids) }
        let pool = ids[Self.resource, "UserPoolId"] ?? ""
        try await bench.backend.userPools.adminDeleteUser(AdminDeleteUserRequest(userPoolId: pool, username: "ada"))
        try await bench.addUser("grace", ids)
        for (stage, step) in removal.parts.steps where stage == .removal { try await step.run(on: bench.backend, &ids) }
        let copies = bench.transport.operations.filter { $0 == "ArchiveUserPool" }
        #expect(copies.count == 2)
        #expect(try await bench.backend.userPool(pool) == nil)
    }

    @Test("Without the copy nothing is deleted, and nothing is changed")
    func withoutCopy() async throws {
        let (bench, made) = try await UserPoolBench.withPool()
        var ids = made
        let before = ids
        try await bench.addUser("ada", ids)
        bench.transport.answer(
            "ArchiveUserPool", status: 400, #"{"__type":"ArchiveFailedException","message":"The disk is full."}"#)
        var thrown: ServiceFault?
        do {
            _ = try await remove(bench, &ids, deletesUsers: true)
        } catch let fault as ServiceFault {
            thrown = fault
        }
        #expect(thrown?.code == .archiveFailed)
        #expect(thrown?.message == "The disk is full.")
        #expect(ids == before)
        #expect(try await bench.pool(before)?.deletionProtection == .active)
    }

    @Test("Users who come between plan and step are not deleted")
    func newUsers() async throws {
        let (bench, made) = try await UserPoolBench.withPool()
        var ids = made
        let wanted = UserPoolBench.wanted(nil, removed: [Self.resource])
        let removal = try #require(try await UserPoolRemoval.parts(of: Self.resource, wanted, ids, on: bench.backend))
        #expect(removal.operation == .delete)
        try await bench.addUser("ada", ids)
        let step = try #require(removal.parts.steps.first?.1)
        var thrown: ServiceFault?
        do throws(ServiceFault) {
            try await step.run(on: bench.backend, &ids)
        } catch {
            thrown = error
        }
        #expect(thrown?.message.contains("1 user") == true)
        #expect(try await bench.pool(ids) != nil)
    }

    @Test("A pool that no push made is unlinked and stays as it is")
    func foreignPool() async throws {
        let bench = try await UserPoolBench()
        let id = try await bench.gatehouse.makeUserPool()
        var ids = KnownIDs()
        ids[Self.resource, "UserPoolId"] = id
        let before = try await bench.backend.userPool(id)
        let removal = try await remove(bench, &ids, deletesUsers: true)
        #expect(removal?.operation == .unlink)
        #expect(try await bench.backend.userPool(id) == before)
        #expect(ids == KnownIDs())
    }

    // MARK: - Imports

    private func importedAuth(_ bench: UserPoolBench, client: String? = nil) async throws -> ImportedAuth {
        let pool = try await bench.gatehouse.makeUserPool()
        let made = try await bench.gatehouse.makeClient(ofPool: pool)
        return try #require(
            ImportedAuth(identifiers: [
                "userPoolId": pool, "nativeClientId": made.id, "webClientId": client ?? made.id,
            ]))
    }

    @Test("An imported resource is checked and written down, and then there is nothing to do")
    func importing() async throws {
        let bench = try await UserPoolBench()
        let imported = try await importedAuth(bench)
        let before = try await bench.backend.userPool(imported.userPoolID)
        var ids = KnownIDs()
        let (operation, parts) = try await ImportedAuthPlanner.parts(imported, Self.resource, ids, on: bench.backend)
        #expect(operation == .importing)
        #expect(parts.obstacles == [])
        for (_, step) in parts.steps { try await step.run(on: bench.backend, &ids) }
        #expect(ids[Self.resource, "UserPoolId"] == imported.userPoolID)
        #expect(ids[Self.resource, "AppClientID"] == imported.nativeClientID)
        let again = try await ImportedAuthPlanner.parts(imported, Self.resource, ids, on: bench.backend)
        #expect(again.operation == .noChange)
        #expect(again.parts.steps.isEmpty)
        #expect(try await bench.backend.userPool(imported.userPoolID) == before)
        // The planners of the project's own pools ignore an imported resource.
        let auth = UserPoolBench.auth { $0.isImported = true }
        #expect(try await bench.plan(UserPoolBench.wanted(auth, imported: imported), ids).steps.isEmpty)
    }

    @Test("An imported pool with the tags of a former push, as a copy brings it back, is only unlinked")
    func restoredAndImported() async throws {
        let (bench, made) = try await UserPoolBench.withPool()
        var ids = made
        let before = ids
        let pool = try await bench.pool(before)
        let wanted = UserPoolBench.wanted(
            nil, removed: [Self.resource], deletesUsers: true, formerImports: [Self.resource])
        let plan = try await Plan.make(wanted, ids, on: bench.backend).0
        #expect(plan.rows.map(\.operation) == [.unlink])
        #expect(plan.losses.isEmpty)
        for step in plan.steps { try await step.run(on: bench.backend, &ids) }
        #expect(try await bench.pool(before) == pool)
    }

    @Test("A pool that the project imports in place of the removed resource is detached, and never deleted")
    func importedBack() async throws {
        let (bench, made) = try await UserPoolBench.withPool()
        var ids = made
        let before = ids
        let client = ids[Self.resource, "AppClientID"] ?? ""
        let imported = try #require(
            ImportedAuth(identifiers: [
                "userPoolId": ids[Self.resource, "UserPoolId"] ?? "", "nativeClientId": client, "webClientId": client,
            ]))
        let wanted = UserPoolBench.wanted(nil, imported: imported, removed: [Self.resource], deletesUsers: true)
        let removal = try #require(try await UserPoolRemoval.parts(of: Self.resource, wanted, ids, on: bench.backend))
        #expect(removal.operation == .unlink)
        for (_, step) in removal.parts.steps { try await step.run(on: bench.backend, &ids) }
        #expect(ids == KnownIDs())
        #expect(try await bench.pool(before)?.userPoolTags?["amplify:detached"] == "test")
        #expect(try await UserPoolRemoval.keepsUsers(of: Self.resource, wanted, before, on: bench.backend))
    }

    @Test("An imported client that does not exist is an obstacle")
    func missingClient() async throws {
        let bench = try await UserPoolBench()
        let imported = try await importedAuth(bench, client: "nosuchclient")
        let parts = try await ImportedAuthPlanner.parts(imported, Self.resource, KnownIDs(), on: bench.backend).parts
        #expect(parts.obstacles.map { $0.text.contains("nosuchclient") } == [true])
    }
}
