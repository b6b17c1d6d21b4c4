// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// The publishers of a subscription's events.
@Suite struct GraphQLSubscriptionOperationTests {
    private static func operation() -> GraphQLSubscriptionOperation<String> {
        let request = GraphQLOperationRequest(
            apiName: nil, operationType: .subscription, document: "subscription { a }", responseType: String.self,
            options: .init(pluginOptions: nil))
        return GraphQLSubscriptionOperation(
            categoryType: .api, eventName: HubPayload.EventName.API.subscribe, request: request)
    }

    @Test(arguments: [true, false])
    func `the states and the data are published apart, and end with the result`(succeeds: Bool) {
        let operation = Self.operation()
        var states: [String] = []
        var data: [String] = []
        let end = { (completion: Subscribers.Completion<APIError>) in
            switch completion {
            case .finished: "finished"
            case .failure(let error): error.errorDescription
            }
        }
        let subscriptions = [
            operation.connectionStatePublisher.sink(
                receiveCompletion: { states.append(end($0)) }, receiveValue: { states.append("\($0)") }),
            operation.subscriptionDataPublisher.sink(
                receiveCompletion: { data.append(end($0)) },
                receiveValue: { data.append((try? $0.get()) ?? "errors") }),
        ]
        operation.dispatchInProcess(data: .connection(.connecting))
        operation.dispatchInProcess(data: .data(.success("a")))
        operation.dispatchInProcess(data: .connection(.connected))
        operation.dispatchInProcess(data: .data(.failure(.error([]))))
        operation.dispatch(result: succeeds ? .success(()) : .failure(.unknown("ended", "")))
        operation.dispatchInProcess(data: .data(.success("late")))
        #expect(states == ["connecting", "connected", succeeds ? "finished" : "ended"])
        #expect(data == ["a", "errors", succeeds ? "finished" : "ended"])
        subscriptions.forEach { $0.cancel() }
    }
}
