// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Signs in a user on the hosted pages who has just confirmed an account, with the session of the confirmation.
    ///
    /// The code counts as the first factor, and a second factor that the pool requires follows. Without one, the browser
    /// gets what `destination` says.
    ///
    /// - Throws: `NotAuthorizedException` for a session that is used, expired, or of another user or client, and for a
    ///   user who has a new password or has signed in since the confirmation.
    package func completeHostedSignUp(
        _ session: String, clientID: String, userName: String, endingIn destination: BrowserReturn? = nil
    ) async throws(ServiceFault) -> HostedAnswer {
        // The flow with a password is open to every client; the password is not checked.
        let signIn = try await beginning(
            of: .userPassword, clientID: clientID, parameters: ["USERNAME": userName, "PASSWORD": ""],
            validationData: nil, context: .pages(destination))
        return try HostedAnswer(await completeSignUp(signIn, session: session))
    }
}
