// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto
import GatehouseGateway
package import GatehouseOutbound
package import GatehouseSQLite
package import GatehouseServer
package import GatehouseServerCrypto
import GatehouseSites
package import GatehouseStorage
import Logging
import Metrics

/// The parts of a server, for simulations that compose servers of their own on its data.
extension TestGatehouse {
    /// The database in memory, for tests that look at its rows or put faults in front of it.
    ///
    /// - Throws: an error for a server on a database of another kind.
    package var storage: SQLiteDatabase {
        get throws {
            guard let database = database as? SQLiteDatabase else { throw OtherDatabase() }
            return database
        }
    }

    /// Seals as this server does, with other random bytes.
    package func sealer(entropy: Entropy) -> Sealer { Sealer(ring: ring, index: index, entropy: entropy) }

    /// Composes a server with this one's keys, settings and clock.
    ///
    /// - Parameters:
    ///   - database: the database, which contains this server's data.
    ///   - entropy: the source of random bytes.
    ///   - carriers: what sends messages; the caller runs the dispatcher.
    ///   - lanes: where its work is done.
    ///   - pause: how the dispatcher waits.
    /// - Returns: the server.
    package func composed(
        over database: some SQLDatabase, entropy: Entropy, carriers: [Message.Medium: any Carrier],
        lanes: SimulatedLanes, pause: @escaping @Sendable (Duration) async throws -> Void
    ) -> Installation {
        Installation(
            database: database, sealer: sealer(entropy: entropy), deployment: installation.deployment,
            settings: GatewaySettings(signaturePolicy: .anyAdministrator), administrators: [], outbox: nil,
            carriers: carriers, triggers: lanes.triggers, clock: clock.wallClock, entropy: entropy,
            compute: lanes.compute, hashing: lanes.hashing,
            logger: Logger(label: "gatehouse.simulation") { _ in SwiftLogNoOpLogHandler() },
            metrics: lanes.metrics, keys: signingKeys, admission: lanes.admission, pause: pause)
    }
}

/// A test needs the database in memory, and the server is on another one.
private struct OtherDatabase: Error {}
