// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

/// The events of the Auth category, in the order in which they come.
struct HubWatch {
    private let events: AsyncStream<String>
    private let token: UnsubscribeToken

    init() {
        let (events, continuation) = AsyncStream.makeStream(of: String.self)
        self.events = events
        token = Amplify.Hub.listen(to: .auth) { continuation.yield($0.eventName) }
    }

    /// What was heard up to an event, waiting for it a few seconds at the most.
    func names(upTo last: String) async throws -> [String] {
        let names = try await withThrowingTaskGroup { group in
            group.addTask {
                var names: [String] = []
                for await name in events {
                    names.append(name)
                    if name == last { break }
                }
                return names
            }
            group.addTask {
                try await Task.sleep(for: .seconds(10))
                throw Unexpected("the event \(last) did not come")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
        Amplify.Hub.removeListener(token)
        return names
    }
}
