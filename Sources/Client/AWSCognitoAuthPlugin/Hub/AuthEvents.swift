// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Amplify
import Synchronization

/// Sends the Hub events of one plugin instance to the app's listeners.
package final class AuthEvents: Sendable {
    /// Events in the user's life with this app; sent without data.
    enum LifeCycle: Sendable {
        case signedIn, signedOut, userDeleted, sessionExpired

        fileprivate var name: HubPayloadEventName {
            switch self {
            case .signedIn: HubPayload.EventName.Auth.signedIn
            case .signedOut: HubPayload.EventName.Auth.signedOut
            case .userDeleted: HubPayload.EventName.Auth.userDeleted
            case .sessionExpired: HubPayload.EventName.Auth.sessionExpired
            }
        }
    }

    private let dispatch: @Sendable (HubPayload) -> Void
    private let latest = Mutex<LifeCycle?>(nil)

    /// Sends events by that closure.
    package init(_ dispatch: @escaping @Sendable (HubPayload) -> Void) {
        self.dispatch = dispatch
    }

    /// Events on the channel `.auth` of `Amplify.Hub`.
    static var hub: AuthEvents {
        AuthEvents { Amplify.Hub.dispatch(to: .auth, payload: $0) }
    }

    /// Says that a call ended, and how.
    func send(_ name: HubPayloadEventName, _ data: some Sendable) {
        dispatch(HubPayload(eventName: name, data: data))
    }

    /// Says what became of the user, unless that was said last.
    func send(_ event: LifeCycle) {
        let isNews = latest.withLock { latest in
            defer { latest = event }
            return latest != event
        }
        if isNews { dispatch(HubPayload(eventName: event.name)) }
    }
}
