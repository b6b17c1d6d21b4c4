// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

/// A Hub plugin of an app, on the built-in one, that records its calls.
final class RecordingHubPlugin: HubCategoryPlugin {
    let key: PluginKey
    let hub = AWSHubPlugin()
    private let log = Mutex<(configurations: Int, names: [String])>((0, []))

    init(_ key: PluginKey) {
        self.key = key
    }

    /// The number of times the plugin was configured.
    var configurations: Int { log.withLock(\.configurations) }

    /// The events that were dispatched.
    var names: [String] { log.withLock(\.names) }

    func configure(using configuration: Any?) throws {
        log.withLock { $0.configurations += 1 }
    }

    func reset() async {
        await hub.reset()
    }

    func dispatch(to channel: HubChannel, payload: HubPayload) {
        log.withLock { $0.names.append(payload.eventName) }
        hub.dispatch(to: channel, payload: payload)
    }

    @preconcurrency
    func listen(
        to channel: HubChannel, eventName: HubPayloadEventName, listener: @escaping HubListener
    ) -> UnsubscribeToken {
        hub.listen(to: channel, eventName: eventName, listener: listener)
    }

    @preconcurrency
    func listen(
        to channel: HubChannel, isIncluded filter: HubFilter?, listener: @escaping HubListener
    ) -> UnsubscribeToken {
        hub.listen(to: channel, isIncluded: filter, listener: listener)
    }

    func removeListener(_ token: UnsubscribeToken) {
        hub.removeListener(token)
    }
}
