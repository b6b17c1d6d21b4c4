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
    ///
    /// A remembered device stands in for a second factor `afterPassword` only, not after a code or a passkey.
    ///
    /// - Throws: `InvalidParameterException` where the pool demands a second factor and the user can have none, and
    ///   `ResourceNotFoundException` when the call names a device that the user does not have: told only to who has
    ///   proved the first factor.
    func rest(for user: UserRecord, afterPassword: Bool = false) throws(ServiceFault) -> SignInRest {
        guard device != .unknown else { throw .noSuchDevice }
        return SignInRest(
            needsNewPassword: user.status == .forceChangePassword,
            needsDevice: afterPassword && pool.acceptsDevicesAsFactor && device.record?.isRemembered == true,
            secondFactor: try SecondFactorDecision.decide(user: user, pool: pool))
    }
}
