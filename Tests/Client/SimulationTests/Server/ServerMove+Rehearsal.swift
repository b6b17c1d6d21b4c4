// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension ServerMove.Kind {
    /// The steps before one call of this kind, and the call, during which the process ends.
    func rehearsal(ending end: ProcessEnd) -> [ServerStep] {
        let steps = preparation.enumerated().map { index, kind in
            ServerStep.calls([kind.move], end: nil, seed: UInt64(index))
        }
        return steps + [.calls([move], end: end, seed: 99)]
    }

    /// Whether a call of this kind commits something; a session string that was answered is refused by a read.
    var writes: Bool { ![.getUser, .adminLook, .again].contains(self) }

    /// The calls that a call of this kind needs to have an effect.
    private var preparation: [ServerMove.Kind] {
        switch self {
        case .signUp, .signIn, .signInWrongly, .signInWithSRP, .signInByCode, .signInWithTOTP, .forgotPassword,
            .adminSignOut, .adminDisable, .adminDelete, .adminResetPassword, .adminSetPassword, .adminLook,
            .startImport:
            []
        case .confirmSignUp, .resendCode, .adminConfirm: [.signUp]
        case .again: [.signInByCode]
        case .advanceImports: [.startImport]
        case .refresh, .getUser, .revoke, .signOut, .changePassword, .confirmDevice, .registerPasskey: [.signIn]
        case .rememberDevice, .forgetDevice: [.signIn, .confirmDevice]
        case .signInWithDevice: [.signIn, .confirmDevice, .rememberDevice]
        case .signInWithPasskey, .deletePasskey: [.signIn, .registerPasskey]
        case .refreshWithOld: [.signIn, .refresh]
        case .confirmForgotPassword: [.forgotPassword]
        case .adminEnable: [.adminDisable]
        }
    }

    /// A call of a newcomer where one is needed, else of a resident, with the client that rotates refresh tokens.
    private var move: ServerMove {
        let isNew = [.signUp, .confirmSignUp, .resendCode, .adminConfirm].contains(self)
        return ServerMove(kind: self, user: isNew ? "eve" : "ada", pick: 1, delay: 0)
    }
}
