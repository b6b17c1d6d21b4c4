// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

/// A sequence of random calls.
///
/// It checks that each call ends in time, that each error is one of the API, that a sign-out ends every session and
/// every pending sign-in, and that a user can sign in afterwards without a restart of the app.
final class SequenceRun {
    /// A call at a step of a sign-in.
    struct Visit: Hashable, Sendable {
        enum Deed: Hashable, Sendable, CaseIterable {
            case answer, wrongAnswer, signIn, signOut, otherCall, restart
        }

        let step: SequenceStep
        let deed: Deed
    }

    /// The steps and challenges that a sequence has reached.
    struct Tour: Sendable {
        var visits: Set<Visit> = []
        /// The challenges that were answered to the server.
        var challenges: Set<String> = []
        var calls = 0

        mutating func join(_ other: Tour) {
            visits.formUnion(other.visits)
            challenges.formUnion(other.challenges)
            calls += other.calls
        }
    }

    enum Flaw: Error, Equatable {
        case late, foreign, notSignedIn, notSignedOut, forgotten
    }

    struct Failure: Error, CustomStringConvertible {
        let seed: UInt64
        let cause: any Error
        let journal: [String]

        var description: String { "seed \(seed): \(cause)\n\(journal.joined(separator: "\n"))" }
    }

    let stage: Stage
    let server: ServerSide
    let device: AppProcess.Device
    let dice: Dice
    let pool: Playground.Pool
    var process: AppProcess
    var tour = Tour()
    /// The step at which the sign-in waits, by the answers that the app got.
    var step = AuthSignInStep.done
    /// The user who signs in.
    var user = "ada"
    var resumes = false
    /// Whether the app has just started anew at a step that survives it.
    var hasResumed = false
    var secrets: [String: String]
    /// Whether calls are cancelled now and then, by which a sign-in ends.
    private var cancels = false
    /// Whether Ada may have a passkey.
    var hasPasskey = false
    private var names = 0

    /// Plays a sequence.
    ///
    /// - Returns: the steps that it has reached.
    /// - Throws: `Failure`.
    static func play(seed: UInt64, steps: Int = 5) async throws -> Tour {
        let playground = try await Playground.shared.value
        let dice = Dice(seed: seed)
        let journal = Journal()
        do {
            return try await Stage.play(seed: dice.word()) { stage in
                let run = try SequenceRun(playground, dice, stage, journal)
                try await run.begin()
                run.cancels = true
                for _ in 0..<steps { try await run.step() }
                run.cancels = false
                try await run.settle()
                return run.tour
            }
        } catch {
            throw Failure(seed: seed, cause: error, journal: journal.lines)
        }
    }

    private init(_ playground: Playground, _ dice: Dice, _ stage: Stage, _ journal: Journal) throws {
        // Devices cost arithmetic at each sign-in, and would take most of the time.
        let weights: [(weight: Int, value: Playground.Kind)] = [(68, .open), (30, .strict), (2, .tracking)]
        let kind = dice.pick(weights) ?? .open
        pool = playground.pools.first { $0.kind == kind } ?? playground.pools[0]
        server = try ServerSide(playground.gatehouse, pool: pool.id, gracePeriod: nil, stage: stage, seed: dice.word())
        device = AppProcess.Device(
            server: server, shelf: Shelf(), clockError: ClockError(), weather: Weather(), journal: journal,
            dice: dice.branch(), configuration: playground.configuration(pool), isStoreShared: false, sabotage: nil
        )
        self.stage = stage
        self.dice = dice
        secrets = pool.secrets
        process = try AppProcess(on: device)
        journal.note("\(pool.kind)")
    }

    /// Continues to a step that random calls seldom reach.
    private func begin() async throws {
        switch pool.kind {
        case .open where dice.chance(10):
            try await signIn(as: "ada", .userPassword)
            try await call(.associateWebAuthnCredential, as: .otherCall)
            try await call(.signOut, as: .signOut)
            hasPasskey = true
        case .strict where dice.chance(60):
            try await signIn(as: "gus", .userPassword)
            if dice.chance(70) { try await confirm(rightly: true) }
        case .tracking:
            try await signIn(as: "ada", .userPassword)
            try await call(.signOut, as: .signOut)
        case .open, .strict: break
        }
    }

    private func step() async throws {
        switch dice.below(100) {
        case 0..<28: try await signIn()
        case 28..<60: try await confirm(rightly: dice.chance(70))
        case 60..<68: try await call(.signOut, as: .signOut)
        case 68..<76: try restart()
        case 76..<80: setOnline(device.weather.conditions.isOffline)
        case 80..<83:
            device.journal.note("an hour and more pass")
            try await stage.sleep(.seconds(4_200))
            // A sign-in waits no longer than its session string lives.
            hasResumed = false
            resumes = false
        default: try await call(dice.pick(ModelCall.allCases) ?? .fetchSession, as: .otherCall)
        }
    }

    private func setOnline(_ isOnline: Bool) {
        device.journal.note(isOnline ? "online" : "offline")
        device.weather.conditions.isOffline = !isOnline
    }

    private func restart() throws {
        visit(.restart)
        device.journal.note("the app starts anew")
        process.life.end()
        process = try AppProcess(on: device)
        hasResumed = resumes && step != .done
        if !hasResumed { step = .done }
    }

    func visit(_ deed: Visit.Deed) {
        if let step = SequenceStep(step) { tour.visits.insert(Visit(step: step, deed: deed)) }
    }

    /// After any sequence a user can sign out, at whatever step it ended, and sign in.
    private func settle() async throws {
        try await call(.signOut, as: .signOut)
        setOnline(true)
        // Every lock-out has ended by then.
        try await stage.sleep(.seconds(90_000))
        try await signIn(as: "ada", .userPassword)
        for _ in 1...8 where step != .done { try await confirm(rightly: true) }
        let plugin = process.plugin
        guard try await timed("getCurrentUser", { try await plugin.getCurrentUser().username }) == "ada" else {
            throw Flaw.notSignedIn
        }
        tour.challenges = server.ledger.update { $0.challenges }
    }

    private func call(_ call: ModelCall, as deed: Visit.Deed) async throws {
        visit(deed)
        let arguments = ModelArguments(
            newName: "new\(names)",
            waitingName: "new\(names)",
            code: server.code(sentTo: "new\(names)@example.com") ?? "000000",
            secondFactorCode: "000000"
        )
        if call == .signUp { names += 1 }
        let plugin = process.plugin
        let outcome = try await timed(call.rawValue) { await call.perform(plugin, arguments) }
        if outcome == .failed(.foreign) { throw Flaw.foreign }
        if case .signOut(let view) = outcome { try await expectNobody(after: view, arguments) }
        if call.movesSignIn {
            // The step, if there is one, is not followed further.
            hasResumed = false
            resumes = false
            step = .done
        }
        for user in server.ledger.update({ state in
            defer { state.deletedUsers = [] }
            return state.deletedUsers.sorted()
        }) {
            try server.make(user)
        }
    }

    /// After a sign-out no user is signed in and no sign-in waits, though the app may have been at any step of one.
    private func expectNobody(after view: SignOutView, _ arguments: ModelArguments) async throws {
        if view == .failed { throw Flaw.notSignedOut }
        hasResumed = false
        let plugin = process.plugin
        let troubles: [(call: ModelCall, trouble: Trouble)] = [
            (.getCurrentUser, .signedOut), (.confirmSignIn, .invalidState),
        ]
        for (call, trouble) in troubles {
            let outcome = try await timed(call.rawValue) { await call.perform(plugin, arguments) }
            if outcome != .failed(trouble) { throw Flaw.notSignedOut }
        }
    }

    /// Makes a call, which may be cancelled on the way, and checks that it ends in time.
    func timed<Value: Sendable>(
        _ name: String, _ call: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        device.journal.note(name)
        tour.calls += 1
        let (stage, start) = (stage, stage.elapsed)
        let task = Task {
            do {
                return (Result<Value, any Error>.success(try await call()), stage.elapsed - start)
            } catch {
                return (.failure(error), stage.elapsed - start)
            }
        }
        if cancels, dice.chance(25) {
            try? await stage.sleep(dice.duration(upTo: .milliseconds(300)))
            task.cancel()
        }
        let (result, took) = await task.value
        if took > FaultRun.longestCall { throw Flaw.late }
        switch result {
        case .success(let value):
            device.journal.note("  \(value)")
            return value
        case .failure(let error):
            device.journal.note("  \(error)")
            if Trouble(error) == .foreign { throw Flaw.foreign }
            if hasResumed, name == "confirmSignIn", Trouble(error) == .invalidState { throw Flaw.forgotten }
            return nil
        }
    }
}

extension ModelCall {
    /// Whether the call may change the step at which a sign-in waits.
    fileprivate var movesSignIn: Bool {
        isSignIn || self == .signOut || self == .signOutEverywhere
    }
}
