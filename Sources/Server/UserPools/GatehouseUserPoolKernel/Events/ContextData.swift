// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolModel

/// The data about the user's device in a request.
package enum ContextData: Sendable {
    /// Data of an operation for apps, which a back end may also call with its own client.
    case app(UserContextDataType?)
    /// Data of an operation that requires AWS credentials and names the client's pool.
    case backEnd(ContextDataType?, poolID: String)
    /// The hosted pages of this server, which have the browser's own connection; a page on which a sign-in can end says
    /// what the browser then gets.
    case pages(BrowserReturn? = nil)
}

extension ContextData {
    /// What the browser gets at the end of a sign-in on the hosted pages.
    package var browserReturn: BrowserReturn? {
        switch self {
        case .app, .backEnd: nil
        case .pages(let destination): destination
        }
    }
}

extension UserPoolReading {
    /// Returns the client that a request names, and its pool.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such client, or if it belongs to another pool than the one
    ///   that a back end names.
    package func existingClient(
        _ id: String, context data: ContextData
    ) throws -> (client: AppClientRecord, pool: UserPoolRecord) {
        if case .backEnd(_, let poolID) = data { _ = try existingClient(id, inPool: poolID) }
        return try existingClient(id)
    }
}

extension UserPoolsService {
    /// Returns the user's origin: that of the context data if the server trusts the caller, else that of the
    /// connection.
    ///
    /// In operations for apps, the server trusts a client that may propagate user context data and has authenticated
    /// with a secret.
    package func origin(_ data: ContextData, by client: AppClientRecord) -> CallOrigin {
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
        case .pages:
            return connection
        }
    }

    /// Returns whether a text consists of characters of an IPv4 or IPv6 address and is short enough for one.
    private static func isAddress(_ text: String) -> Bool {
        (2...45).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit || $0 == "." || $0 == ":" }
    }
}
