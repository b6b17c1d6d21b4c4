// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import Amplify

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension GlobalAmplify {
    @Suite struct AmplifyOperationTests {
        /// Waits until Hub has delivered all that was dispatched to the channel before.
        private func delivered(_ channel: HubChannel = .auth) async {
            let (events, continuation) = AsyncStream<Void>.makeStream()
            let token = Amplify.Hub.listen(to: channel, eventName: "Last") { _ in continuation.yield() }
            Amplify.Hub.dispatch(to: channel, payload: HubPayload(eventName: "Last"))
            await events.first { _ in true }
            Amplify.Hub.removeListener(token)
        }

        @Test func `the listeners of an operation receive its reports and its result`() async throws {
            try await fresh {
                let (events, continuation) = AsyncStream<String>.makeStream()
                let operation = CountingOperation(
                    inProcessListener: { continuation.yield("\($0)") },
                    resultListener: { continuation.yield("\($0)") }
                )
                let other = CountingOperation()
                var iterator = events.makeAsyncIterator()
                other.dispatchInProcess(data: 9)
                other.dispatch(result: .success("other"))
                operation.dispatchInProcess(data: 1)
                #expect(await iterator.next() == "1")
                operation.dispatchInProcess(data: 2)
                #expect(await iterator.next() == "2")
                operation.dispatch(result: .success("done"))
                #expect(await iterator.next() == #"success("done")"#)
            }
        }

        @Test func `a listener for a result receives one, and its subscription ends by itself`() async throws {
            try await fresh {
                let plugin = try #require(try Amplify.Hub.getPlugin(for: AWSHubPlugin.key) as? AWSHubPlugin)
                let operation = CountingOperation()
                let (results, continuation) = AsyncStream<Result<String, AuthError>>.makeStream()
                let token = Amplify.Hub.listenForResult(to: operation) { continuation.yield($0) }
                #expect(plugin.hasListener(withToken: token))
                operation.dispatch(result: .failure(.signedOut("out", "")))
                #expect(await results.first { _ in true } == .failure(.signedOut("", "")))
                #expect(!plugin.hasListener(withToken: token))
            }
        }

        @Test func `a listener for reports is removed by the result`() async throws {
            try await fresh {
                let plugin = try #require(try Amplify.Hub.getPlugin(for: AWSHubPlugin.key) as? AWSHubPlugin)
                let operation = CountingOperation()
                let (reports, continuation) = AsyncStream<Int>.makeStream()
                let token = Amplify.Hub.listenForInProcess(to: operation) { continuation.yield($0) }
                operation.dispatchInProcess(data: 1)
                #expect(await reports.first { _ in true } == 1)
                #expect(plugin.hasListener(withToken: token))
                operation.dispatch(result: .success("done"))
                while plugin.hasListener(withToken: token) { await Task.yield() }
            }
        }

        @Test func `a removed listener receives nothing`() async throws {
            try await fresh {
                let received = AtomicValue(initialValue: 0)
                let operation = CountingOperation(
                    inProcessListener: { _ in _ = received.increment() },
                    resultListener: { _ in _ = received.increment() }
                )
                operation.removeResultListener()
                operation.removeInProcessResultListener()
                operation.dispatchInProcess(data: 1)
                operation.dispatch(result: .success("done"))
                await delivered()
                #expect(received.get() == 0)
            }
        }

        @Test func `cancelling dispatches one failure that says so`() async throws {
            try await fresh {
                let (results, continuation) = AsyncStream<Result<String, AuthError>>.makeStream()
                let operation = CountingOperation(resultListener: { continuation.yield($0) })
                operation.cancel()
                operation.cancel()
                #expect(operation.isCancelled)
                let result = await results.first { _ in true }
                #expect(throws: AuthError.self) { try result?.get() }
                if case .failure(let error) = result {
                    #expect(error.isOperationCancelledError)
                }
                await #expect(throws: AuthError.self) { try await operation.value() }
            }
        }

        @Test func `cancelling an operation that has finished dispatches nothing`() async throws {
            try await fresh {
                let payloads = AtomicValue(initialValue: 0)
                let operation = CountingOperation()
                operation.start()
                operation.dispatch(result: .success("done"))
                operation.finish()
                let token = Amplify.Hub.listen(to: .auth, eventName: CountingOperation.eventName) { _ in
                    _ = payloads.increment()
                }
                operation.cancel()
                await delivered()
                #expect(payloads.get() == 0 && !operation.isCancelled)
                let value = try await operation.value()
                #expect(value == "done")
                Amplify.Hub.removeListener(token)
            }
        }

        @Test func `the first result of an operation stays`() async throws {
            try await fresh {
                let payloads = AtomicValue(initialValue: 0)
                let token = Amplify.Hub.listen(to: .auth, eventName: CountingOperation.eventName) { _ in
                    _ = payloads.increment()
                }
                let operation = CountingOperation()
                operation.start()
                operation.dispatch(result: .success("first"))
                operation.dispatch(result: .success("second"))
                operation.cancel()
                await delivered()
                #expect(payloads.get() == 1 && operation.isCancelled)
                let value = try await operation.value()
                #expect(value == "first")
                Amplify.Hub.removeListener(token)
            }
        }

        @Test func `reports before a result reach the listener, also if cancelling follows the result`() async throws {
            try await fresh {
                let (reports, continuation) = AsyncStream<Int>.makeStream()
                let operation = CountingOperation(inProcessListener: { continuation.yield($0) })
                operation.dispatchInProcess(data: 1)
                operation.dispatch(result: .success("done"))
                operation.cancel()
                #expect(await reports.first { _ in true } == 1)
            }
        }

        @Test func `the publishers of an operation emit its reports and its result`() async throws {
            try await fresh {
                let operation = CountingOperation()
                var events: [String] = []
                let subscriptions = [
                    operation.inProcessPublisher.sink(
                        receiveCompletion: { events.append("\($0)") }, receiveValue: { events.append("\($0)") }),
                    operation.resultPublisher.sink(
                        receiveCompletion: { _ in events.append("end") }, receiveValue: { events.append($0) }),
                ]
                operation.dispatchInProcess(data: 1)
                operation.dispatch(result: .success("done"))
                #expect(events == ["1", "done", "end", "finished"])
                let late = operation.resultPublisher.sink(
                    receiveCompletion: { _ in }, receiveValue: { events.append("late \($0)") })
                #expect(events.last == "late done")
                (subscriptions + [late]).forEach { $0.cancel() }
            }
        }
    }
}

/// The request of an operation under test.
struct CountingRequest: AmplifyOperationRequest, RequestIdentifier {
    struct Options {}

    let options = Options()
    let requestID = "request-1"
}

/// An operation that reports numbers and results in text, when the test says so.
final class CountingOperation: AmplifyInProcessReportingOperation<CountingRequest, Int, String, AuthError>,
    @unchecked Sendable
{
    static let eventName = "Counting"

    let pauses = AtomicValue(initialValue: [String]())

    init(inProcessListener: InProcessListener? = nil, resultListener: ResultListener? = nil) {
        super.init(
            categoryType: .auth, eventName: Self.eventName, request: CountingRequest(),
            inProcessListener: inProcessListener, resultListener: resultListener)
    }

    override func main() {}

    override func pause() {
        pauses.append("pause")
    }

    override func resume() {
        pauses.append("resume")
    }
}
