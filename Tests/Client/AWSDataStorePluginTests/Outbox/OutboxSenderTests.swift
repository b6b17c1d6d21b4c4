// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// The way of events from the outbox to the service.
@Suite(.hangLimit) struct OutboxSenderTests {
    private struct Trouble: Error {}

    private let record = OwnerRecord(id: "r", content: "One")
    private let errors = [GraphQLError(message: "No.")]

    private func changed(_ content: String) -> OwnerRecord { OwnerRecord(id: "r", content: content) }

    @Test func `events are sent in their order, and reported`() async throws {
        let stage = try SenderStage()
        let list = TodoList(id: "l", name: "List")
        try await stage.app.save(list)
        try await stage.app.save(Todo(id: "t", title: "Tea", list: list))
        let reports = await stage.run()
        #expect(stage.sent == ["create l", "create t"])
        #expect(
            reports == [
                "outboxStatus waits",
                "outboxMutationEnqueued l", "outboxStatus waits", "syncReceived l", "outboxMutationProcessed l 1",
                "outboxStatus waits",
                "outboxMutationEnqueued t", "outboxStatus waits", "syncReceived t", "outboxMutationProcessed t 1",
                "outboxStatus empty",
            ])
        #expect(try await stage.app.version(of: list) == 1)
    }

    @Test func `a change during a request is sent with the version of its answer`() async throws {
        let stage = try SenderStage()
        try await stage.app.save(record)
        let entry = try #require(try await stage.app.events().first)
        _ = try await stage.app.store.write { try $0.begin(entry.event) }
        try await stage.app.save(changed("Two"))
        #expect(try await stage.app.queue() == ["create r", "update r"])
        await stage.run()
        #expect(stage.sent == ["create r", "update r of 1"])
        #expect(try await stage.app.version(of: record) == 2)
        #expect(try await stage.app.stored(record)?.content == "Two")
    }

    @Test func `failures of the network are repeated after growing pauses`() async throws {
        let stage = try SenderStage([
            SenderStage.fail(.network(Trouble())), SenderStage.fail(.unavailable(retryAfter: .seconds(3), Trouble())),
        ])
        try await stage.app.save(record)
        await stage.run()
        #expect(stage.sent == ["create r", "create r", "create r"])
        let pauses = stage.app.clock.pauses
        #expect(pauses.count == 2 && pauses[0] >= .milliseconds(200) && pauses[1] == .seconds(3))
    }

    @Test func `the record of a create whose answer was lost counts as the answer`() async throws {
        let stage = try SenderStage([
            SenderStage.fail(.network(Trouble())), SenderStage.fail(.conditionFailed(errors)),
        ])
        stage.setFound(.of(record, version: 1))
        try await stage.app.save(record)
        let reports = await stage.run()
        #expect(!reports.contains { $0.hasPrefix("conditionalSaveFailed") })
        #expect(try await stage.app.version(of: record) == 1)
    }

    @Test func `a new record that another device has removed before the repetition is removed`() async throws {
        let stage = try SenderStage([
            SenderStage.fail(.network(Trouble())), SenderStage.fail(.conditionFailed(errors)),
        ])
        stage.setFound(.of(record, version: 2, deleted: true))
        try await stage.app.save(record)
        await stage.run()
        #expect(try await stage.app.stored(record) == nil)
        #expect(try await stage.app.version(of: record) == 2)
    }

    @Test func `a record with the key of one that was removed before replaces it`() async throws {
        let stage = try SenderStage([SenderStage.fail(.conditionFailed(errors))])
        stage.setFound(.of(changed("removed"), version: 4, deleted: true))
        try await stage.app.save(record)
        await stage.run()
        #expect(stage.sent == ["create r", "update r of 4"])
        #expect(try await stage.app.stored(record)?.content == "One")
        #expect(try await stage.app.version(of: record) == 5)
    }

    @Test func `an update whose answer was lost is not sent again`() async throws {
        let stage = try SenderStage([SenderStage.fail(.network(Trouble()))])
        try await stage.app.receive(record, version: 1)
        stage.setFound(.of(changed("Two"), version: 2))
        try await stage.app.save(changed("Two"))
        await stage.run()
        #expect(stage.sent == ["update r of 1"])
        #expect(try await stage.app.version(of: record) == 2)
    }

    @Test func `an update whose answer was lost, and that the network had doubled, is not sent again`() async throws {
        let stage = try SenderStage([SenderStage.fail(.network(Trouble()))])
        try await stage.app.receive(record, version: 1)
        // A service that merges makes a version of each copy.
        stage.setFound(.of(changed("Two"), version: 3))
        try await stage.app.save(changed("Two"))
        await stage.run()
        #expect(stage.sent == ["update r of 1"])
        #expect(try await stage.app.version(of: record) == 3)
    }

    @Test func `the app receives a refused event, and the record stays`() async throws {
        let stage = try SenderStage([SenderStage.fail(.refused(errors))])
        try await stage.app.save(record)
        await stage.run()
        guard case .api(_, let event) = await stage.nextError() else {
            Issue.record("The app receives no error of the API.")
            return
        }
        #expect(event?.modelId == "r")
        #expect(try await stage.app.stored(record) != nil)
    }

    @Test func `the change after a refused create becomes the create`() async throws {
        let stage = try SenderStage([SenderStage.fail(.refused(errors))])
        try await stage.app.save(record)
        let entry = try #require(try await stage.app.events().first)
        _ = try await stage.app.store.write { try $0.begin(entry.event) }
        try await stage.app.save(changed("Two"))
        await stage.run()
        #expect(stage.sent == ["create r", "create r"])
    }

    @Test func `the app receives an answer that cannot be decoded twice as an error`() async throws {
        let stage = try SenderStage([
            SenderStage.fail(.undecodable(Trouble())), SenderStage.fail(.undecodable(Trouble())),
        ])
        try await stage.app.save(record)
        await stage.run()
        #expect(stage.sent.count == 2)
        #expect(await stage.nextError() != nil)
    }

    @Test func `an event that the model cannot read leaves the outbox empty`() async throws {
        let stage = try SenderStage()
        let event = MutationEvent(modelId: "r", modelName: "OwnerRecord", json: "{}", mutationType: .create)
        try await stage.app.store.write { writer in _ = try writer.append(OutboxEntry(event: event, user: "ada")) }
        #expect(await stage.run() == ["outboxStatus waits", "outboxStatus empty"])
        #expect(await stage.nextError() != nil)
    }

    @Test func `a failed condition is reported to the Hub`() async throws {
        let stage = try SenderStage([SenderStage.fail(.conditionFailed(errors))])
        try await stage.app.receive(record, version: 1)
        try await stage.app.save(changed("Two"), where: OwnerRecord.keys.content == "One")
        let reports = await stage.run()
        #expect(reports.suffix(2) == ["conditionalSaveFailed r", "outboxStatus empty"])
    }

    @Test(arguments: [1, 2], [true, false])
    func `the service's record replaces a change whose condition fails`(version: Int, isDelete: Bool) async throws {
        let stage = try SenderStage([SenderStage.fail(.conditionFailed(errors))])
        try await stage.app.receive(record, version: 1)
        stage.setFound(.of(record, version: version))
        let condition = OwnerRecord.keys.content == "One"
        if isDelete {
            try await stage.app.delete(record, where: condition)
        } else {
            try await stage.app.save(changed("Two"), where: condition)
        }
        let reports = await stage.run()
        #expect(reports.contains("conditionalSaveFailed r"))
        #expect(try await stage.app.stored(record)?.content == "One")
        #expect(try await stage.app.version(of: record) == version)
    }

    @Test func `a partial answer counts, and the app receives its errors`() async throws {
        let answer = MutationSync<AnyModel>.of(record, version: 1)
        let stage = try SenderStage([SenderStage.fail(.partial(answer, errors))])
        try await stage.app.save(record)
        await stage.run()
        #expect(try await stage.app.version(of: record) == 1)
        #expect(await stage.nextError() != nil)
    }

    @Test func `the app's decision of a conflict is sent with the service's version`() async throws {
        let remote = MutationSync<AnyModel>.of(changed("remote"), version: 5)
        let third = changed("third")
        let table: [(DataStoreConflictHandlerResult, [String], String)] = [
            (.applyRemote, ["update r of 1"], "remote"),
            (.retryLocal, ["update r of 1", "update r of 5"], "local"),
            (.retry(third), ["update r of 1", "update r of 5"], "third"),
        ]
        for (decision, sent, content) in table {
            let stage = try SenderStage([SenderStage.fail(.conflict(remote: remote, errors: errors))]) { conflict in
                let records: [(any Model)?] = [conflict.base, conflict.local, conflict.remote]
                #expect(records.map { ($0 as? OwnerRecord)?.content } == ["One", "local", "remote"])
                return decision
            }
            try await stage.app.receive(record, version: 1)
            try await stage.app.save(changed("local"))
            await stage.run()
            #expect(stage.sent == sent)
            #expect(try await stage.app.stored(record)?.content == content)
            #expect(try await stage.app.version(of: record) == sent.count + 4)
        }
    }

    @Test func `a removal that loses a conflict brings the record back`() async throws {
        let remote = MutationSync<AnyModel>.of(changed("remote"), version: 2)
        let stage = try SenderStage([SenderStage.fail(.conflict(remote: remote, errors: errors))])
        try await stage.app.receive(record, version: 1)
        try await stage.app.delete(record)
        await stage.run()
        #expect(try await stage.app.stored(record)?.content == "remote")
    }

    @Test func `a change of a removed record is a conflict, and the record is removed`() async throws {
        let remote = MutationSync<AnyModel>.of(record, version: 2, deleted: true)
        let stage = try SenderStage([SenderStage.fail(.conflict(remote: remote, errors: errors))])
        try await stage.app.receive(record, version: 1)
        try await stage.app.save(changed("Two"))
        await stage.run()
        #expect(try await stage.app.stored(record) == nil)
        guard case .conflict = await stage.nextError() else {
            Issue.record("The app does not receive the conflict.")
            return
        }
    }

    @Test func `a value of a newer app is as the service has it`() async throws {
        let metadata = MutationSyncMetadata(
            modelId: "d", modelName: "Diary", deleted: false, lastChangedAt: 1, version: 2)
        let remote = MutationSync(
            model: AnyModel(Diary(id: "d")), syncMetadata: metadata, unknownNames: ["today": "ANGRY"])
        let stage = try SenderStage([SenderStage.fail(.conflict(remote: remote, errors: errors))])
        try await stage.app.receive(Diary(id: "d", today: .sad), version: 1)
        try await stage.app.save(Diary(id: "d", today: .happy))
        await stage.run()
        let names = { try await stage.app.store.read { try $0.unknownNames(of: Diary.schema, key: "d") } }
        #expect(try await names() == ["today": "ANGRY"])
        // An event may lack the value, so that a sync decides. A sync does not lack it.
        let removed = MutationSync<AnyModel>.of(Diary(id: "d"), version: 3)
        #expect(try await stage.app.store.read { try $0.lacksValues(removed, Diary.schema) })
        _ = try await stage.app.store.write { try $0.apply([removed], of: Diary.schema, sameVersion: .complete) }
        #expect(try await names().isEmpty)
    }

    @Test func `the event of a user who is not signed in waits, and others are sent`() async throws {
        let stage = try SenderStage()
        stage.setUser("ben")
        try await stage.app.save(record)
        try await stage.app.save(OwnerRecord(id: "s"), user: "ben")
        await stage.run(until: "outboxMutationProcessed s 1")
        #expect(try await stage.app.queue() == ["create r"])
        stage.setUser("ada")
        await stage.run()
        #expect(stage.sent == ["create s", "create r"])
    }

    @Test func `an event is sent after a provider has a token again that it had not when the app saved`() async throws {
        let stage = try SenderStage()
        stage.setUser("userPool:ada openID:issuer|ada")
        try await stage.app.save(record, user: "userPool:ada")
        await stage.run()
        #expect(stage.sent == ["create r"])
    }

    @Test func `an event without a valid session stays until the sign-in changes`() async throws {
        let stage = try SenderStage()
        stage.setAnswer(SenderStage.fail(.signedOut(Trouble())), for: "r")
        let gate = stage.holdBack("s")
        try await stage.app.save(record)
        try await stage.app.save(OwnerRecord(id: "s"))
        let opening = Task {
            while try await stage.app.events().first?.lastError == nil { await Task.yield() }
            gate.open()
        }
        await stage.run(until: "outboxMutationProcessed s 1")
        try await opening.value
        let entry = try #require(try await stage.app.events().first)
        #expect(entry.event.modelId == "r" && entry.lastError != nil)
        // It was not sent, so that it takes new content.
        #expect(entry.attempts == 0)
        try await stage.app.save(changed("Two"))
        #expect(try await stage.app.queue() == ["create r"])
        stage.setAnswer(nil, for: "r")
        await stage.run()
        #expect(stage.sent.sorted() == ["create r", "create r", "create s"])
    }

    @Test func `an event that lacked a token is tried again when the network returns`() async throws {
        let stage = try SenderStage()
        stage.setAnswer(SenderStage.fail(.signedOut(Trouble())), for: "r")
        try await stage.app.save(record)
        try await stage.app.save(OwnerRecord(id: "s"))
        let resuming = Task { [stage] in
            while stage.sent.count < 2 { await Task.yield() }
            stage.setAnswer(nil, for: "r")
            await stage.sender.resume()
        }
        await stage.run()
        await resuming.value
        #expect(stage.sent.sorted() == ["create r", "create r", "create s"])
    }

    @Test func `the service's merged record is the base of the changes that wait`() async throws {
        let list = TodoList(id: "l", name: "List")
        let merged = Todo(id: "t", title: "Tea", done: true, list: list)
        let stage = try SenderStage([{ _ in .success(.of(merged, version: 4)) }])
        try await stage.app.receive(list, version: 1)
        try await stage.app.receive(Todo(id: "t", title: "", list: list), version: 1)
        try await stage.app.save(Todo(id: "t", title: "Tea", list: list))
        let entry = try #require(try await stage.app.events().first)
        _ = try await stage.app.store.write { try $0.begin(entry.event) }
        stage.setFound(.of(Todo(id: "t", title: "", list: list), version: 3))
        try await stage.app.save(Todo(id: "t", title: "Green tea", list: list))
        await stage.run()
        #expect(stage.sent == ["update t of 1", "update t of 4"])
        let todo = try #require(try await stage.app.stored(merged))
        #expect(todo.title == "Green tea" && todo.done == true)
    }
}
