// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The registered listeners, in the order of their registration.
struct Listeners: Sendable {
    /// A listener, and its object, which is held until its removal.
    private var registrations: [AppOwned<(object: AnyObject, callback: UserStateChangeCallback)>] = []

    /// The listeners with another one at the end.
    func adding(_ object: AnyObject, _ callback: @escaping UserStateChangeCallback) -> Listeners {
        var listeners = self
        listeners.registrations.append(AppOwned((object, callback)))
        return listeners
    }

    mutating func append(_ others: Listeners) {
        registrations += others.registrations
    }

    /// The listeners without an object's.
    func removing(_ object: ObjectIdentifier) -> Listeners {
        var listeners = self
        listeners.registrations.removeAll { ObjectIdentifier($0.value.object) == object }
        return listeners
    }

    /// Calls all that are registered, one after another, on the present thread.
    ///
    /// - Parameters:
    ///   - state: the state.
    ///   - information: further facts for the listeners.
    ///   - isCurrent: whether the state is still the last one; if not, the remaining listeners are not called.
    func hear(_ state: UserState, _ information: [String: String], while isCurrent: () -> Bool) {
        for registration in registrations where isCurrent() { registration.value.callback(state, information) }
    }
}

/// The number of the last change of which listeners were notified.
///
/// A sign-out tells the listeners at once, and may overtake a change that another thread is about to tell.
final class HeardChanges: Sendable {
    private let last = Mutex(0)

    /// Notes a change before listeners are notified of it.
    ///
    /// - Returns: false if they were notified of a later one, so that this one is obsolete.
    func begin(_ number: Int) -> Bool {
        last.withLock { last in
            guard number > last else { return false }
            last = number
            return true
        }
    }

    /// Whether listeners were notified of no change after this one.
    func isLast(_ number: Int) -> Bool { last.withLock { $0 == number } }
}
