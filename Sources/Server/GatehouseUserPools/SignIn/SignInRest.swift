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
    /// Why the sign-in cannot go on; told only to who has proved the first factor, once that was judged.
    var refusal: ServiceFault?

    /// Asks for no second factor, so that it does not matter either whether the user can have one.
    mutating func needNoSecondFactor() {
        secondFactor = .none
        if refusal != .noSuchDevice { refusal = nil }
    }

    /// The same, after the user chose a new password.
    var withoutNewPassword: SignInRest {
        SignInRest(needsDevice: needsDevice, secondFactor: secondFactor, refusal: refusal)
    }
}

extension SignIn {
    /// What is left for the user, as the step leaves them, once the first factor was proved.
    ///
    /// A remembered device is accepted after a password and after custom challenges, not after a code or a passkey. The
    /// sign-in is refused with `ResourceNotFoundException` where the call names a device that the user does not have, and
    /// with `InvalidParameterException` where the pool demands a second factor and the user can have none. For a level
    /// that takes a second factor no device will do.
    func rest(
        for user: UserRecord, proving proof: SignInProof? = nil, acceptingDevice: Bool = false
    ) -> SignInRest {
        let methods = session.methods.adding(proof?.method)
        let takesDevice = acceptingDevice && session.target.map { $0.isReached(by: methods) } ?? true
        var rest = SignInRest(
            needsNewPassword: user.status == .forceChangePassword,
            needsDevice: takesDevice && pool.acceptsDevicesAsFactor && device.record?.isRemembered == true)
        do throws(ServiceFault) {
            rest.secondFactor = try secondFactor(for: user, after: methods)
        } catch {
            rest.refusal = error
        }
        if device == .unknown { rest.refusal = .noSuchDevice }
        return rest
    }
}
