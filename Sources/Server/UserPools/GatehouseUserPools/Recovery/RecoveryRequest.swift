// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Who stands behind the name in a call for a new password.
///
/// Where the client hides who exists, every name gets a code, also one that stands for nobody or for somebody whom no
/// message can reach; nobody learns such a code. So both calls take the same steps for all names.
struct RecoveryRequest: Sendable {
    /// Whom a code is drawn for, and where it goes or seems to go.
    struct Recipient: Sendable {
        let user: UserRecord
        let destination: DeliveryDestination
        let isReachable: Bool
    }

    let client: AppClientRecord
    let pool: UserPoolRecord
    let typedName: String
    /// `nil` for a name that stands for nobody.
    private(set) var user: UserRecord?

    /// - Throws: the fault for a user who cannot get a code; where the client hides who exists, only that for a state
    ///   in which administrators must act.
    func recipient(sealer: Sealer) throws(ServiceFault) -> Recipient {
        let refusal: ServiceFault
        if let user {
            if user.isEnabled { try Self.checkState(of: user) }
            do throws(ServiceFault) {
                guard user.isEnabled else { throw ServiceFault.disabledUser }
                return Recipient(
                    user: user, destination: try .forRecovery(of: user, in: pool), isReachable: true)
            } catch {
                refusal = error
            }
        } else {
            refusal = .unknownNameOrClient
        }
        guard client.hidesUnknownUsers else { throw refusal }
        return Recipient(
            user: user ?? .decoy(named: typedName, in: pool, sealer: sealer),
            destination: try .simulatedRecovery(of: typedName, by: user, in: pool, sealer: sealer), isReachable: false)
    }

    /// Whose code is redeemed.
    /// - Throws: the fault for an unknown or disabled user, unless the client hides who exists.
    func codeOwner(sealer: Sealer) throws(ServiceFault) -> UserRecord {
        guard !client.hidesUnknownUsers else { return user ?? .decoy(named: typedName, in: pool, sealer: sealer) }
        guard let user else { throw .unknownNameOrClient }
        guard user.isEnabled else { throw .disabledUser }
        return user
    }

    /// What functions are told of the message; one that goes nowhere is about nobody.
    func occasion(to recipient: Recipient, metadata: [String: String]?) -> MessageOccasion {
        guard !recipient.isReachable else {
            return MessageOccasion(to: recipient.user, in: pool, by: client, metadata: metadata)
        }
        return MessageOccasion(
            toDecoy: recipient.user, named: typedName, in: pool, by: client, metadata: metadata)
    }

    /// The same request, once a function of the pool has been asked to bring along a user whom the pool does not know.
    func migrating(_ metadata: [String: String]?, with pools: UserPools) async throws(ServiceFault) -> RecoveryRequest {
        guard user == nil else { return self }
        var request = self
        request.user = try await pools.migrate(
            .forgotPassword, named: typedName, in: pool, by: client, metadata: metadata)
        return request
    }

    private static func checkState(of user: UserRecord) throws(ServiceFault) {
        guard user.status != .forceChangePassword, user.status != .externalProvider else {
            throw ServiceFault(.notAuthorized, "User password cannot be reset in the current state.")
        }
    }
}

extension UserPoolsService {
    /// Reads whom a call for a new password is about, once the client has proved itself.
    func recoveryRequest(
        clientID: String, username: String, secretHash: String?
    ) async throws(ServiceFault) -> RecoveryRequest {
        let request = try await pools.read { store in
            let (client, pool) = try store.existingClient(clientID)
            return RecoveryRequest(
                client: client, pool: pool, typedName: username, user: try store.findUser(username, in: pool))
        }
        try pools.clientSecrets.checkHash(secretHash, usernames: [username], client: request.client)
        try pools.countRequest(
            about: request.user, named: request.pool.comparable(username), inPool: request.pool.id)
        return request
    }
}

extension ServiceFault {
    static let unknownNameOrClient = ServiceFault(.userNotFound, "Username/client id combination not found.")
}
