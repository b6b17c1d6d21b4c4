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
    @Suite struct HubCategoryTests {
        @Test func `Hub works before configure`() async throws {
            try await fresh {
                let (events, continuation) = AsyncStream<String>.makeStream()
                let token = Amplify.Hub.listen(to: .custom("early"), eventName: "e") {
                    continuation.yield($0.eventName)
                }
                Amplify.Hub.dispatch(to: .custom("early"), payload: HubPayload(eventName: "e"))
                #expect(await events.first { _ in true } == "e")
                Amplify.Hub.removeListener(token)
            }
        }

        @Test func `a publisher emits on the thread that dispatches`() async throws {
            try await fresh {
                var received: [String] = []
                let subscription = Amplify.Hub.publisher(for: .auth).sink { received.append($0.eventName) }
                Amplify.Hub.dispatch(to: .auth, payload: HubPayload(eventName: "a"))
                Amplify.Hub.dispatch(to: .api, payload: HubPayload(eventName: "elsewhere"))
                #expect(received == ["a"])
                subscription.cancel()
                Amplify.Hub.dispatch(to: .auth, payload: HubPayload(eventName: "b"))
                #expect(received == ["a"])
            }
        }

        @Test func `a plugin can be published from as well`() async {
            let plugin = AWSHubPlugin()
            let (events, continuation) = AsyncStream<String>.makeStream()
            let subscription = plugin.publisher(for: .auth).sink { continuation.yield($0.eventName) }
            plugin.dispatch(to: .auth, payload: HubPayload(eventName: "a"))
            #expect(await events.first { _ in true } == "a")
            subscription.cancel()
        }

        @Test func `an operation reports its result on its category's channel`() async throws {
            try await fresh {
                let operation = AmplifyOperation<AuthFetchDevicesRequest, Int, AuthError>(
                    categoryType: .auth,
                    eventName: "devices",
                    request: AuthFetchDevicesRequest(options: .init())
                )
                let (events, continuation) = AsyncStream<HubPayload>.makeStream()
                let filter = HubFilters.forOperation(operation)
                let token = Amplify.Hub.listen(to: .auth, isIncluded: filter) { continuation.yield($0) }
                operation.dispatch(result: .success(3))
                let payload = await events.first { _ in true }
                let result = try #require(payload?.data as? Result<Int, AuthError>)
                #expect(result == .success(3))
                Amplify.Hub.removeListener(token)
            }
        }
    }
}
