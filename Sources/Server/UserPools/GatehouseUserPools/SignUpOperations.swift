// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import GatehouseAccounts
import GatehouseSignIn
package import GatehouseUserPoolKernel
package import GatehouseWire

/// The two operations of accounts that issue session strings of sign-ins.
extension UserPoolsService {
    /// Registers a user, whose session string can continue with a sign-in.
    package func signUp(_ request: SignUpRequest) async throws(ServiceFault) -> SignUpResponse {
        try await signUp(request, sessions: SealedSignUpSessions(pools))
    }

    /// Confirms a user, whose session string can continue with a sign-in.
    package func confirmSignUp(_ request: ConfirmSignUpRequest) async throws(ServiceFault) -> ConfirmSignUpResponse {
        try await confirmSignUp(request, sessions: SealedSignUpSessions(pools))
    }
}
