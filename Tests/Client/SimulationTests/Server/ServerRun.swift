// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import Synchronization

/// A run of the server alone: callers, a disk, clocks and ends of its process, all drawn from a seed.
///
/// After each step it checks the promises of ``ServerPromise``.
final class ServerRun {
    /// A sign-in whose tokens a client has.
    struct SignIn {
        let user: String
        let client: ServerLandscape.Client
        let startedAt: Date
        var accessToken: String
        var accessTokenAt: Date
        /// All refresh tokens of the sign-in, the newest last.
        var refreshTokens: [String]
        /// The device that the sign-in got keys for, or has proved.
        let device: SimulatedDevice?
    }

    /// A refresh token that was sent.
    struct SentToken {
        let signIn: Int
        let number: Int
        let date: Date
    }

    /// What a run follows from, apart from its steps.
    struct Setting: Sendable {
        let seed: UInt64
        /// Whether the database is in files, whose power is cut at the end of each process.
        var onDisk = false
        var bug: PlantedBug?
    }

    let landscape: ServerLandscape
    let gatehouse: TestGatehouse
    let stage: Stage
    let journal: Journal
    let faults = DiskFaults()
    let codes: CodeRegister
    let complaints = Complaints()
    let office: PostOffice
    let medium: ServerMedium
    let steady = SteadyClock()
    let bug: PlantedBug?
    var server: RunningServer
    var model = ServerModel(
        residents: ServerLandscape.residents + [ServerLandscape.userWithTOTP] + ServerLandscape.visitors,
        password: ServerLandscape.password)
    var signIns: [SignIn] = []
    var sentTokens: [SentToken] = []
    /// The devices that a client has tried to confirm.
    var devices: [SimulatedDevice] = []
    var passkeys: [SimulatedPasskey] = []
    /// The number of files that were to be imported, and the ids of the jobs whose start was acknowledged.
    private(set) var importFiles = 0
    var startedImports: Set<String> = []
    /// The answers to challenges that were accepted.
    var spent: [(user: String, request: RespondToAuthChallengeRequest)] = []
    /// The ids of messages whose code was accepted.
    var usedLetters: Set<String> = []
    /// The failed attempts of each user that must be counted at least.
    var failures: [String: (count: Int, at: Date)] = [:]
    /// The latest time that the server's clock has shown.
    var latest: Date
    private var seeds: Dice
    private var passwords = 0
    private var authenticators: UInt64 = 0
    /// Orders the beginnings and ends of calls.
    let order = Order()

    private init(
        _ landscape: ServerLandscape, _ stage: Stage, _ journal: Journal, _ seeds: Dice, _ setting: Setting
    ) throws {
        self.landscape = landscape
        self.stage = stage
        self.journal = journal
        self.seeds = seeds
        bug = setting.bug
        gatehouse = try landscape.gatehouse.copy(seed: seeds.word())
        medium = try ServerMedium(
            copying: gatehouse.storage, onDisk: setting.onDisk, dice: seeds.branch(), bug: setting.bug)
        codes = CodeRegister(gatehouse.sealer(entropy: .seeded(1)))
        office = PostOffice(codes, complaints)
        latest = gatehouse.clock.now
        server = RunningServer(
            gatehouse, medium: medium, stage: stage, faults: faults, office: office, codes: codes, journal: journal,
            steady: steady, seed: seeds.word(), bug: bug)
    }

    /// Plays steps, and then checks what is left.
    ///
    /// - Returns: the journal, which is the same for the same setting and steps.
    static func play(
        _ setting: Setting, steps: [ServerStep]
    ) async -> (journal: [String], failure: (any Error)?) {
        let journal = Journal()
        do {
            let landscape = try await ServerLandscape.shared.value
            let dice = Dice(seed: setting.seed)
            try await Stage.play(seed: dice.word()) { stage in
                let run = try ServerRun(landscape, stage, journal, dice.branch(), setting)
                defer { run.server.life.end() }
                for step in steps { try await run.take(step) }
                try await run.settle()
            }
            return (journal.lines, nil)
        } catch {
            return (journal.lines, error)
        }
    }

    /// Draws the steps of a seed.
    static func steps(seed: UInt64) -> [ServerStep] { ServerScript(Dice(seed: seed ^ 0x5eed)).steps(24) }

    /// A password that was never used before.
    func newPassword() -> String {
        passwords += 1
        return "Fresh-Horse-\(passwords)!"
    }

    /// A file of users that was never imported before.
    func newImport() -> SimulatedImport {
        importFiles += 1
        return SimulatedImport(number: importFiles)
    }

    /// The seed of an authenticator whose passkeys no other one has.
    func newAuthenticatorSeed() -> UInt64 {
        authenticators += 1
        return authenticators
    }
}

// MARK: - Steps

extension ServerRun {
    private func take(_ step: ServerStep) async throws {
        journal.note("\(step)")
        switch step {
        case .calls(let moves, let crowd, let end, let seed):
            faults.begin(seed: seed)
            server.load.times.begin(seed: seed &+ 1)
            if let crowd { server.load.admit(crowd) }
            if let end { server.life.limit(to: end.count, isAfter: end.isAfter) }
            try await make(moves)
            // Time for messages that no caller waits for.
            try await stage.sleep(.milliseconds(100))
            server.life.spare()
        case .restart: server.life.end()
        case .wait(let seconds): pass(Double(seconds))
        case .clock(let seconds): move(by: Double(seconds))
        case .disk(let conditions): faults.conditions = conditions
        case .purge: try await purge()
        }
        if server.life.isOver { try reboot() }
        try complaints.raise()
        try checkFailures()
        pass(0.5)
    }

    private func pass(_ seconds: Double) {
        steady.advance(by: seconds)
        move(by: seconds)
    }

    /// Moves the server's clock, also to before the time that a purge was made by.
    private func move(by seconds: Double) {
        gatehouse.clock.advance(by: seconds)
        latest = max(latest, gatehouse.clock.now)
    }

    private func purge() async throws {
        let time = server.purgeTime.next()
        do {
            try await server.installation.userPools.purgeExpired(at: time)
        } catch {
            journal.note("  the purge failed: \(error)")
        }
    }

    /// Starts a process after the end of the one before it; the database must have survived.
    func reboot() throws {
        server.life.end()
        try restartMedium()
        try checkDatabase()
        server = RunningServer(
            gatehouse, medium: medium, stage: stage, faults: faults, office: office, codes: codes, journal: journal,
            steady: steady, seed: seeds.word(), bug: bug)
        try forwardClock()
    }

    /// The end of a run: on a sound disk, everything that was acknowledged must be there.
    private func settle() async throws {
        journal.note("calm")
        faults.conditions = .calm
        try reboot()
        server.load.times.calm()
        move(by: latest.timeIntervalSince(gatehouse.clock.now) + 130)
        // The dispatcher looks for waiting messages every two seconds.
        try await stage.sleep(.seconds(10))
        try complaints.raise()
        if let code = codes.unsent(after: office.letters, validAt: latest).first {
            throw BrokenPromise(
                .messagesFollowCommits, "the \(code.purpose) code for \(code.destination) was stored and never sent")
        }
        try await settleImports()
        let users = ServerLandscape.residents + ServerLandscape.newcomers
        for user in users { try await make([ServerMove(kind: .adminLook, user: user, pick: 0, delay: 0)]) }
        for number in signIns.indices {
            try await make([ServerMove(kind: .getUser, user: "", pick: number, delay: 0)], isExact: true)
            try await make([ServerMove(kind: .refresh, user: "", pick: number, delay: 0)], isExact: true)
        }
        for number in devices.indices {
            try await make([ServerMove(kind: .signInWithDevice, user: "", pick: number, delay: 0)], isExact: true)
        }
        for number in passkeys.indices {
            try await make([ServerMove(kind: .signInWithPasskey, user: "", pick: number, delay: 0)], isExact: true)
        }
        for user in users { try await make([ServerMove(kind: .signIn, user: user, pick: 0, delay: 0)]) }
        try checkFailures()
        try reboot()
    }
}

/// Numbers moments in their order.
final class Order: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
