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

        @Test func `two plugins are configured, and both deliver what is dispatched`() async throws {
            try await fresh {
                let (first, second) = (RecordingHubPlugin("first"), RecordingHubPlugin("second"))
                try Amplify.add(plugin: first)
                try Amplify.add(plugin: second)
                try Amplify.configure(AmplifyConfiguration())
                for plugin in [first, second] {
                    #expect(plugin.configurations == 1)
                    #expect(plugin.names.count == HubChannel.builtIn.count)
                }
                let (events, continuation) = AsyncStream<String>.makeStream()
                let token = Amplify.Hub.listen(to: .auth) { continuation.yield($0.eventName) }
                #expect(second.hub.hasListener(withToken: token) && !first.hub.hasListener(withToken: token))
                Amplify.Hub.dispatch(to: .auth, payload: HubPayload(eventName: "late"))
                #expect(await events.first { _ in true } == "late")
                #expect(first.names.last == "late" && second.names.last == "late")
                Amplify.Hub.removeListener(token)
                #expect(!second.hub.hasListener(withToken: token))
            }
        }

        @Test func `a plugin delivers from the moment in which it is added`() async throws {
            try await fresh {
                let plugin = RecordingHubPlugin("own")
                try Amplify.add(plugin: plugin)
                Amplify.Hub.dispatch(to: .auth, payload: HubPayload(eventName: "early"))
                #expect(plugin.names == ["early"])
            }
        }

        @Test func `Hub without a plugin delivers nothing and ends nothing`() async throws {
            try await fresh {
                Amplify.Hub.removePlugin(for: "awsHubPlugin")
                let token = Amplify.Hub.listen(to: .auth) { _ in Issue.record("An event came.") }
                let named = Amplify.Hub.listen(to: .auth, eventName: "e") { _ in Issue.record("An event came.") }
                Amplify.Hub.dispatch(to: .auth, payload: HubPayload(eventName: "e"))
                Amplify.Hub.removeListener(token)
                Amplify.Hub.removeListener(named)
                try Amplify.configure(AmplifyConfiguration())
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
