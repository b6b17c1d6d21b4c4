// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The registered listeners, in the order of their registration.
struct Listeners: Sendable {
    /// A listener, and the object that it belongs to, which is held until its removal.
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

    /// Removes all registrations of an object.
    mutating func remove(_ object: ObjectIdentifier) {
        registrations.removeAll { ObjectIdentifier($0.value.object) == object }
    }

    /// Calls all that are registered, one after another, on the present thread.
    func hear(_ state: UserState, _ information: [String: String]) {
        for registration in registrations { registration.value.callback(state, information) }
    }
}
