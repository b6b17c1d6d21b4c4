// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension GlobalAmplify {
    @Suite struct TaskAdapterTests {
        @Test func `a task has the reports and the value of its operation`() async throws {
            try await fresh {
                let operation = CountingOperation()
                let task = AmplifyInProcessReportingOperationTaskAdapter(operation: operation)
                #expect(task.requestID == "request-1")
                (1...3).forEach(operation.dispatchInProcess)
                operation.dispatch(result: .success("done"))
                let value = try await task.value
                #expect(value == "done")
                #expect(await task.inProcess.reduce(into: []) { $0.append($1) } == [1, 2, 3])
            }
        }

        @Test func `the error of an operation is thrown by its task`() async throws {
            try await fresh {
                let operation = CountingOperation()
                let task = AmplifyOperationTaskAdapter(operation: operation)
                #expect(task.requestID == "request-1")
                operation.dispatch(result: .failure(.signedOut("out", "")))
                await #expect(throws: AuthError.signedOut("", "")) { try await task.value }
            }
        }

        @Test func `a task pauses, resumes and cancels its operation`() async throws {
            try await fresh {
                let operation = CountingOperation()
                let task = AmplifyOperationTaskAdapter(operation: operation)
                task.pause()
                task.resume()
                #expect(operation.pauses.get() == ["pause", "resume"])
                task.cancel()
                #expect(operation.isCancelled)
            }
        }

        @Test func `cancelling the task that waits cancels the operation`() async throws {
            try await fresh {
                let operation = CountingOperation()
                let adapter = AmplifyOperationTaskAdapter(operation: operation)
                let waiting = Task { try await adapter.value }
                waiting.cancel()
                await #expect(throws: AuthError.self) { try await waiting.value }
                #expect(operation.isCancelled)
            }
        }

        @Test func `cancelling the reports cancels the operation`() async throws {
            try await fresh {
                let operation = CountingOperation()
                let task = AmplifyInProcessReportingOperationTaskAdapter(operation: operation)
                task.inProcess.cancel()
                #expect(operation.isCancelled)
                await #expect(throws: AuthError.self) { try await task.value }
            }
        }

        @Test func `a task publishes what its operation publishes`() async throws {
            try await fresh {
                let operation = CountingOperation()
                let task = AmplifyInProcessReportingOperationTaskAdapter(operation: operation)
                var events: [String] = []
                let subscriptions = [
                    task.inProcessPublisher.sink { events.append("\($0)") },
                    task.resultPublisher.sink(receiveCompletion: { _ in }, receiveValue: { events.append($0) }),
                ]
                operation.dispatchInProcess(data: 1)
                operation.dispatch(result: .success("done"))
                #expect(events == ["1", "done"])
                subscriptions.forEach { $0.cancel() }
            }
        }

        private struct Execution: AmplifyTaskExecution, DefaultLogger {
            typealias Request = CountingRequest

            let eventName = "Executed"
            let eventNameCategoryType = CategoryType.auth
            let outcome: Result<Int, any Error>

            func execute() async throws -> Int { try outcome.get() }

            typealias Failure = AuthError
        }

        @Test func `the result of an execution is returned and dispatched`() async throws {
            try await fresh {
                let (payloads, continuation) = AsyncStream<HubPayload>.makeStream()
                let token = Amplify.Hub.listen(to: .auth, eventName: "Executed") { continuation.yield($0) }
                var iterator = payloads.makeAsyncIterator()
                let value = try await Execution(outcome: .success(7)).value
                #expect(value == 7)
                #expect(await iterator.next()?.data as? Result<Int, AuthError> == .success(7))
                await #expect(throws: AuthError.self) {
                    try await Execution(outcome: .failure(CancellationError())).value
                }
                let failure = await iterator.next()?.data as? Result<Int, AuthError>
                #expect(throws: AuthError.self) { try failure?.get() }
                Amplify.Hub.removeListener(token)
            }
        }
    }
}
