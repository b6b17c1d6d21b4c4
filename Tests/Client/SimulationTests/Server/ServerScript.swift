// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// A step of a run; it contains every choice, so that it means the same when other steps are left out.
enum ServerStep: Sendable, Equatable, CustomStringConvertible {
    /// Calls at the same time, during which the process may end.
    ///
    /// A crowd may have arrived before them.
    case calls([ServerMove], crowd: Crowd? = nil, end: ProcessEnd?, seed: UInt64)
    /// The process ends and another one starts.
    case restart
    /// Time passes.
    case wait(seconds: Int)
    /// The server's clock jumps, forwards or backwards.
    case clock(seconds: Int)
    /// The disk behaves in another way from now on.
    case disk(DiskFaults.Conditions)
    /// Expired rows are removed.
    case purge

    var description: String {
        switch self {
        case .calls(let moves, let crowd, let end, let seed):
            "calls "
                + (moves.map(\.description) + [crowd?.description, end?.description].compactMap(\.self))
                .joined(separator: ", ") + ", seed \(seed)"
        case .restart: "restart"
        case .wait(let seconds): "\(seconds) s pass"
        case .clock(let seconds): "the clock jumps by \(seconds) s"
        case .disk(let conditions): "\(conditions)"
        case .purge: "purge"
        }
    }
}

/// The end of a process at one of the commits and messages of a step.
struct ProcessEnd: Sendable, Equatable, CustomStringConvertible {
    /// The number of commits and messages before it.
    let count: Int
    /// Whether the last of them takes place.
    let isAfter: Bool

    var description: String { "the process ends \(isAfter ? "after" : "before") event \(count)" }
}

/// A call in a script; its subject is chosen from the present state when the call is made.
struct ServerMove: Sendable, Equatable, CustomStringConvertible {
    enum Kind: Sendable, CaseIterable {
        case signUp, confirmSignUp, resendCode
        case signIn, signInWrongly, signInWithSRP, signInByCode, signInWithTOTP, again
        case refresh, refreshWithOld, getUser, revoke, signOut, changePassword
        case forgotPassword, confirmForgotPassword
        case confirmDevice, rememberDevice, forgetDevice, signInWithDevice
        case registerPasskey, signInWithPasskey, deletePasskey
        case startImport, advanceImports
        case adminSignOut, adminDisable, adminEnable, adminDelete, adminConfirm, adminResetPassword, adminSetPassword
        case adminLook
    }

    let kind: Kind
    let user: String
    /// Chooses a client, a sign-in or a message.
    let pick: Int
    /// The time from the beginning of the step, in milliseconds.
    let delay: Int

    var description: String { "\(kind)(\(user), \(pick))" }
}

/// Draws the steps of a run from a seed.
struct ServerScript {
    private let dice: Dice

    init(_ dice: Dice) {
        self.dice = dice
    }

    func steps(_ count: Int) -> [ServerStep] {
        (0..<count).map { _ in step() }
    }

    private func step() -> ServerStep {
        let kinds: [(weight: Int, value: () -> ServerStep)] = [
            (70, calls), (4, { .restart }), (8, wait), (6, clock), (10, disk), (4, { .purge }),
        ]
        return dice.pick(kinds)?() ?? .restart
    }

    private func calls() -> ServerStep {
        let count = dice.chance(40) ? 1 : 2 + dice.below(2)
        // Callers often meet at the same user.
        let common = dice.chance(60) ? user() : nil
        let moves = (0..<count).map { _ in move(common) }
        let end = dice.chance(25) ? ProcessEnd(count: dice.below(6), isAfter: dice.chance(50)) : nil
        let crowd = dice.chance(25) ? crowd() : nil
        let seed = dice.word()
        return .calls(moves + (crowd == nil ? Rush.moves(Dice(seed: ~seed)) : []), crowd: crowd, end: end, seed: seed)
    }

    private func crowd() -> Crowd {
        Crowd(
            priority: dice.chance(50) ? .beginning : .continuing,
            milliseconds: dice.pick([100, 300, 600, 1_500, 2_500]) ?? 300)
    }

    private func user() -> String { dice.pick(ServerLandscape.residents + ServerLandscape.newcomers) ?? "ada" }

    private func move(_ common: String?) -> ServerMove {
        let kinds: [(weight: Int, value: ServerMove.Kind)] = [
            (8, .signUp), (8, .confirmSignUp), (3, .resendCode), (14, .signIn), (8, .signInWrongly),
            (1, .signInWithSRP), (4, .signInByCode), (3, .signInWithTOTP), (6, .again), (16, .refresh),
            (5, .refreshWithOld), (8, .getUser), (4, .revoke), (3, .signOut), (5, .changePassword),
            (6, .forgotPassword), (7, .confirmForgotPassword), (3, .adminSignOut), (3, .adminDisable),
            (5, .adminEnable), (2, .adminDelete), (2, .adminConfirm), (2, .adminResetPassword),
            (3, .adminSetPassword), (4, .adminLook), (3, .confirmDevice), (3, .rememberDevice), (2, .forgetDevice),
            (3, .signInWithDevice), (8, .registerPasskey), (6, .signInWithPasskey), (8, .deletePasskey),
            (2, .startImport), (4, .advanceImports),
        ]
        return ServerMove(
            kind: dice.pick(kinds) ?? .adminLook, user: common ?? user(), pick: dice.below(1_000),
            delay: dice.below(60))
    }

    private func clock() -> ServerStep {
        .clock(seconds: dice.pick([40, 1_000, 4_000, 86_400, -1, -40, -600, -1_000, -4_000, -86_400]) ?? 1)
    }

    private func wait() -> ServerStep {
        .wait(seconds: dice.pick([1, 31, 45, 61, 180, 600, 1_000, 3_700, 86_400]) ?? 1)
    }

    private func disk() -> ServerStep {
        let conditions: [(weight: Int, value: DiskFaults.Conditions)] = [
            (40, .calm), (10, .init(slowness: 2_000)), (15, .init(full: 40)), (15, .init(commits: 30)),
            (15, .init(doubtful: 30)), (10, .init(reads: 20)),
            (5, .init(reads: 5, full: 10, commits: 10, doubtful: 10)),
        ]
        return .disk(dice.pick(conditions) ?? .calm)
    }
}
