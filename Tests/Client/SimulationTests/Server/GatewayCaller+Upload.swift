// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseWire

extension GatewayCaller {
    /// Sends a file to the address of an import job.
    /// - Throws: the fault that has the status of the response.
    func upload(_ file: String, to address: String) async throws {
        guard let parts = URLComponents(string: address) else {
            throw ServiceFault(.internalError, "\(address) is no address.")
        }
        let response = await installation.gateway.respond(
            to: GatewayRequest(
                method: "PUT", path: parts.percentEncodedPath, query: parts.percentEncodedQuery ?? "",
                headers: [("Host", "localhost:9229"), ("x-amz-server-side-encryption", "aws:kms")],
                body: Data(file.utf8)))
        if life.isOver { throw ProcessEnded() }
        switch response.status {
        case 200: return
        case 503: throw ServiceFault(.serviceUnavailable, "The file was not stored.")
        default: throw ServiceFault(.internalError, "The file was refused with the status \(response.status).")
        }
    }
}
