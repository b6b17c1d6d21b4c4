// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseSession

/// What `fetchAuthSession` returns, ready to be returned again.
///
/// The engine keeps it with its own session, so that it is made once for each change of that session.
final class FetchedSession: SessionView {
    let session: any AuthSession
    /// Whether the user has to sign in again.
    let isExpired: Bool

    init(_ session: AWSAuthCognitoSession) {
        self.session = session
        isExpired = session.isExpired
    }
}
