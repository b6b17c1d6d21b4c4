// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTesting

/// One run: an app with calls, faults and restarts that are drawn from a seed.
///
/// The seed decides what happens, and the machine in which order calls at the same time proceed.
final class MobileRun {
    /// A call that was made, and its answer.
    struct Pending {
        let name: String
        let answer: Answer<Void>
    }

    let world: MobileWorld
    let token: String
    let dice: Dice
    let journal = Journal()
    let shelf = InMemoryCredentialStore()
    private let phone: Phone
    var app: MobileApp
    var pending: [Pending] = []
    var isOffline = false
    /// The state before the first change that the listener receives.
    var initial = UserState.unknown
    /// How many sign-outs the app has asked for, and how many of these can have failed.
    var signOuts = 0
    var doubtfulSignOuts = 0
    private var process: ProcessStore

    /// Plays a run.
    ///
    /// - Throws: `FailedMobileRun`.
    static func play(seed: UInt64, steps: Int = 24) async throws {
        let run: MobileRun
        do {
            run = try await MobileRun(seed)
        } catch {
            throw FailedMobileRun(seed: seed, cause: error, journal: [])
        }
        do {
            for _ in 0..<steps { try await run.step() }
            try await run.finish()
        } catch {
            run.app.client.signOut()
            throw FailedMobileRun(
                seed: seed, cause: error, journal: run.journal.lines + run.app.log.changes.map { "heard \($0)" })
        }
    }

    private init(_ seed: UInt64) async throws {
        let landscape = try await MobileLandscape.shared.value
        dice = Dice(seed: seed)
        let number = dice.below(landscape.worlds.count)
        world = try landscape.worlds[number].copy(seed: seed)
        token = landscape.tokens[number]
        let pools: MobileWorld.Pools = dice.chance(70) ? .both : .userPoolOnly
        journal.note("rotation: \(number == 1), pools: \(pools)")
        process = ProcessStore(shelf)
        phone = world.phone(pools, store: process)
        app = phone.app()
        initial = try await app.initialize().value()
    }

    /// Ends the process of the app, and starts it again.
    func restart() async throws {
        process.end()
        app.network.end()
        app.network.release()
        // Ends the search for the network in the former process.
        app.client.releaseSignInWait()
        pending = []
        (signOuts, doubtfulSignOuts) = (0, 0)
        process = ProcessStore(shelf)
        var phone = phone
        phone.store = process
        phone.network = MobileNetwork(world.gatehouse.transport)
        phone.clock = MobileClock(world.gatehouse.clock)
        app = phone.app()
        setOffline(isOffline)
        initial = try await app.initialize().value()
        journal.note("restart: \(initial)")
        if initial != .signedIn, initial != .signedOut, initial != .guest {
            throw MobileViolation(rule: .transition, details: "initialize gave \(initial)")
        }
    }

    func setOffline(_ isOffline: Bool) {
        self.isOffline = isOffline
        app.network.fail(isOffline ? .unreachable : nil)
        // Time passes for those who look for the network once it is back.
        app.phone.clock.flow(!isOffline)
    }
}

/// A repeatable random source: every value follows from a seed.
struct Dice: Sendable {
    private let entropy: Entropy

    init(seed: UInt64) { entropy = .seeded(seed) }

    /// A number from zero up to the bound, which is left out.
    func below(_ bound: Int) -> Int {
        Int(entropy.bytes(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % UInt64(max(bound, 1)))
    }

    /// Whether an event with this probability in per cent happens.
    func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of several that weigh differently.
    func pick<Value>(_ values: [(weight: Int, value: Value)]) -> Value {
        var rest = below(values.reduce(0) { $0 + $1.weight })
        for choice in values {
            if rest < choice.weight { return choice.value }
            rest -= choice.weight
        }
        return values[0].value
    }
}

/// A rule that a run of the mobile client broke.
enum MobileRule: String, Sendable {
    /// A change of the state that no rule of the state machine has.
    case transition
    /// The listener's last state is not the client's.
    case staleListener
    /// A sign-out that the app did not ask for, or one without a notification.
    case signOut
    /// A call was not answered, or more than once.
    case answers
    /// The listener was not notified of a sign-in before its completion was called.
    case order
    /// Something is stored after a sign-out.
    case remains
    /// The stored tokens belong to another user than the signed-in one.
    case owner
}

struct MobileViolation: Error, CustomStringConvertible {
    let rule: MobileRule
    let details: String

    var description: String { "\(rule): \(details)" }
}

/// A run that failed, with what repeats it.
struct FailedMobileRun: Error, CustomStringConvertible {
    let seed: UInt64
    let cause: any Error
    let journal: [String]

    var description: String {
        "The run with seed \(seed) failed (GATEHOUSEBUILD_SEED=\(seed)): \(cause)\n" + journal.joined(separator: "\n")
    }
}
