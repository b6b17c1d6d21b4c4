// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel
import GatehouseWire

/// What is left of a sign-in once the first factor was proved.
struct RemainingSteps: Sendable, Equatable {
    /// When a remembered device proves itself.
    enum DeviceProof: Sendable, Equatable {
        case none
        case insteadOfSecondFactor
        /// Behind the second factor, or at once where none is needed.
        case last
    }

    /// The user must replace a password that an administrator chose.
    var needsNewPassword = false
    var device = DeviceProof.none
    var secondFactor = SecondFactorDecision.none
    /// Why the sign-in cannot go on; sent only after the proof of the first factor was judged.
    var refusal: ServiceFault?

    /// Asks for no second factor, so that it does not matter either whether the user can have one.
    mutating func needNoSecondFactor() {
        secondFactor = .none
        if refusal != .noSuchDevice { refusal = nil }
    }

    /// The same, after the user chose a new password.
    var withoutNewPassword: RemainingSteps {
        RemainingSteps(device: device, secondFactor: secondFactor, refusal: refusal)
    }
}

extension SignIn {
    /// What is left for the user, as the step leaves them, once the first factor was proved.
    ///
    /// The sign-in is refused with `ResourceNotFoundException` where the call names a device that the user does not have,
    /// and with `InvalidParameterException` where the pool demands a second factor and the user can have none.
    func rest(for user: UserRecord, proving proof: SignInProof? = nil) -> RemainingSteps {
        let methods = session.methods.adding(proof?.method)
        var rest = RemainingSteps(
            needsNewPassword: user.status == .forceChangePassword, device: deviceProof(after: methods))
        do throws(ServiceFault) {
            rest.secondFactor = try secondFactor(for: user, after: methods)
        } catch {
            rest.refusal = error
        }
        if device == .unknown { rest.refusal = .noSuchDevice }
        return rest
    }

    /// Whether the remembered device that a call has named proves itself before tokens follow.
    ///
    /// It does so after a password or custom challenges, never after a code, a passkey or an access token.
    func needsDevice(after methods: Set<AuthenticationMethod>) -> Bool {
        guard device.record?.isRemembered == true, session.family == nil else { return false }
        return session.flow == .custom || methods.contains(.password)
    }

    /// The event of a right second factor.
    var provedSecondFactor: SignInMachine.Event {
        .provedSecondFactor(needsDevice: needsDevice(after: session.methods))
    }

    /// When the device proves itself: instead of the second factor where the pool accepts that and the sign-in does not
    /// aim at a level that takes one.
    private func deviceProof(after methods: Set<AuthenticationMethod>) -> RemainingSteps.DeviceProof {
        guard needsDevice(after: methods) else { return .none }
        let reachesLevel = session.target?.isReached(by: methods) ?? true
        return pool.acceptsDevicesAsFactor && reachesLevel ? .insteadOfSecondFactor : .last
    }
}
