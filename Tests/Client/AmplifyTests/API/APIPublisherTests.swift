// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import Amplify

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension GlobalAmplify {
    /// Calls of `Amplify.API` as publishers.
    @Suite struct APIPublisherTests {
        /// The values of a publisher and its end, as texts.
        static func texts<Output>(
            _ publisher: AnyPublisher<Output, any Error>, _ text: @escaping (Output) -> String
        ) async -> [String] {
            let (texts, queue) = AsyncStream.makeStream(of: String.self)
            let subscription = publisher.sink(
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: queue.yield("finished")
                    case .failure(let error): queue.yield("\(type(of: error))")
                    }
                    queue.finish()
                },
                receiveValue: { queue.yield(text($0)) })
            var seen: [String] = []
            for await text in texts { seen.append(text) }
            subscription.cancel()
            return seen
        }

        private static func request() -> GraphQLRequest<String> {
            GraphQLRequest(document: "{ a }", responseType: String.self)
        }

        @Test func `a publisher has the result of a call, or the events of a subscription`() async throws {
            try await fresh {
                try Amplify.add(plugin: APICategoryTests.RecordingAPIPlugin())
                try Amplify.configure(AmplifyConfiguration())
                let query = Amplify.Publisher.create { try await Amplify.API.query(request: Self.request()) }
                #expect(await Self.texts(query) { (try? $0.get()) ?? "errors" } == ["errors", "finished"])
                let mutation = Amplify.Publisher.create { try await Amplify.API.mutate(request: Self.request()) }
                #expect(await Self.texts(mutation) { "\($0)" } == ["APIError"])
                let events = Amplify.Publisher.create(Amplify.API.subscribe(request: Self.request()))
                #expect(
                    await Self.texts(events) { if case .connection(let state) = $0 { "\(state)" } else { "data" } }
                        == ["connecting", "finished"])
            }
        }
    }
}
