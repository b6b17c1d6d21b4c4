// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel

/// What a caller says about the device of the user for whom it calls.
enum ContextData: Sendable {
    /// An operation for apps: a back end may call it as well, with a client of its own.
    case app(UserContextDataType?)
    /// An operation that takes AWS credentials, and names the client's pool.
    case backEnd(ContextDataType?, poolID: String)
}

extension UserPoolReading {
    /// The client that a caller names, and its pool.
    /// - Throws: `ResourceNotFoundException` also for a client of another pool than the one that a back end names.
    func existingClient(
        _ id: String, context data: ContextData
    ) throws -> (client: AppClientRecord, pool: UserPoolRecord) {
        if case .backEnd(_, let poolID) = data { _ = try existingClient(id, inPool: poolID) }
        return try existingClient(id)
    }
}

extension UserPoolsService {
    /// Where the user is: what the caller says, if it is one to be believed, else where the call came from.
    ///
    /// An operation for apps believes a client that is set to pass on such data and has proved itself by a secret.
    func origin(_ data: ContextData, by client: AppClientRecord) -> CallOrigin {
        let connection = CallOrigin(address: context.sourceAddress, userAgent: context.userAgent)
        switch data {
        case .app(let data):
            let passesOn = client.description.enablePropagateAdditionalUserContextData == true
            guard passesOn, !client.secrets.isEmpty, let address = data?.ipAddress, Self.isAddress(address) else {
                return connection
            }
            return CallOrigin(address: address, userAgent: connection.userAgent)
        case .backEnd(let data, _):
            guard let data, Self.isAddress(data.ipAddress) else { return connection }
            let agent = data.httpHeaders.first { $0.headerName?.lowercased() == "user-agent" }?.headerValue
            return CallOrigin(address: data.ipAddress, userAgent: agent ?? connection.userAgent)
        }
    }

    /// Whether a text has the characters of an address of IPv4 or IPv6, and no more of them than either can have.
    private static func isAddress(_ text: String) -> Bool {
        (2...45).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit || $0 == "." || $0 == ":" }
    }
}
