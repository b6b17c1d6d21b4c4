// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel
import GatehouseWire

/// The steps that remain in a sign-in after the first factor.
struct RemainingSteps: Sendable, Equatable {
    /// The position of a remembered device's proof in the sign-in.
    enum DeviceProof: Sendable, Equatable {
        case none
        case insteadOfSecondFactor
        /// After the second factor, or at once if none is required.
        case last
    }

    /// The user must replace a temporary password.
    var needsNewPassword = false
    var device = DeviceProof.none
    var secondFactor = SecondFactorDecision.none
    /// The reason why the sign-in cannot continue; returned only after the proof of the first factor was judged.
    var refusal: ServiceFault?

    /// Removes the second factor, and the refusal of a user who has none.
    mutating func needNoSecondFactor() {
        secondFactor = .none
        if refusal != .noSuchDevice { refusal = nil }
    }

    /// The remaining steps after the user chose a new password.
    var withoutNewPassword: RemainingSteps {
        RemainingSteps(device: device, secondFactor: secondFactor, refusal: refusal)
    }
}

extension SignIn {
    /// The remaining steps for the user, in the state after the current step, once the first factor was proved.
    ///
    /// They contain a refusal: `ResourceNotFoundException` if the call names a device that the user does not have, and
    /// `InvalidParameterException` if the pool demands a second factor and the user can have none.
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

    /// Whether the remembered device that a call named must prove itself before tokens are issued.
    ///
    /// It must do so after a password or custom challenges, but not after a code, a passkey or an access token.
    func needsDevice(after methods: Set<AuthenticationMethod>) -> Bool {
        guard device.record?.isRemembered == true, session.former == nil else { return false }
        return session.flow == .custom || methods.contains(.password)
    }

    /// The event of a correct second factor: tokens follow, or the proof of a remembered device.
    var provedSecondFactor: SignInMachine.Event {
        .provedSecondFactor(needsDevice: needsDevice(after: session.methods))
    }

    /// The position of the device's proof: in place of the second factor if the pool accepts that and the proved
    /// methods reach the target level, otherwise last.
    private func deviceProof(after methods: Set<AuthenticationMethod>) -> RemainingSteps.DeviceProof {
        guard needsDevice(after: methods) else { return .none }
        let reachesLevel = session.target?.isReached(by: methods) ?? true
        return pool.acceptsDevicesAsFactor && reachesLevel ? .insteadOfSecondFactor : .last
    }
}
