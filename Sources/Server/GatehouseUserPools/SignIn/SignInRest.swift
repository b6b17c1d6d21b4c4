// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseWire

/// What is left of a sign-in once the first factor was proved.
struct SignInRest: Sendable, Equatable {
    /// The user must replace a password that an administrator chose.
    var needsNewPassword = false
    /// A remembered device is proved in place of the second factor.
    var needsDevice = false
    var secondFactor = SecondFactorDecision.none

    /// The same, after the user chose a new password.
    var withoutNewPassword: SignInRest {
        SignInRest(needsDevice: needsDevice, secondFactor: secondFactor)
    }
}

extension SignIn {
    /// What is left for the user, as the step leaves them, once the first factor was proved.
    /// - Throws: `InvalidParameterException` where the pool demands a second factor and the user can have none.
    func rest(for user: UserRecord) throws(ServiceFault) -> SignInRest {
        SignInRest(
            needsNewPassword: user.status == .forceChangePassword,
            secondFactor: try SecondFactorDecision.decide(user: user, pool: pool))
    }
}
