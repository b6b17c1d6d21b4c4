// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

@testable import AWSDataStorePlugin

/// The user of an OpenID Connect provider, whose sign-in sends no event.
final class OpenIDUser: Sendable {
    private let state: Mutex<String?>

    init(_ name: String?) {
        state = Mutex(name)
    }

    /// The name; nil while the provider supplies no token.
    var name: String? { state.withLock { $0 } }

    func signIn(_ name: String?) { state.withLock { $0 = name } }

    /// The session of a device with this user.
    var session: SignInState {
        SignInState(
            caller: { Caller(userPool: nil, openID: self.name.map { Caller.openID(Self.token($0)) }) },
            token: { _ in self.name.map(Self.token) }, changes: { AsyncStream { $0.finish() } })
    }

    /// A token of a user, whose signature is worthless.
    static func token(_ name: String) -> String {
        let claims = Data(#"{"iss":"https://id.example.org","sub":"\#(name)"}"#.utf8).base64EncodedString()
        let text = claims.replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
        return "eyJhbGciOiJub25lIn0.\(text).c2ln"
    }
}
