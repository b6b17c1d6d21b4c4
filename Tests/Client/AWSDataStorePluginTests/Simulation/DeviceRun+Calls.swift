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
        gatehouse.clock.advance(by: seconds)
    }

    /// Lets the calls that are under way end.
    ///
    /// - Throws: `BrokenLaw` for a call that takes longer than it may.
    func endCalls() async throws {
        for call in takeCalls() {
            await call.giveTurns(5_000)
            while !call.hasEnded, call.duration < BegunCall.limit {
                gatehouse.clock.advance(by: 10)
                await call.giveTurns(5_000)
            }
            // The machine may be slow. A call that waits for the clock does not end any more.
            await call.giveTurns(200_000)
            guard call.hasEnded, call.duration <= BegunCall.limit else {
                call.cancel()
                throw BrokenLaw(law: .ended, text: "\(call.name) takes longer than \(BegunCall.limit)")
            }
            if let save = call.accepted { accept(save) }
        }
    }
}
