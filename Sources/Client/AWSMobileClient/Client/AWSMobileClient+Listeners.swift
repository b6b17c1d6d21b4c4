// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Calls a closure at each change of the state.
    ///
    /// - Parameters:
    ///   - object: the object by which `removeUserStateListener` finds the closure; the client keeps it until then.
    ///   - callback: receives the new state, and facts about the change.
    public func addUserStateListener(_ object: AnyObject, _ callback: @escaping UserStateChangeCallback) {
        session.addListener(object, callback)
    }

    /// Ends all calls of `addUserStateListener` with an object.
    public func removeUserStateListener(_ object: AnyObject) {
        session.removeListeners(of: object)
    }
}
