// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// The rows and the order of whole plans, over all planners.
@Suite("Whole plans")
struct PlanRowTests {
    private static let function = ResourceName(category: "function", name: "shop1a2b3c4dPreSignup")

    private func auth(_ change: (inout AuthSettings) -> Void = { _ in }) -> AuthSettings {
        UserPoolBench.auth { settings in
            settings.groups = ["Admins"]
            settings.triggers = ["PreSignup": ["custom"]]
            change(&settings)
        }
    }

    private func wanted(
        _ auth: AuthSettings?, removed: [ResourceName] = [], deletesUsers: Bool = false
    ) -> WantedState {
        UserPoolBench.wanted(auth, triggerARNs: RandomAuth.triggerARNs, removed: removed, deletesUsers: deletesUsers)
    }

    /// The operations of a plan by the names of resources, in the order of the rows.
    private func operations(_ plan: Plan) -> [String] {
        plan.rows.map { "\($0.resource.category)/\($0.resource.name): \($0.operation.rawValue)" }
    }

    /// Plans, and runs all steps.
    private func push(_ bench: UserPoolBench, _ wanted: WantedState, _ ids: inout KnownIDs) async throws -> Plan {
        let (plan, found) = try await Plan.make(wanted, ids, on: bench.backend)
        ids = found
        for step in plan.steps { try await step.run(on: bench.backend, &ids) }
        return plan
    }

    @Test("Resources are created, then unchanged, then updated, then deleted")
    func life() async throws {
        let bench = try await UserPoolBench()
        var ids = KnownIDs()
        let new = try await push(bench, wanted(auth()), &ids)
        #expect(new.obstacles.isEmpty)
        #expect(
            operations(new) == [
                "auth/shop1a2b3c4d: Create", "auth/userPoolGroups: Create", "function/shop1a2b3c4dPreSignup: Create",
            ])
        #expect(new.rows.allSatisfy { $0.differences.isEmpty })
        let (same, _) = try await Plan.make(wanted(auth()), ids, on: bench.backend)
        #expect(same.isEmpty, "\(same.rows)")
        #expect(same.rows.allSatisfy { $0.operation == .noChange })

        let changed = try await push(bench, wanted(auth { $0.passwordLength = 9 }), &ids)
        #expect(
            operations(changed) == [
                "auth/shop1a2b3c4d: Update", "auth/userPoolGroups: No Change",
                "function/shop1a2b3c4dPreSignup: No Change",
            ])
        #expect(changed.rows.first?.differences.map(\.member) == ["UserPool.Policies.PasswordPolicy.MinimumLength"])

        let before = ids
        let removed = [UserPoolBench.resource, ResourceName.groups, Self.function]
        let last = try await push(bench, wanted(nil, removed: removed), &ids)
        #expect(
            operations(last) == [
                "auth/shop1a2b3c4d: Delete", "auth/userPoolGroups: Delete", "function/shop1a2b3c4dPreSignup: Delete",
            ])
        #expect(try await bench.pool(before) == nil)
    }

    @Test("Auth with users that leaves the project is unlinked with its groups")
    func unlinked() async throws {
        let bench = try await UserPoolBench()
        var ids = KnownIDs()
        _ = try await push(bench, wanted(auth { $0.triggers = [:] }), &ids)
        let before = ids
        try await bench.addUser("ada", ids)
        let removed = [UserPoolBench.resource, ResourceName.groups]
        let plan = try await push(bench, wanted(nil, removed: removed), &ids)
        #expect(operations(plan) == ["auth/shop1a2b3c4d: Unlink", "auth/userPoolGroups: Unlink"])
        #expect(plan.losses.isEmpty)
        #expect(try await bench.pool(before)?.estimatedNumberOfUsers == 1)
    }

    @Test("Without the copy of its users, nothing of a resource is deleted")
    func copyFirst() async throws {
        let bench = try await UserPoolBench()
        var ids = KnownIDs()
        let present = wanted(auth { $0.triggers = [:] })
        _ = try await push(bench, present, &ids)
        try await bench.addUser("ada", ids)
        bench.transport.answer(
            "ArchiveUserPool", status: 400, #"{"__type":"ArchiveFailedException","message":"The disk is full."}"#)
        let removed = [UserPoolBench.resource, ResourceName.groups]
        let (plan, _) = try await Plan.make(wanted(nil, removed: removed, deletesUsers: true), ids, on: bench.backend)
        #expect(plan.losses.contains { $0.resource == "shop_userpool-test" })
        var after = ids
        var thrown: ServiceFault?
        do throws(ServiceFault) {
            for step in plan.steps { try await step.run(on: bench.backend, &after) }
        } catch {
            thrown = error
        }
        #expect(thrown?.code == .archiveFailed)
        #expect(after == ids)
        let identityPool = try #require(ids[UserPoolBench.resource, "IdentityPoolId"])
        #expect(try await bench.backend.identityPool(identityPool) != nil)
        for name in [present.authRoleName, present.unauthRoleName] {
            #expect(try await bench.backend.role(named: name) != nil)
        }
    }

    @Test("Steps of all planners run in the order of their stages")
    func order() async throws {
        let bench = try await UserPoolBench()
        let (plan, _) = try await Plan.make(
            wanted(auth { $0.hostedPages = UserPoolBench.pages(providers: ["Google"]) }), KnownIDs(), on: bench.backend)
        let own = plan.steps.compactMap { step -> String? in
            switch step {
            case is UserPoolStep: "pool"
            case is TriggersStep: "triggers"
            case is ProviderStep: "provider"
            case is DomainStep: "domain"
            case is ClientStep: "client"
            case is GroupStep: "group"
            default: nil
            }
        }
        #expect(own == ["pool", "triggers", "provider", "domain", "client", "client", "group"])
    }

    @Test("An imported resource is imported, and nothing else is planned")
    func imported() async throws {
        let bench = try await UserPoolBench()
        let pool = try await bench.gatehouse.makeUserPool()
        let client = try await bench.gatehouse.makeClient(ofPool: pool)
        let imported = ImportedAuth(identifiers: [
            "userPoolId": pool, "nativeClientId": client.id, "webClientId": client.id,
        ])
        let state = UserPoolBench.wanted(UserPoolBench.auth { $0.isImported = true }, imported: imported)
        var ids = KnownIDs()
        let plan = try await push(bench, state, &ids)
        #expect(operations(plan) == ["auth/shop1a2b3c4d: Import"])
        #expect(plan.steps.count == 1)
        let (again, _) = try await Plan.make(state, ids, on: bench.backend)
        #expect(operations(again) == ["auth/shop1a2b3c4d: No Change"])
        #expect(again.isEmpty)
    }
}
