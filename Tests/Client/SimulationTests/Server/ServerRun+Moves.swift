// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

extension ServerRun {
    /// The password of no user.
    static let wrongPassword = "Wrong-Horse-0!"

    /// The request that a move makes now; nil where there is nothing to make it with.
    func call(for move: ServerMove, isExact: Bool) -> (user: String, call: ServerCall)? {
        switch move.kind {
        case .refresh, .refreshWithOld, .getUser, .revoke, .signOut, .changePassword:
            return call(withTokens: move, isExact: isExact)
        case .again:
            guard !spent.isEmpty else { return nil }
            let (user, request) = spent[move.pick % spent.count]
            return (user, .again(request))
        case .signInWithTOTP:
            let user = ServerLandscape.userWithTOTP
            return model.password(of: user).map { (user, .signIn(.totp, password: $0, client(move))) }
        case .confirmDevice, .rememberDevice, .forgetDevice, .signInWithDevice, .registerPasskey, .signInWithPasskey,
            .deletePasskey:
            return call(withFactor: move)
        case .startImport: return (ServerLandscape.importer, .startImport(newImport()))
        case .advanceImports: return (ServerLandscape.importer, .advanceImports)
        default: return call(about: move).map { (move.user, $0) }
        }
    }

    private func call(about move: ServerMove) -> ServerCall? {
        switch move.kind {
        case .signUp: .signUp(password: newPassword())
        case .confirmSignUp:
            office.letters(to: move.user, .signUp, .resendCode).last.map { .confirmSignUp(code: $0.code) }
        case .resendCode: .resendCode
        case .signIn: knownPassword(of: move.user).map { .signIn(.password, password: $0, client(move)) }
        case .signInWithSRP: knownPassword(of: move.user).map { .signIn(.srp, password: $0, client(move)) }
        case .signInWrongly: .signIn(.password, password: Self.wrongPassword, client(move))
        case .signInByCode: .signInByCode(client(move))
        case .forgotPassword: .forgotPassword
        case .confirmForgotPassword: letter(move).map { .confirmForgotPassword($0, password: newPassword()) }
        case .adminSignOut: .adminSignOut
        case .adminDisable: .adminDisable
        case .adminEnable: .adminEnable
        case .adminDelete: .adminDelete
        case .adminConfirm: .adminConfirm
        case .adminResetPassword: .adminResetPassword
        case .adminSetPassword: .adminSetPassword(newPassword())
        case .adminLook: .adminLook
        default: nil
        }
    }

    private func call(withTokens move: ServerMove, isExact: Bool) -> (user: String, call: ServerCall)? {
        guard !signIns.isEmpty else { return nil }
        // The newest sign-ins are chosen more often.
        let recent = min(signIns.count, move.pick.isMultiple(of: 3) ? signIns.count : 3)
        let number = isExact ? move.pick : signIns.count - 1 - move.pick % recent
        let signIn = signIns[number]
        let last = signIn.refreshTokens.count - 1
        let token = move.kind == .refreshWithOld ? move.pick % max(last, 1) : last
        let holding = holding(number, token: token)
        let call: ServerCall? =
            switch move.kind {
            case .refresh, .refreshWithOld: .refresh(holding)
            case .getUser: .getUser(holding)
            case .revoke: .revoke(holding)
            case .signOut: .signOut(holding)
            case .changePassword:
                knownPassword(of: signIn.user).map { .changePassword(holding, from: $0, to: newPassword()) }
            default: nil
            }
        return call.map { (signIn.user, $0) }
    }

    /// The tokens of a sign-in, with the refresh token of this number.
    func holding(_ number: Int, token: Int) -> ServerCall.Holding {
        let signIn = signIns[number]
        return ServerCall.Holding(
            signIn: number, client: signIn.client, accessToken: signIn.accessToken,
            refreshToken: signIn.refreshTokens[token], tokenNumber: token, deviceKey: signIn.device?.key)
    }

    func client(_ move: ServerMove) -> ServerLandscape.Client {
        landscape.clients[move.pick % landscape.clients.count]
    }

    /// A password that the user may have; nil for a user who has none.
    func knownPassword(of user: String) -> String? {
        model.states(of: user).map(\.password).filter { !$0.isEmpty }.max()
    }

    /// The newest message with a code for a new password, and sometimes an older one.
    private func letter(_ move: ServerMove) -> PostOffice.Letter? {
        let letters = office.letters(to: move.user, .forgotPassword)
        return move.pick.isMultiple(of: 3) ? letters.dropLast(move.pick / 3 % 3).last : letters.last
    }
}
