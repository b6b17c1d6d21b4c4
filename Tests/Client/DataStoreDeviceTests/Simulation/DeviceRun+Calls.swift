// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSDataStorePlugin
import Amplify
import Foundation
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels

extension DeviceRun {
    /// Begins a call, which may need the service, and does not wait for its end.
    func beginCall(_ player: DevicePlayer) {
        let device = player.device
        let isEndless = sabotage == .endlessCall
        let clock = gatehouse.clock
        let call: BegunCall
        switch dice.below(5) {
        case _ where isEndless: call = .begin("a call without an end", clock) { await Latch().wait() }
        case 0: call = .begin("a query", clock) { _ = try await device.served(OwnerAndAdminRecord.self) }
        case 1: call = .begin("start", clock) { try await device.dataStore.start() }
        case 2:
            call = .begin("a query of the device", clock) {
                _ = try await device.dataStore.query(OwnerAndAdminRecord.self)
            }
        case 3:
            let save = newSave(player)
            call = .begin("a save of \(save.text) as \(save.key)", saving: save, clock) {
                _ = try await device.dataStore.save(OwnerAndAdminRecord(id: save.key, content: save.text))
            }
        default: call = .begin("a session", clock) { _ = try await device.auth.fetchAuthSession() }
        }
        note(player, "begins \(call.name)")
        add(call)
    }

    /// Moves the clock, after the calls that are under way have had their time.
    func passTime(_ seconds: TimeInterval) async throws {
        try await endCalls()
        move(by: seconds)
    }

    /// Lets work of the run itself end, with time for the pauses of the devices.
    ///
    /// A pause after several failures waits for the clock, and nothing else moves it while the run waits for a device.
    ///
    /// - Parameters:
    ///   - name: the work, for the error.
    ///   - work: the work.
    /// - Throws: the error of the work; `BrokenLaw` for work that does not end, so that the journal tells the rest.
    func finish(_ name: String, _ work: @escaping @Sendable () async throws -> Void) async throws {
        let call = BegunCall.begin(name, gatehouse.clock, work)
        await call.giveTurns(Self.patience)
        for _ in 0..<Self.mostMoves where !call.hasEnded {
            move(by: 10)
            await call.giveTurns(Self.patience)
        }
        guard call.hasEnded else {
            call.cancel()
            throw BrokenLaw(law: .ended, text: "\(name) does not end")
        }
        if let failure = call.failure { throw failure }
    }

    /// The number of turns of the machine before each move of the clock.
    private static let patience = 500_000
    /// The number of moves of the clock, in all twice as long as the longest pause of a client.
    private static let mostMoves = 60

    /// Lets the calls that are under way end.
    ///
    /// - Throws: `BrokenLaw` for a call that takes longer than it may.
    func endCalls() async throws {
        for call in takeCalls() {
            await call.giveTurns(5_000)
            while !call.hasEnded, call.duration < BegunCall.limit {
                move(by: 10)
                await call.giveTurns(5_000)
            }
            // The machine may be slow. A call that waits for the clock does not end any more.
            await call.giveTurns(1_000_000)
            guard call.hasEnded, call.duration <= BegunCall.limit else {
                call.cancel()
                throw BrokenLaw(law: .ended, text: "\(call.name) takes longer than \(BegunCall.limit)")
            }
            if let save = call.accepted { accept(save) }
        }
    }
}
