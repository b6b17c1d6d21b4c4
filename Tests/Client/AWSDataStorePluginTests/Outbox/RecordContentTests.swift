// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseCrypto
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// Comparisons of records, and the parts of the outbox without a store.
@Suite struct RecordContentTests {
    private let list = TodoList(id: "l", name: "List")

    init() {
        AmplifyModels().registerModels(registry: ModelRegistry.self)
    }

    private func listID(of todo: any Model) -> String? {
        let request = GraphQLRequest<MutationSyncResult>.createMutation(of: todo, modelSchema: Todo.schema)
        return (request.variables?["input"] as? [String: Any])?["todoListTodosId"] as? String
    }

    @Test func `records are the same by the values that the app sets`() {
        let sent = Todo(id: "t", title: "Tea", list: list)
        let table = [
            (Todo(id: "t", title: "Tea", list: list), true),
            // The service hides relations that the caller may not read.
            (Todo(id: "t", title: "Tea"), true),
            (Todo(id: "t", title: "Tea", list: TodoList(id: "m", name: "Other")), false),
            (Todo(id: "t", title: "Milk", list: list), false),
            (Todo(id: "t", title: "Tea", done: true, list: list), false),
        ]
        for (remote, expected) in table {
            #expect(RecordContent.isSame(sent: sent, remote: remote, Todo.schema) == expected, "\(remote.title)")
        }
        #expect(!RecordContent.isSame(sent: Todo(id: "t", title: "Tea"), remote: sent, Todo.schema))
    }

    @Test func `an answer without a relation keeps the sent one`() throws {
        let sent = try Todo(id: "t", title: "Tea", list: list).toJSON()
        let answer = Todo(id: "t", title: "Green tea")
        let completed = try RecordContent.completed(answer, withSent: sent, Todo.schema)
        #expect((completed as? Todo)?.title == "Green tea" && listID(of: completed) == "l")
        let other = Todo(id: "t", title: "Tea", list: TodoList(id: "m", name: "Other"))
        #expect(try listID(of: RecordContent.completed(other, withSent: sent, Todo.schema)) == "m")
    }

    @Test func `a later record keeps its own changes and takes the service's`() throws {
        let sent = #"{"id":"t","title":"Tea","done":null,"count":9007199254740993}"#
        let later = #"{"id":"t","title":"Green tea","done":null,"count":9007199254740993}"#
        let answer = #"{"id":"t","title":"Black tea","done":true,"count":9007199254740995}"#
        let rebased = try RecordContent.rebased(later, from: sent, onto: answer)
        #expect(rebased == #"{"count":9007199254740995,"done":true,"id":"t","title":"Green tea"}"#)
    }

    @Test func `pauses double, obey the service, and end with the network`() {
        var backoff = SendBackoff()
        let entropy = Entropy { Array(repeating: 0, count: $0) }
        for expected in [200, 400, 800] {
            backoff.fail(told: nil, at: .seconds(1), entropy)
            #expect(backoff.rest(at: .seconds(1)) == .milliseconds(expected))
        }
        backoff.fail(told: .seconds(60), at: .zero, entropy)
        #expect(backoff.rest(at: .seconds(20)) == .seconds(40))
        #expect(backoff.rest(at: .seconds(60)) == nil)
        backoff.fail(told: .seconds(9_999), at: .zero, entropy)
        #expect(backoff.rest(at: .zero) == SendBackoff.longest)
        backoff.wake()
        #expect(backoff.rest(at: .zero) == nil)
        backoff.reset()
        backoff.fail(told: nil, at: .zero, Entropy { Array(repeating: 255, count: $0) })
        #expect(backoff.rest(at: .zero) == .milliseconds(300))
    }
}
