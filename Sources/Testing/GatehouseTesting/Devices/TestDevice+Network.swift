// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseClient

/// Faults of the network, for tests of the library itself.
extension TestDevice {
    /// Decides what happens to the device's later requests; nil if nothing does.
    package func setTroubles(_ troubles: NetworkTroubles?) { app.network.setTroubles(troubles) }

    /// Lets a witness see the device's later requests that reach the server.
    package func setWitness(_ witness: NetworkWitness?) { app.network.setWitness(witness) }

    /// Breaks the connections of subscriptions; new ones can be opened.
    package func cutSockets() { app.network.cutSockets() }

    /// Leads the device to another server, such as the same one after a restart.
    package func lead(to gatehouse: TestGatehouse) { app.network.lead(to: gatehouse) }
}

extension TransportRequest {
    /// Whether the request has a GraphQL operation of a kind, such as `mutation`.
    package func isGraphQL(_ kind: String) -> Bool {
        url.path().hasSuffix("/graphql") && String(decoding: body, as: UTF8.self).contains("\"\(kind) ")
    }
}
