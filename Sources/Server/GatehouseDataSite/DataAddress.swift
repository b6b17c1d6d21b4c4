// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites

/// How a request names its API.
package enum DataAddress: Hashable, Sendable {
    /// By the id in the path.
    case id(String)
    /// By the name of the host, in lower case and without a port: the API with this domain, else the default API.
    case host(String?)

    /// Reads the address of a request.
    init(of trip: Trip) {
        if let id = trip.parameters.first {
            self = .id(id)
        } else {
            self = .host(trip.request.header("Host").flatMap(Self.hostName))
        }
    }

    /// The name of a host without its port, in lower case; `nil` for an invalid host.
    static func hostName(_ host: String) -> String? { Authority(host)?.host.lowercased() }

    /// The id of the API in the path; `nil` where the host decides.
    var id: String? { if case .id(let id) = self { id } else { nil } }
}
