// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDevelopmentPages
import GatehouseGateway
import GatehouseStorage
import GatehouseWire

/// The rows to which a reset returns: the rows of the first start and of the seed.
///
/// A file of the data folder keeps them, so that keys, ids and subs are the same after a restart. Its secrets are sealed,
/// as in the database.
struct FirstState: Codable {
    /// What the rows follow from; a start for which it differs makes other ones.
    struct Origin: Codable, Equatable {
        /// The version of what the first start creates.
        var version = 1
        var schema = Migrations.all.count
        let resources: DevelopmentResources
        let seed: String?
        /// The key that sealed the rows.
        let masterKeyID: String
    }

    let origin: Origin
    /// The URL in redirect URIs of the client for the pages.
    let baseURL: String
    let rows: StoredState

    /// The name of the file in the data folder.
    static let fileName = "dev.first.json"

    /// The state in the folder's file; `nil` if it has another origin, or cannot be read.
    static func read(of origin: Origin, in folder: URL) -> FirstState? {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(fileName)),
            let state = try? JSONDecoder().decode(FirstState.self, from: data), state.origin == origin
        else { return nil }
        return state
    }

    /// The state with the redirect URIs of a server with another base URL; `nil` if these URLs cannot take the place of
    /// each other.
    func moved(to deployment: Deployment) -> FirstState? {
        if baseURL == deployment.baseURL { return self }
        var former = deployment
        former.baseURL = baseURL
        guard let client = origin.resources.pageClientID, FirstPages(deployment: former).isRedirectURI,
            FirstPages(deployment: deployment).isRedirectURI
        else { return nil }
        let rows = [SignedInPage.path, "/"].reduce(rows) { rows, path in
            rows.replacing(
                WireValue.string(baseURL + path).jsonText, with: WireValue.string(deployment.baseURL + path).jsonText,
                inRow: client, ofTable: "app_clients")
        }
        return FirstState(origin: origin, baseURL: deployment.baseURL, rows: rows)
    }

    /// Writes the folder's file.
    /// - Throws: `SystemCallFailure`, or the error of the encoder.
    func write(in folder: URL) throws {
        try PrivateFile.write(
            JSONEncoder().encode(self), to: folder.appendingPathComponent(Self.fileName).path)
    }
}

extension WireValue {
    fileprivate var jsonText: String { String(decoding: jsonBytes(), as: UTF8.self) }
}
