// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Sends a code with which the user can set a new password.
    ///
    /// A client that hides unknown users gets the same response for every name, after the same steps, and never learns
    /// whether the message was delivered.
    package func forgotPassword(
        _ request: ForgotPasswordRequest
    ) async throws(ServiceFault) -> ForgotPasswordResponse {
        let recovery = try await recoveryRequest(
            clientID: request.clientId, username: request.username, secretHash: request.secretHash
        ).migrating(request.clientMetadata, with: pools)
        // In a pool where only administrators recover accounts, the request fails for every name.
        _ = try DeliveryDestination.recoveryAttributes(of: recovery.pool)
        let recipient = try recovery.recipient(sealer: pools.sealer)
        let (user, destination) = (recipient.user, recipient.destination)
        let occasion = recovery.occasion(to: recipient, metadata: request.clientMetadata)
        let event = pools.events.begin(
            .forgotPassword, of: recovery.user, in: recovery.pool,
            from: origin(.app(request.userContextData), by: recovery.client))
        let code = pools.messages.newCode(
            .passwordReset, as: .forgotPassword, to: destination, on: occasion, isDecoy: !recipient.isReachable,
            isSecret: recovery.client.hidesUnknownUsers)
        let now = pools.clock.now
        try await records.write { store in
            try store.use(pools.counters.allowance(.recovery, of: user), at: now)
            try code.save(in: store)
            try event?.save(recipient.isReachable ? .inProgress : .fail, in: store)
        }
        try await pools.messages.send(code.message)
        let shown =
            recovery.client.hidesUnknownUsers ? destination.named(request.username, in: recovery.pool) : destination
        return ForgotPasswordResponse(codeDeliveryDetails: shown.details)
    }
}

/// A request for the recovery of an account, with the user of the name in the request.
///
/// If the client hides unknown users, the server creates a code for every name, including unknown users and users
/// without a usable address; codes for these are never sent. Thus both recovery operations take the same steps for all
/// names.
struct RecoveryRequest: Sendable {
    /// The recipient of a code, with its real or simulated destination.
    struct Recipient: Sendable {
        let user: UserRecord
        let destination: DeliveryDestination
        let isReachable: Bool
    }

    let client: AppClientRecord
    let pool: UserPoolRecord
    let typedName: String
    /// The user; `nil` for an unknown user name.
    private(set) var user: UserRecord?

    /// Returns the recipient of a code.
    ///
    /// - Throws: the fault for a user that cannot receive a code; if the client hides unknown users, only the fault for
    ///   a user whose status administrators must change first.
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

    /// Returns the user whose code is redeemed; a decoy for an unknown user if the client hides these.
    ///
    /// - Throws: the fault for an unknown or disabled user, unless the client hides unknown users.
    func codeOwner(sealer: Sealer) throws(ServiceFault) -> UserRecord {
        guard !client.hidesUnknownUsers else { return user ?? .decoy(named: typedName, in: pool, sealer: sealer) }
        guard let user else { throw .unknownNameOrClient }
        guard user.isEnabled else { throw .disabledUser }
        return user
    }

    /// Returns the data of the message for triggers; a simulated message has an unknown user.
    func occasion(to recipient: Recipient, metadata: [String: String]?) -> MessageOccasion {
        guard !recipient.isReachable else {
            return MessageOccasion(to: recipient.user, in: pool, by: client, metadata: metadata)
        }
        return MessageOccasion(
            toDecoy: recipient.user, named: typedName, in: pool, by: client, metadata: metadata)
    }

    /// Returns the request with the user that the UserMigration trigger has imported, if the user was unknown.
    func migrating(_ metadata: [String: String]?, with pools: UserPools) async throws(ServiceFault) -> RecoveryRequest {
        guard user == nil else { return self }
        var request = self
        request.user = try await pools.migrations.migrate(
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
    /// Reads the client, the pool and the user of a recovery request, and checks the client's secret hash.
    func recoveryRequest(
        clientID: String, username: String, secretHash: String?
    ) async throws(ServiceFault) -> RecoveryRequest {
        let request = try await records.read { store in
            let (client, pool) = try store.existingClient(clientID)
            return RecoveryRequest(
                client: client, pool: pool, typedName: username, user: try store.findUser(username, in: pool))
        }
        try pools.clientSecrets.checkHash(secretHash, usernames: [username], client: request.client)
        try pools.requestLimits.countRequest(
            about: request.user, named: request.pool.comparable(username), inPool: request.pool.id)
        return request
    }
}

extension ServiceFault {
    static let unknownNameOrClient = ServiceFault(.userNotFound, "Username/client id combination not found.")
}
