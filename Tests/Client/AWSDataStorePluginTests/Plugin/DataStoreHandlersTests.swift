// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseTestSupport
import GeneratedModels
import Synchronization
import Testing

@testable import AWSDataStorePlugin

@Suite(.hangLimit) struct DataStoreHandlersTests {
    private let conflict = DataStoreConflict(
        base: Todo(title: "base"), local: Todo(title: "local"), remote: Todo(title: "remote"), mutationType: .update)

    private func title(_ result: DataStoreConflictHandlerResult?) -> String? {
        switch result {
        case .applyRemote: "remote"
        case .retryLocal: "local"
        case .retry(let model): (model as? Todo)?.title
        case nil: nil
        }
    }

    @Test func `errors arrive one at a time, in the order of the reports`() async {
        let received = Relay<String>()
        let running = Mutex(0)
        let handlers = DataStoreHandlers(
            .custom(errorHandler: { error in
                running.withLock { $0 += 1 }
                received.send(error.errorDescription)
                running.withLock { running in
                    #expect(running == 1)
                    running -= 1
                }
            }))
        for number in 0..<100 { handlers.report(DataStoreError.unknown("\(number)", "")) }
        for number in 0..<100 { #expect(await received.next() == "\(number)") }
    }

    @Test func `the first decision of a conflict counts`() async {
        let handlers = DataStoreHandlers(
            .custom(conflictHandler: { data, resolve in
                #expect((data.local as? Todo)?.title == "local")
                #expect((data.remote as? Todo)?.title == "remote")
                resolve(.retry(Todo(title: "third")))
                resolve(.applyRemote)
            }))
        #expect(title(await handlers.decision(on: conflict)) == "third")
    }

    @Test func `a decision may come after the handler has returned`() async {
        let resolvers = Relay<DataStoreConflictHandlerResolver>()
        let handlers = DataStoreHandlers(.custom(conflictHandler: { _, resolve in resolvers.send(resolve) }))
        async let decision = handlers.decision(on: conflict)
        await resolvers.next()?(.retryLocal)
        #expect(title(await decision) == "local")
    }

    @Test func `a conflict that the app forgets gets the service's record`() async {
        let handlers = DataStoreHandlers(.custom(conflictHandler: { _, _ in }))
        #expect(title(await handlers.decision(on: conflict)) == "remote")
    }

    @Test func `a handler that never answers does not hold up a cancelled task`() async {
        let kept = Mutex<[DataStoreConflictHandlerResolver]>([])
        let called = Latch()
        let handlers = DataStoreHandlers(
            .custom(conflictHandler: { _, resolve in
                kept.withLock { $0.append(resolve) }
                called.open()
            }))
        let task = Task { await handlers.decision(on: conflict) }
        await called.wait()
        task.cancel()
        #expect(title(await task.value) == nil)
    }

    @Test func `the handler with three records takes the place of the other one`() async {
        let handlers = DataStoreHandlers(
            .custom(
                conflictHandler: { _, resolve in resolve(.applyRemote) },
                threeWayConflictHandler: { conflict in
                    let titles = [conflict.base, conflict.local, conflict.remote].compactMap { ($0 as? Todo)?.title }
                    return .retry(Todo(title: titles.joined(separator: " ")))
                }))
        #expect(title(await handlers.decision(on: conflict)) == "base local remote")
    }
}
