// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseTesting

private let operations = CognitoIdentityProviderOperations.table.keys.sorted()

private let gatehouse: TestGatehouse = {
    let made = wait { try? await TestGatehouse() }
    guard let made else { preconditionFailure("a server in memory can always be made") }
    return made
}()

extension FuzzedParser {
    /// The whole server, from the request to its store: the first byte selects an operation, the others are the body.
    func feedGateway(_ bytes: [UInt8]) {
        guard let choice = bytes.first else { return }
        let operation = operations[Int(choice) % operations.count]
        let request = GatewayRequest(
            method: "POST", path: "/",
            headers: [("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)")],
            body: Data(bytes.dropFirst())
        )
        let answer = wait { await gatehouse.installation.gateway.respond(to: request) }
        precondition(answer.status < 500, "\(operation) failed: \(String(decoding: answer.body, as: UTF8.self))")
    }
}
