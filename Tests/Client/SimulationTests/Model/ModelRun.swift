// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// One sequence of calls, compared with the model call by call.
final class ModelRun {
    /// A state that was reached and a call that was made in it.
    struct Pair: Hashable, Sendable {
        let situation: ModelState.Situation
        let call: ModelCall
    }

    struct Mismatch: Error, CustomStringConvertible {
        let state: ModelState
        let call: ModelCall
        let outcome: ModelOutcome
        let journal: [String]

        var description: String {
            """
            \(call.rawValue) ended with \(outcome) in \(state), where the model has \(state.ends(of: call).keys)
            \(journal.joined(separator: "\n"))
            """
        }
    }

    private let stage: Stage
    private let server: ServerSide
    private let device: AppProcess.Device
    private let dice: Dice
    private var process: AppProcess
    private var state: ModelState
    private var reached: Set<Pair> = []
    private var names = 0
    private var waitingName: String?

    /// Brings an app into a situation, makes a call there, and continues at random.
    ///
    /// - Returns: the pairs that were reached.
    /// - Throws: `Mismatch`.
    static func play(_ pair: Pair, seed: UInt64, steps: Int) async throws -> Set<Pair> {
        let landscape = try await Landscape.shared.value
        let dice = Dice(seed: seed)
        return try await Stage.play(seed: dice.word()) { stage in
            let run = try ModelRun(landscape, pair.situation.setup, dice, stage)
            try await run.bring(to: pair.situation)
            try await run.make(pair.call)
            for _ in 0..<steps { try await run.step() }
            return run.reached
        }
    }

    private init(_ landscape: Landscape, _ setup: ModelState.Setup, _ dice: Dice, _ stage: Stage) throws {
        let client = landscape.clients[0]
        server = try ServerSide(landscape, client: client, stage: stage, seed: dice.word())
        let pools: Landscape.Pools? =
            switch setup {
            case .unconfigured: nil
            case .identityPoolOnly: .identityPoolOnly
            case .both: .both
            }
        device = AppProcess.Device(
            server: server, shelf: Shelf(), clockError: ClockError(), weather: Weather(), journal: Journal(),
            dice: dice.branch(), configuration: pools.map { landscape.configuration(client, $0) },
            isStoreShared: false, sabotage: nil
        )
        self.stage = stage
        self.dice = dice
        process = try AppProcess(on: device)
        state = ModelState(setup)
    }

    private func bring(to situation: ModelState.Situation) async throws {
        switch situation {
        case .unconfigured, .noUserPool, .nobody: break
        case .guest: try await make(.fetchSession)
        case .asking: try await make(.signInTemporaryPassword)
        case .askingForCode: try await make(.signInSecondFactor)
        case .signedIn: try await make(.signIn)
        case .revoked:
            try await make(.signIn)
            try revoke()
        case .expired:
            try await make(.signIn)
            try revoke()
            try await make(.fetchSessionForced)
        case .federationFailed: try await make(.federateToIdentityPool)
        }
    }

    private func step() async throws {
        switch dice.below(100) {
        case 0..<10: setOnline(!state.isOnline)
        case 10..<15:
            device.journal.note("an hour and more pass")
            try await stage.sleep(.seconds(4_200))
            state = state.later
        case 15..<20:
            device.journal.note("the app starts anew")
            process.life.end()
            process = try AppProcess(on: device)
            state = state.restarted
        case 20..<24: try revoke()
        case 24..<45: try await make(dice.pick(Self.steering) ?? .fetchSession)
        default: try await make(dice.pick(ModelCall.allCases) ?? .fetchSession)
        }
    }

    /// The calls that lead from one situation to another.
    private static let steering: [ModelCall] = [
        .signIn, .signInTemporaryPassword, .signInSecondFactor, .confirmSignIn, .confirmSignInCode, .signOut, .signUp,
        .confirmSignUp, .autoSignIn,
    ]
}

// MARK: - Steps

extension ModelRun {
    private func setOnline(_ isOnline: Bool) {
        device.journal.note(isOnline ? "online" : "offline")
        device.weather.conditions.isOffline = !isOnline
        state.isOnline = isOnline
    }

    private func revoke() throws {
        guard state.session == .user else { return }
        device.journal.note("an administrator ends all sessions")
        // Which of them is signed in makes no difference.
        for user in Landscape.users + [Landscape.userWithCodes] + (1...max(names, 1)).map(Self.name).prefix(names) {
            try server.endSessions(of: user)
        }
        state = state.revoked
    }

    private static func name(_ number: Int) -> String { "new\(number)" }

    private func make(_ call: ModelCall) async throws {
        if call == .signInTemporaryPassword { try server.setTemporaryPassword(of: ModelArguments.newcomer) }
        let isWaiting = if case .unconfirmed = state.signUp { true } else { false }
        let waiting = (isWaiting ? waitingName : nil) ?? "unknown"
        let arguments = ModelArguments(
            newName: Self.name(names + 1),
            waitingName: waiting,
            code: server.code(sentTo: "\(waiting)@example.com") ?? "000000",
            secondFactorCode: server.code(sentTo: Landscape.phone) ?? "000000"
        )
        device.journal.note("\(call.rawValue)")
        let outcome = await answer(to: call, arguments)
        device.journal.note("  \(outcome)")
        reached.insert(Pair(situation: state.situation, call: call))
        guard let next = state.ends(of: call)[outcome] else {
            throw Mismatch(state: state, call: call, outcome: outcome, journal: device.journal.lines)
        }
        if outcome == .step(.confirmUser) {
            names += 1
            waitingName = arguments.newName
        }
        for user in server.ledger.update({ state in
            defer { state.deletedUsers = [] }
            return state.deletedUsers.sorted()
        }) {
            try server.make(user)
        }
        state = next
    }

    /// Makes the call; now and then its task is cancelled on the way, which must make no difference but to a sign-in.
    private func answer(to call: ModelCall, _ arguments: ModelArguments) async -> ModelOutcome {
        let plugin = process.plugin
        let task = Task { await call.perform(plugin, arguments) }
        if !call.isSignIn, dice.chance(25) {
            try? await stage.sleep(dice.duration(upTo: .milliseconds(300)))
            task.cancel()
        }
        return await task.value
    }
}

extension ModelState.Situation {
    /// With which configuration it can be reached.
    fileprivate var setup: ModelState.Setup {
        switch self {
        case .unconfigured: .unconfigured
        case .noUserPool: .identityPoolOnly
        case .nobody, .guest, .asking, .askingForCode, .signedIn, .revoked, .expired, .federationFailed: .both
        }
    }
}
