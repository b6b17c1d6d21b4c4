// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import Synchronization

/// The error of a device's clock, in seconds.
final class ClockError: Sendable {
    private let state = Mutex(TimeInterval(0))

    var seconds: TimeInterval {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// One process of an app: a plugin that was just configured, on a network, a clock and a store that may fail.
struct AppProcess: Sendable {
    /// The data that the processes of one device share.
    struct Device: Sendable {
        let server: ServerSide
        let shelf: Shelf
        let clockError: ClockError
        let weather: Weather
        let journal: Journal
        let dice: Dice
        /// Nil leaves the plugin unconfigured.
        let configuration: JSONValue?
        let isStoreShared: Bool
        let sabotage: Sabotage?
    }

    let plugin: AWSCognitoAuthPlugin
    /// A second plugin in the same process, where something is broken on purpose.
    let intruder: AWSCognitoAuthPlugin?
    let life: Life
    let traffic: Traffic

    init(on device: Device) throws {
        let life = Life()
        let traffic = Traffic()
        self.life = life
        self.traffic = traffic
        let make = { try Self.plugin(device, life, traffic) }
        plugin = try make()
        intruder = device.sabotage == .twoEngines ? try make() : nil
    }

    private static func plugin(_ device: Device, _ life: Life, _ traffic: Traffic) throws -> AWSCognitoAuthPlugin {
        let network = FaultyNetwork(
            server: device.server, life: life, traffic: traffic, weather: device.weather, dice: device.dice.branch(),
            journal: device.journal, sabotage: device.sabotage
        )
        let store = FaultyStore(
            shelf: device.shelf, life: life, weather: device.weather, dice: device.dice.branch(),
            journal: device.journal, sabotage: device.sabotage
        )
        let plugin = AWSCognitoAuthPlugin(
            transport: network,
            clock: clock(device, life),
            entropy: .seeded(device.dice.word()),
            events: AuthEvents { _ in },
            isStoreShared: device.isStoreShared,
            passkeys: .software,
            openStore: { _ in store }
        )
        if let configuration = device.configuration { try plugin.configure(using: configuration) }
        return plugin
    }

    private static func clock(_ device: Device, _ life: Life) -> ClientClock {
        let server = device.server
        return ClientClock(
            now: { server.now.addingTimeInterval(device.clockError.seconds) },
            uptime: { server.stage.elapsed },
            sleep: { duration in
                if life.isOver { throw CancellationError() }
                try await server.stage.sleep(duration)
            }
        )
    }
}
