// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// Devices and passkeys.
extension Account {
    /// Whether a refusal of a call about a device or a passkey would contradict this state.
    func mustUseFactor(_ event: ServerEvent) -> Bool {
        guard isUsable else { return false }
        switch event.call {
        case .rememberDevice(let holding, let device), .forgetDevice(let holding, let device):
            return event.isTimely && signIns[holding.signIn] != nil && devices.contains(device.number)
        case .deletePasskey(let holding, let passkey):
            return event.isTimely && signIns[holding.signIn] != nil && passkeys.contains(passkey.number)
        // The other reasons for a refusal depend on the steps of the sign-in and on clocks.
        case .signInWithDevice(let device, _, _):
            return event.isRefusal(.noSuchDevice) && devices.contains(device.number)
        case .signInWithPasskey(let passkey, _):
            return event.isRefusal(.passkeyNotOffered) && passkeys.contains(passkey.number)
        default: return false
        }
    }

    /// The state after a call about a device or a passkey had its effect; nil if it cannot have it in this state.
    func afterFactor(_ event: ServerEvent) -> Account? {
        var next = self
        switch event.call {
        case .signInWithDevice(let device, let password, _):
            guard isUsable, self.password == password, devices.contains(device.number) else { return nil }
            next.begin(event)
            return next
        case .signInWithPasskey(let passkey, _):
            guard isUsable, passkeys.contains(passkey.number) else { return nil }
            next.begin(event)
            return next
        default: break
        }
        // The server checks the token when these begin; the sign-in may end before they do.
        guard event.wasSignedIn, status != .absent else { return nil }
        switch event.call {
        case .confirmDevice(_, let device): next.devices.insert(device.number)
        case .rememberDevice(_, let device):
            guard devices.contains(device.number) else { return nil }
        case .forgetDevice(_, let device):
            guard next.devices.remove(device.number) != nil else { return nil }
            for number in event.signInsOfDevice where signIns[number] != nil {
                next.signIns[number] = []
                next.signInsOfForgottenDevices.insert(number)
            }
        case .registerPasskey:
            if let number = event.newPasskey { next.passkeys.insert(number) }
        case .deletePasskey(_, let passkey):
            guard next.passkeys.remove(passkey.number) != nil else { return nil }
        default: break
        }
        return next
    }
}

extension ServerEvent {
    fileprivate func isRefusal(_ fault: ServiceFault) -> Bool {
        if case .refused(let refusal) = answer { refusal == fault } else { false }
    }
}
