// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Synchronization

/// The events of the Auth category, as they come.
final class HubWatch: Sendable {
    private let heard = Mutex<[String]>([])

    /// Begins to listen, until the program ends.
    init() {
        _ = Amplify.Hub.listen(to: .auth) { [weak self] event in
            self?.heard.withLock { $0.append(event.eventName) }
        }
    }

    /// The names of the events so far.
    var names: [String] { heard.withLock { $0 } }
}
