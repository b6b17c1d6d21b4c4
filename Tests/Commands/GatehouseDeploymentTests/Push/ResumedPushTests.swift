// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting
import ProjectShapes
import Testing

@testable import GatehouseDeployment

/// Pushes that end early, and the pushes after them.
///
/// Most runs play a part of the cases that are arguments: `Sample`.
@Suite(.hangLimit)
struct ResumedPushTests {
    private static let parts = 6

    @Test(arguments: 0..<parts)
    func `after a kill at any point, the next push does the rest and makes nothing twice`(part: Int) async throws {
        let whole = try await Machine.withAuth()
        let steps = try await whole.run().plan(force: false).steps.count
        try #require(steps >= 4)
        let others: [PushPoint] = [.locked, .sent, .recorded, .copied, .kept, .written]
        let points = others + (1...steps).map(PushPoint.step)
        for point in Sample.cases(points.count, inPart: part, of: Self.parts).map({ points[$0] }) {
            let machine = try await Machine.withAuth()
            let fault = try await Machine.fault { try await machine.push(killedAt: point) }
            #expect(fault == PushRun.killed, "\(point)")
            // The lock of the killed push has not expired: its token is in the folder.
            try await machine.push()
            try await machine.expectCompleteOnce()
            let history = try await ProjectRecords(try machine.backend()).history(
                of: "dev", of: try machine.place().appID)
            #expect(history.count == 1, "\(point)")
        }
    }

    @Test(arguments: Sample.of(2..<32, usually: 6))
    func `whenever the server goes away, the next push does the rest`(requests: Int) async throws {
        let machine = try await Machine.withAuth()
        machine.network.restart(limit: requests * 2)
        do {
            try await machine.push()
        } catch let fault as DeploymentFault {
            #expect(fault.kind == .unreachable)
            #expect(fault.cure?.hasPrefix("Check that the server runs and that this machine reaches it") == true)
        }
        machine.network.restart()
        try await machine.push()
        try await machine.expectCompleteOnce()
    }

    @Test func `a push that fails in a step says what is done, what failed and what is left`() async throws {
        let machine = try await Machine.withAuth()
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        machine.network.restart(limit: 8)
        let fault = try await Machine.fault {
            _ = try await run.apply(plan, accepted: [], overwriting: false) { _ in }
        }
        #expect(fault.text.contains("Done: ") && fault.text.contains("Left: "))
        #expect(fault.cure?.contains("amplify push: it goes on from there") == true)
    }

    @Test func `a push whose record cannot be written says that its steps are done`() async throws {
        let first = try await Machine.withAuth()
        let whole = try await first.run()
        let steps = try await whole.plan(force: false)
        first.network.restart()
        _ = try await whole.apply(steps, accepted: [], overwriting: false) { _ in }
        let requests = try #require(first.network.operations.firstIndex(of: "PutState"))

        let machine = try await Machine.withAuth()
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        machine.network.restart(limit: requests)
        let fault = try await Machine.fault {
            _ = try await run.apply(plan, accepted: [], overwriting: false) { _ in }
        }
        #expect(fault.kind == .unreachable)
        #expect(fault.text.hasSuffix("Left: the record of the push, and the app's files."))
        #expect(plan.steps.allSatisfy { fault.text.contains($0.title) })
        #expect(fault.cure?.contains("amplify push: it goes on from there") == true)
    }

    @Test func `the cure of a failed deletion is to run the same command again`() async throws {
        let machine = try await Machine.pushed()
        let run = try await machine.run()
        let plan = try await run.deletion(deletesUsers: false)
        machine.network.restart(limit: 3)
        let fault = try await Machine.fault { _ = try await run.delete(plan, accepted: []) { _ in } }
        #expect(fault.text.contains("Done: ") && fault.text.contains("Left: "))
        #expect(fault.cure?.contains("Then run the same command") == true)
        #expect(!fault.description.contains("amplify push"))
    }

    @Test func `a push that is stopped ends after its step, gives the lock back, and goes on later`() async throws {
        let machine = try await Machine.withAuth()
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        let stop = PushStop()
        let fault = try await Machine.fault {
            _ = try await run.apply(plan, accepted: [], overwriting: false, stop: stop) { _ in stop.ask() }
        }
        #expect(fault.kind == .interrupted)
        #expect(fault.text.contains("Done: \(plan.steps[0].title)"))
        let other = try Machine(machine.gatehouse, host: "grace@two")
        let lock = try await HeldLock.take(
            ProjectRecords(try other.backend()), "dev", of: try machine.place().appID, holder: "grace@two", kept: nil,
            clock: other.clock)
        #expect(await lock.release())
        try await machine.push()
        try await machine.expectCompleteOnce()
    }

    @Test(arguments: 1...3)
    func `a group of a killed push leaves with the next push of a machine that never had it`(
        steps: Int
    ) async throws {
        let machine = try await Machine.withAuth()
        try await machine.push()
        let pool = try #require(try Project(machine.folder).meta?.auth?.outputs["UserPoolId"])
        try machine.setAuth { $0.groups = ["Admins"] }
        let fault = try await Machine.fault { try await machine.push(killedAt: .step(steps)) }
        #expect(fault == PushRun.killed)
        let backend = try machine.backend()
        let role = "\(pool)-AdminsGroupRole"
        let hasRole = try await backend.role(named: role) != nil
        let hasGroup = try await backend.groups(ofPool: pool).isEmpty == false
        #expect(hasRole == (steps > 1))
        #expect(hasGroup == (steps > 2))
        machine.gatehouse.clock.advance(by: 601)
        let other = try Machine(machine.gatehouse, host: "grace@two")
        try await other.pull(try machine.place())
        try await other.push()
        #expect(try await backend.role(named: role) == nil)
        #expect(try await backend.groups(ofPool: pool).isEmpty)
        try await other.expectCompleteOnce()
    }

    @Test func `a push whose lock got no answer is no obstacle for the next one of its folder`() async throws {
        let machine = try await Machine.withAuth()
        machine.network.loseAnswers(of: "LockEnvironment")
        let fault = try await Machine.fault { try await machine.push() }
        #expect(fault.kind == .unreachable)
        #expect(try machine.folder.localGatehouse("dev").lockRequest != nil)
        let record = try await ProjectRecords(try machine.backend()).environment("dev", of: try machine.place().appID)
        #expect(record.environment.lock != nil)
        machine.network.loseAnswers(of: nil)
        try await machine.push()
        #expect(try !machine.folder.localGatehouse("dev").mayHoldLock)
        try await machine.expectCompleteOnce()
    }

    @Test func `a push that another holds off keeps no request of its own`() async throws {
        let machine = try await Machine.withAuth()
        let lock = try await HeldLock.take(
            ProjectRecords(try machine.backend()), "dev", of: try machine.place().appID, holder: "grace@two", kept: nil,
            clock: machine.clock)
        #expect(try await Machine.fault { try await machine.push() }.kind == .locked)
        #expect(try !machine.folder.localGatehouse("dev").mayHoldLock)
        #expect(await lock.release())
    }

    // MARK: - Pools that no resource has

    /// A user pool with the tags of the environment, as a push makes it that is killed before it has written the id.
    private func orphan(_ machine: Machine, _ name: String = "shop_userpool-dev") async throws -> String {
        let tags = ["amplify:app-id": try machine.place().appID, "amplify:env": "dev"]
        let request = CreateUserPoolRequest(poolName: name, userPoolTags: tags)
        return try #require(try await machine.backend().userPools.createUserPool(request).userPool?.id)
    }

    @Test func `a pool that a killed push has left is deleted when auth is gone; one that is used is detached`()
        async throws
    {
        let machine = try await Machine.withAuth()
        let (left, used) = (try await orphan(machine), try await orphan(machine, "old-dev"))
        let foreign = try await machine.backend().userPools.createUserPool(CreateUserPoolRequest(poolName: "else-dev"))
        _ = try await machine.gatehouse.makeClient(ofPool: used)
        let project = try Project(machine.folder)
        try machine.folder.write(try project.changes(removing: try #require(project.backend.auth)))
        let plan = try await machine.run().plan(force: false)
        #expect(plan.rows.map { $0.operation } == [.unlink, .delete])
        #expect(plan.notes.contains { $0.contains(left) && $0.contains("no users") } && plan.losses.isEmpty)
        try await machine.push()
        let backend = try machine.backend()
        #expect(try await backend.userPool(left) == nil)
        #expect(try await backend.userPool(used)?.userPoolTags?["amplify:detached"] == "dev")
        #expect(try await backend.userPool(foreign.userPool?.id ?? "")?.userPoolTags?["amplify:detached"] == nil)
        #expect(try await machine.run().plan(force: false).isEmpty)
    }

    @Test func `the deletion of an environment takes along what a killed first push has left`() async throws {
        let machine = try await Machine.withAuth()
        let left = try await orphan(machine)
        let run = try await machine.run()
        _ = try await run.delete(try await run.deletion(deletesUsers: false), accepted: []) { _ in }
        #expect(try await machine.backend().userPool(left) == nil)
    }

    @Test func `a pool that got a client after the plan was made is not deleted`() async throws {
        let machine = try await Machine.withAuth()
        let left = try await orphan(machine)
        let run = try await machine.run()
        let plan = try await run.deletion(deletesUsers: true)
        _ = try await machine.gatehouse.makeClient(ofPool: left)
        let fault = try await Machine.fault { _ = try await run.delete(plan, accepted: []) { _ in } }
        #expect(fault.text.contains("users or clients"))
        #expect(try await machine.backend().userPool(left) != nil)
    }

    // MARK: - Two pushes

    @Test func `a second push from another machine is refused with the holder and the time`() async throws {
        let machine = try await Machine.withAuth()
        let appID = try machine.place().appID
        let lock = try await HeldLock.take(
            ProjectRecords(try machine.backend()), "dev", of: appID, holder: "grace@two", kept: nil,
            clock: machine.clock)
        let fault = try await Machine.fault { try await machine.push() }
        #expect(fault.kind == .locked)
        #expect(fault.text.contains("grace@two"))
        #expect(fault.text.contains("2026-"))
        #expect(await lock.release())
        try await machine.push()
    }

    @Test func `a lock whose holder is gone ends after ten minutes`() async throws {
        let machine = try await Machine.withAuth()
        let appID = try machine.place().appID
        do {
            _ = try await HeldLock.take(
                ProjectRecords(try machine.backend()), "dev", of: appID, holder: "grace@two", kept: nil,
                clock: machine.clock)
        }
        #expect(try await Machine.fault { try await machine.push() }.kind == .locked)
        machine.gatehouse.clock.advance(by: 601)
        try await machine.push()
    }

    @Test func `a lock that another took while the machine slept ends the push before its next step`() async throws {
        let machine = try await Machine.withAuth()
        let appID = try machine.place().appID
        let records = ProjectRecords(try machine.backend())
        let lock = try await HeldLock.take(
            records, "dev", of: appID, holder: "ada@one", kept: nil, clock: machine.clock)
        // Each of these renews the lock, which would have ended after ten minutes.
        for _ in 1...3 {
            machine.gatehouse.clock.advance(by: 400)
            try await lock.requireHeld()
        }
        machine.gatehouse.clock.advance(by: 601)
        let other = try await HeldLock.take(
            records, "dev", of: appID, holder: "grace@two", kept: nil, clock: machine.clock)
        let fault = try await Machine.fault { try await lock.requireHeld() }
        #expect(fault.kind == .locked)
        #expect(await other.release())
    }

    @Test func `a push does not go on while the server does not say whether the lock is held`() async throws {
        let machine = try await Machine.withAuth()
        let lock = try await HeldLock.take(
            ProjectRecords(try machine.backend()), "dev", of: try machine.place().appID, holder: "ada@one", kept: nil,
            clock: machine.clock)
        machine.gatehouse.clock.advance(by: 400)
        machine.network.restart(limit: 0)
        let fault = try await Machine.fault { try await lock.requireHeld() }
        #expect(fault.kind == .unreachable)
        machine.network.restart()
        try await lock.requireHeld()
        #expect(await lock.release())
    }

    @Test func `a push that another overtakes before it holds the lock makes nothing by its old plan`() async throws {
        let machine = try await Machine.pushed()
        let second = try Machine(machine.gatehouse, host: "grace@two")
        try await second.pull(try machine.place())
        try machine.write("mine", to: "amplify/hooks/pre-push.sh")
        let run = try await machine.run()
        let plan = try await run.plan(force: true)
        let deletion = try await run.deletion(deletesUsers: false)
        try second.write("theirs", to: "amplify/hooks/pre-push.sh")
        #expect(try await second.push().stateNumber == 2)
        let push = try await Machine.fault {
            _ = try await run.apply(plan, accepted: [], overwriting: true) { _ in }
        }
        #expect(push.kind == .refused && push.text.contains("in the meantime"))
        let removal = try await Machine.fault { _ = try await run.delete(deletion, accepted: []) { _ in } }
        #expect(removal.kind == .refused && removal.text.contains("in the meantime"))
        try await second.expectCompleteOnce()
    }

    @Test func `a second command in the same folder is refused`() async throws {
        let machine = try await Machine.withAuth()
        let lock = try FolderLock(machine.folder)
        #expect(try await Machine.fault { try await machine.push() }.kind == .locked)
        lock.release()
        try await machine.push()
    }

    @Test func `a kept lock is taken over, and one that was lost is not`() async throws {
        let machine = try await Machine.withAuth()
        let appID = try machine.place().appID
        let records = ProjectRecords(try machine.backend())
        let lock = try await HeldLock.take(
            records, "dev", of: appID, holder: "ada@one", kept: nil, clock: machine.clock)
        machine.gatehouse.clock.advance(by: 601)
        let other = try await HeldLock.take(
            records, "dev", of: appID, holder: "grace@two", kept: nil, clock: machine.clock)
        let taken = try await HeldLock.take(
            records, "dev", of: appID, holder: "grace@two", kept: other.token, clock: machine.clock)
        #expect(taken.token == other.token)
        let fault = try await Machine.fault {
            _ = try await HeldLock.take(
                records, "dev", of: appID, holder: "ada@one", kept: lock.token, clock: machine.clock)
        }
        #expect(fault.kind == .locked)
    }
}
