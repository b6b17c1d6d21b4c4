// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Finds the steps of a failed run that are enough to make it fail.
enum ServerShrinking {
    /// The longest search, in runs.
    private static let longestSearch = 150

    /// Leaves out as many steps as the failure survives, first long pieces, then single steps.
    ///
    /// - Returns: the steps that are left, with the run that they make.
    static func shrink(
        _ setting: ServerRun.Setting, _ steps: [ServerStep], failing promise: ServerPromise
    ) async -> FailedServerRun? {
        var (best, found): ([ServerStep], FailedServerRun?) = (steps, nil)
        var (length, runs) = (max(steps.count / 2, 1), 0)
        while true {
            var start = 0
            while start < best.count, runs < longestSearch {
                var fewer = best
                fewer.removeSubrange(start..<min(start + length, best.count))
                runs += 1
                let (journal, failure) = await ServerRun.play(setting, steps: fewer)
                if let failure = failure as? BrokenPromise, failure.promise == promise {
                    best = fewer
                    found = FailedServerRun(setting: setting, cause: failure, steps: best, journal: journal)
                } else {
                    start += length
                }
            }
            guard length > 1, runs < longestSearch else { return found }
            length /= 2
        }
    }
}

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
