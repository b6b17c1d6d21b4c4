// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Several events on their way at a time.
@Suite(.hangLimit) struct OutboxOverlapTests {
    private struct Trouble: Error {}

    private func run(_ stage: SenderStage, until condition: @escaping @Sendable () -> Bool) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await stage.sender.run() }
            while !condition(), !Task.isCancelled { await Task.yield() }
            group.cancelAll()
        }
    }

    @Test func `records that do not depend on each other are sent side by side, up to a bound`() async throws {
        let stage = try SenderStage()
        let keys = (0..<20).map { "r\($0)" }
        let gates = keys.map { stage.holdBack($0) }
        for key in keys { try await stage.app.save(OwnerRecord(id: key)) }
        let opening = Task {
            while stage.underWay < OutboxSender.mostUnderWay, !Task.isCancelled { await Task.yield() }
            for gate in gates { gate.open() }
        }
        await stage.run()
        await opening.value
        #expect(stage.mostUnderWay == OutboxSender.mostUnderWay)
        #expect(Set(stage.sent) == Set(keys.map { "create \($0)" }) && stage.sent.count == keys.count)
    }

    @Test func `a record is not sent before the one that it refers to`() async throws {
        let stage = try SenderStage()
        let list = TodoList(id: "l", name: "List")
        let gate = stage.holdBack("l")
        try await stage.app.save(list)
        try await stage.app.save(Todo(id: "t", title: "Tea", list: list))
        try await stage.app.save(OwnerRecord(id: "r"))
        await run(stage) { stage.sent.contains("create r") && stage.underWay == 1 }
        #expect(Set(stage.sent) == ["create l", "create r"])
        // The process has ended. The event whose answer it has not seen is sent again, before the ones that wait for it.
        gate.open()
        try await stage.app.save(Todo(id: "t", title: "Green tea", list: list))
        await stage.run()
        #expect(stage.sent.suffix(2) == ["create l", "create t"])
    }

    @Test func `a change for which the service fails for ever holds up no other`() async throws {
        let stage = try SenderStage()
        stage.app.clock.setPatience(.zero)
        stage.setAnswer(SenderStage.fail(.unavailable(retryAfter: nil, Trouble())), for: "r")
        for key in ["r", "s", "t"] { try await stage.app.save(OwnerRecord(id: key)) }
        let saving = Task {
            let app = stage.app
            while try await app.queue() != ["create r"] { await Task.yield() }
            while try await app.events().first?.lastError == nil { await Task.yield() }
            // In the pause of the failed change, which does not end.
            try await app.save(OwnerRecord(id: "u"))
            await stage.sender.wake()
        }
        await stage.run(until: "outboxMutationProcessed u 1")
        try await saving.value
        #expect(try await stage.app.queue() == ["create r"])
        #expect(stage.sent.filter { $0 == "create r" }.count == 1)
    }

    @Test func `a service that fails for each change is tried with one at a time`() async throws {
        let stage = try SenderStage()
        let keys = (0..<20).map { "r\($0)" }
        for key in keys {
            try await stage.app.save(OwnerRecord(id: key))
            stage.setAnswer(SenderStage.fail(.unavailable(retryAfter: nil, Trouble())), for: key)
        }
        await run(stage) { stage.app.clock.pauses.count > 3 }
        let tried = stage.sent.count
        #expect(tried <= OutboxSender.mostUnderWay + SendPauses.doubt + stage.app.clock.pauses.count)
        for key in keys { stage.setAnswer(nil, for: key) }
        await stage.run()
        #expect(Set(stage.sent) == Set(keys.map { "create \($0)" }))
    }

    @Test func `a change waits for the record to which the app has let it refer since it was read`() async throws {
        let stage = try SenderStage()
        let parents = ["l", "m"].map { TodoList(id: $0, name: $0) }
        let gate = stage.holdBack("m")
        for parent in parents { try await stage.app.save(parent) }
        let first = stage.holdBack("l")
        try await stage.app.save(Todo(id: "t", title: "Tea", list: parents[0]))
        let changing = Task {
            while stage.underWay < 2, !Task.isCancelled { await Task.yield() }
            // The event of the todo was read with its first list.
            try await stage.app.save(Todo(id: "t", title: "Tea", list: parents[1]))
            first.open()
            while stage.underWay > 1, !Task.isCancelled { await Task.yield() }
            for _ in 0..<1_000 { await Task.yield() }
            let sent = stage.sent
            gate.open()
            return sent
        }
        await stage.run()
        #expect(try await changing.value.sorted() == ["create l", "create m"])
        #expect(stage.sent.last == "create t")
    }
}
