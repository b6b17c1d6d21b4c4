// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

/// What the server may have stored about a user, as far as answers can show it.
struct Account: Hashable, Sendable {
    enum Status: Hashable, Sendable {
        case absent, unconfirmed, confirmed, mustReset
    }

    var status = Status.absent
    var isEnabled = true
    var password = ""
    /// The sign-ins that have not ended, by their numbers, each with the numbers of its refresh tokens that were not
    /// replaced.
    var signIns: [Int: Set<Int>] = [:]
    /// The sign-ins whose refresh tokens were removed with their device; their access tokens stay valid.
    var signInsOfForgottenDevices: Set<Int> = []
    /// The numbers of the confirmed devices.
    var devices: Set<Int> = []
    /// The numbers of the registered passkeys.
    var passkeys: Set<Int> = []

    /// Whether the user may sign in with the password.
    var isUsable: Bool { status == .confirmed && isEnabled }
}

/// A call with its answer.
struct ServerEvent: Sendable {
    let user: String
    let call: ServerCall
    let answer: ServerAnswer
    /// The moments of its beginning and its end, as numbers.
    let began: Int
    let ended: Int
    /// The number of the sign-in that the answer began.
    var newSignIn: Int?
    /// The number of the refresh token that the answer contains.
    var newToken: Int?
    /// The number of the passkey that the answer registered.
    var newPasskey: Int?
    /// The numbers of the sign-ins with the device that the call forgets.
    var signInsOfDevice: Set<Int> = []
    /// Whether the tokens of the call have not expired on any clock that the server has had.
    var isTimely = true
    /// Whether the sign-in of the call may have been valid when the call began.
    var wasSignedIn = false
    /// Whether a replaced refresh token may still work.
    var isWithinGrace = false
}

extension Account {
    /// The states that may follow an event; none if the answer contradicts this state.
    func outcomes(of event: ServerEvent) -> [Account] {
        switch event.answer {
        case .done, .tokens, .seen, .importing, .registered, .acceptedTwice: return after(event).map { [$0] } ?? []
        case .unavailable, .lost: return [self] + [after(event), afterReuse(event)].compactMap { $0 }
        case .refused(let fault):
            if !fault.isLimit, mustSucceed(event) { return [] }
            if fault.code == .refreshTokenReuse { return afterReuse(event).map { [$0] } ?? [self] }
            return [self]
        }
    }

    /// Whether a refusal of the call would contradict this state.
    private func mustSucceed(_ event: ServerEvent) -> Bool {
        switch event.call {
        case .signIn(.password, let password, _): isUsable && self.password == password
        case .refresh(let holding):
            event.isTimely && isUsable && signIns[holding.signIn]?.contains(holding.tokenNumber) == true
        case .getUser(let holding), .signOut(let holding):
            event.isTimely && isUsable && signIns[holding.signIn] != nil
        case .changePassword(let holding, let former, _):
            event.isTimely && isUsable && signIns[holding.signIn] != nil && password == former
        case .confirmDevice, .rememberDevice, .forgetDevice, .signInWithDevice, .registerPasskey, .signInWithPasskey,
            .deletePasskey:
            mustUseFactor(event)
        case .signUp: status == .absent
        case .adminConfirm: status == .unconfirmed
        case .revoke, .adminLook: true
        case .adminSignOut, .adminDisable, .adminEnable, .adminDelete, .adminSetPassword: status != .absent
        // These depend on codes and clocks as well.
        case .signIn, .signInByCode, .confirmSignUp, .resendCode, .forgotPassword, .confirmForgotPassword, .again,
            .adminResetPassword, .startImport, .advanceImports:
            false
        }
    }

    /// The state after the call had its effect; nil if it cannot have it in this state.
    private func after(_ event: ServerEvent) -> Account? {
        var next = self
        switch event.call {
        case .signUp(let password):
            guard status == .absent else { return nil }
            next = Account(status: .unconfirmed, password: password)
        case .confirmSignUp, .adminConfirm:
            guard status == .unconfirmed else { return nil }
            next.status = .confirmed
        // A client that hides unknown users gets the same answer for each name.
        case .resendCode, .forgotPassword: return self
        // The run itself keeps what it knows of imports.
        case .startImport, .advanceImports: return self
        case .signIn(_, let password, _):
            guard isUsable, self.password == password else { return nil }
            next.begin(event)
        case .signInByCode:
            // The code confirms the address, and with it the account.
            guard isEnabled, status == .confirmed || status == .unconfirmed else { return nil }
            next.status = .confirmed
            next.begin(event)
        case .refresh(let holding): return refreshed(holding, event)
        case .getUser(let holding): return isUsable && signIns[holding.signIn] != nil ? self : nil
        case .revoke(let holding):
            // A refresh token that was removed leads to no sign-in.
            guard !signInsOfForgottenDevices.contains(holding.signIn) else { return self }
            next.signIns[holding.signIn] = nil
        // The server checks the token when these begin; the sign-in may end before they do.
        case .signOut:
            guard event.wasSignedIn else { return nil }
            next.signIns = [:]
        case .changePassword(_, let former, let new):
            guard event.wasSignedIn, status != .absent, password == former else { return nil }
            next.password = new
        case .confirmForgotPassword(_, let password):
            guard status != .absent, isEnabled else { return nil }
            (next.status, next.password, next.signIns) = (.confirmed, password, [:])
        case .again: return nil
        case .confirmDevice, .rememberDevice, .forgetDevice, .signInWithDevice, .registerPasskey, .signInWithPasskey,
            .deletePasskey:
            return afterFactor(event)
        case .adminSignOut, .adminDisable, .adminEnable, .adminDelete, .adminResetPassword, .adminSetPassword,
            .adminLook:
            return administered(event)
        }
        return next
    }

    private func administered(_ event: ServerEvent) -> Account? {
        if case .seen(let status, let isEnabled) = event.answer {
            return status == self.status && (isEnabled == self.isEnabled || status == .absent) ? self : nil
        }
        guard status != .absent else { return nil }
        var next = self
        switch event.call {
        case .adminSignOut: next.signIns = [:]
        case .adminDisable: (next.isEnabled, next.signIns) = (false, [:])
        case .adminEnable: next.isEnabled = true
        case .adminDelete: next = Account()
        case .adminResetPassword:
            guard isEnabled, status != .unconfirmed else { return nil }
            (next.status, next.signIns) = (.mustReset, [:])
        case .adminSetPassword(let password): (next.status, next.password, next.signIns) = (.confirmed, password, [:])
        default: break
        }
        return next
    }

    mutating func begin(_ event: ServerEvent) {
        guard let number = event.newSignIn else { return }
        signIns[number] = [event.newToken ?? 0]
    }

    /// The state after a refresh; a client with rotation gets another refresh token.
    private func refreshed(_ holding: ServerCall.Holding, _ event: ServerEvent) -> Account? {
        guard isUsable, let unreplaced = signIns[holding.signIn] else { return nil }
        guard holding.client.gracePeriod != nil else { return unreplaced.contains(holding.tokenNumber) ? self : nil }
        guard unreplaced.contains(holding.tokenNumber) || event.isWithinGrace else { return nil }
        var next = self
        next.signIns[holding.signIn] = unreplaced.subtracting([holding.tokenNumber])
        if let token = event.newToken { next.signIns[holding.signIn]?.insert(token) }
        return next
    }

    /// The state after the server has noticed that a replaced refresh token was used again; nil if it was not.
    private func afterReuse(_ event: ServerEvent) -> Account? {
        guard case .refresh(let holding) = event.call, let unreplaced = signIns[holding.signIn],
            !unreplaced.contains(holding.tokenNumber)
        else { return nil }
        var next = self
        next.signIns[holding.signIn] = nil
        return next
    }
}
