// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

extension Peers {
    /// Loads the peers as Gatehouse is loaded, with multiples of their own capacity.
    func showOverloaded() async throws -> Bool {
        var table = OverloadedServer.table()
        for server in try overloaded() {
            try server.process.keep(onCore: 0)
            try await server.measure(&table, isPromised: false)
        }
        return table.holds
    }

    private func overloaded() throws -> [OverloadedServer] {
        guard let motoPort = URL(string: moto.url)?.port, let url = URL(string: glewlwyd.tokenURL), let port = url.port
        else { throw URLError(.badURL) }
        let motoProcess = MeasuredProcess(id: moto.processID)
        return [
            OverloadedServer(
                name: "glewlwyd, password sign-in", port: port, process: MeasuredProcess(id: glewlwyd.processID),
                call: .form(glewlwyd.form, to: url, port: port)),
            OverloadedServer(
                name: "moto, password sign-in", port: motoPort, process: motoProcess,
                call: .passwords(moto.clientID, port: motoPort)),
            OverloadedServer(
                name: "moto, SRP sign-in", port: motoPort, process: motoProcess,
                call: SRPCalls(poolID: moto.poolID, clientID: moto.clientID, port: motoPort)),
        ]
    }
}
