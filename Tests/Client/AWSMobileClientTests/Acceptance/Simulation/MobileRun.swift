// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseClient
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
    /// The state from which the changes that the listener hears begin.
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
