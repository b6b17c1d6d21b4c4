// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import Foundation
package import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolModel
import GatehouseWire

/// An event whose outcome the transaction of the request decides.
///
/// A request that a lock or a rate limit rejects creates no event, so that an attacker cannot fill the disk.
package struct PendingAuthEvent: Sendable {
    fileprivate let id: String
    fileprivate let type: EventType
    fileprivate let user: UserRecord
    fileprivate let origin: CallOrigin
    /// The challenge of the event.
    fileprivate let challenge: ChallengeName?
    fileprivate let date: Date

    /// Adds the event to the store with its outcome.
    package func save(_ response: EventResponseType, in store: any UserPoolWriting) throws {
        try store.insert(
            AuthEventRecord(
                poolID: user.poolID, sub: user.sub,
                description: AuthEventType(
                    eventId: id, eventType: type, creationDate: date, eventResponse: response,
                    eventRisk: EventRiskType(riskDecision: .noRisk, compromisedCredentialsDetected: false),
                    challengeResponses: challenge.map { name in
                        [
                            ChallengeResponseType(
                                challengeName: name, challengeResponse: response == .fail ? .failure : .success)
                        ]
                    },
                    eventContextData: EventContextDataType(ipAddress: origin.address, deviceName: origin.device))))
    }
}

extension UserPoolWriting {
    /// Sets the outcome of a recorded sign-in; does nothing if its event is not in the store.
    package func concludeEvent(_ id: String, _ response: EventResponseType, of user: UserRecord) throws {
        guard var event = try authEvent(id, ofUser: user.sub, inPool: user.poolID) else { return }
        event.description.eventResponse = response
        try update(event)
    }
}

/// Begins the events of requests, in pools that record them.
package struct AuthEvents: Sendable {
    /// The clock of the events' dates.
    package let clock: WallClock
    /// The clock by which session strings expire.
    package let forwardClock: ForwardClock
    let entropy: Entropy

    /// Returns a time-ordered id, for an event or a session string.
    package func newID() -> String { entropy.uuid(at: clock.now) }

    /// Returns an event that is saved once the outcome is known; `nil` if the pool records no events or the user is
    /// unknown.
    ///
    /// Its id is the given one, the `event_id` of a sign-in's tokens, or a new one.
    package func begin(
        _ type: EventType, of user: UserRecord?, in pool: UserPoolRecord, from origin: CallOrigin,
        by challenge: ChallengeName? = nil, id: String? = nil
    ) -> PendingAuthEvent? {
        guard pool.keepsAuthEvents, let user else { return nil }
        return PendingAuthEvent(
            id: id ?? newID(), type: type, user: user, origin: origin, challenge: challenge,
            date: clock.now)
    }
}

extension UserPoolReading {
    /// Returns the pool with an id, if it records events.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool, and `UserPoolAddOnNotEnabledException` if it
    ///   records no events.
    package func existingPoolWithEvents(_ id: String) throws -> UserPoolRecord {
        let pool = try existingPool(id)
        guard pool.keepsAuthEvents else {
            throw ServiceFault(
                .userPoolAddOnNotEnabled, "Advanced security is not enabled for user pool \(id).")
        }
        return pool
    }
}

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
    /// Returns the user's origin: the address in the context data if the server trusts the caller, else the
    /// connection's.
    ///
    /// In operations for apps, the server trusts a client that may propagate user context data and has authenticated
    /// with a secret.
    package func origin(_ data: ContextData, by client: AppClientRecord) -> CallOrigin {
        let connection = CallOrigin(address: context.sourceAddress, userAgent: context.userAgent)
        switch data {
        case .app(let data):
            guard client.propagatesUserContext, !client.secrets.isEmpty, let address = data?.ipAddress,
                Self.isAddress(address)
            else { return connection }
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
