// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Confirms a user with a code, and verifies the attribute that the code was sent to.
    ///
    /// If the client hides unknown users, the response for an unknown name is the same as for an unconfirmed user with
    /// a pending code; with `hidingConfirmed`, it is the same for a user who is confirmed, unless the session of the
    /// sign-up is there.
    package func confirmSignUp(
        _ request: ConfirmSignUpRequest, sessions: some SignUpSessions, hidingConfirmed: Bool = false
    ) async throws(ServiceFault) -> ConfirmSignUpResponse {
        let (client, pool) = try await records.read { try $0.existingClient(request.clientId) }
        try pools.clientSecrets.checkHash(request.secretHash, usernames: [request.username], client: client)
        try pools.requestLimits.countRequest(about: nil, named: pool.comparable(request.username), inPool: pool.id)
        let signUp = try sessions.signUp(behind: request.session, for: client)
        let decoy = UserRecord.decoy(named: request.username, in: pool, sealer: pools.sealer)
        let codes = pools.codes
        let now = pools.clock.now
        let origin = origin(.app(request.userContextData), by: client)
        let confirmation: Confirmation = try await records.write { store in
            let found = try store.findUser(request.username, in: pool)
            let isHidden = hidingConfirmed && client.hidesUnknownUsers && found?.status != .unconfirmed
            guard let found, !isHidden || found.sub == signUp?.sub else {
                guard client.hidesUnknownUsers else { throw ServiceFault.unknownNameOrClient }
                guard signUp == nil else { throw ServiceFault.invalidSession }
                try store.use(pools.counters.allowance(.signUpGuess, of: decoy), at: now)
                return .refused(
                    try codes.refuse(request.confirmationCode, .signUp, ofDecoy: decoy, at: now, in: store))
            }
            try found.checkUnconfirmed()
            if let signUp, signUp.sub != found.sub { throw ServiceFault.invalidSession }
            try store.use(pools.counters.allowance(.signUpGuess, of: found), at: now)
            let event = pools.events.begin(.signUp, of: found, in: pool, from: origin)
            switch try codes.redeem(request.confirmationCode, .signUp, of: found, at: now, in: store) {
            case .refused(let fault):
                try event?.save(.fail, in: store)
                return .refused(fault)
            case .accepted(let code):
                let user = try store.confirm(
                    found, by: code, takingAliases: request.forceAliasCreation == true, in: pool, at: now)
                try event?.save(.pass, in: store)
                return .done(user, by: code)
            }
        }
        switch confirmation {
        case .refused(let fault): throw fault
        case .done(let user, let code):
            try await pools.triggers.postConfirmation(
                .confirmSignUp, of: user, in: pool, by: client, metadata: request.clientMetadata)
            return ConfirmSignUpResponse(
                session: try sessions.session(confirming: signUp, of: user, by: code, for: client))
        }
    }
}

/// The result of a transaction that redeems a code.
enum Confirmation: Sendable {
    case done(UserRecord, by: CodeRecord)
    /// The fault for a rejected code, as a value: a thrown error would roll back the count of attempts.
    case refused(ServiceFault)
}

extension UserPoolWriting {
    fileprivate func confirm(
        _ user: UserRecord, by code: CodeRecord, takingAliases: Bool, in pool: UserPoolRecord, at now: Date
    ) throws -> UserRecord {
        var user = user
        try user.confirm(at: now)
        let proven = user.verify(code)
        try update(user)
        try claimNames(of: user, in: pool, taking: takingAliases ? proven : [])
        return user
    }
}

extension UserRecord {
    /// Marks the attribute as verified if it still has the value that the code was sent to.
    ///
    /// - Returns: The kind of name that the code proves; empty if it proves none.
    mutating func verify(_ code: CodeRecord) -> Set<SignInName.Kind> {
        guard attributes[code.attribute] == code.destination else { return [] }
        attributes[code.attribute + "_verified"] = "true"
        return SignInName.Kind(rawValue: code.attribute).map { [$0] } ?? []
    }
}

extension UserPoolsService {
    /// Confirms a user without a code; no attribute becomes verified.
    package func adminConfirmSignUp(
        _ request: AdminConfirmSignUpRequest
    ) async throws(ServiceFault) -> AdminConfirmSignUpResponse {
        let now = pools.clock.now
        let (user, pool) = try await records.write { store in
            let pool = try store.existingPool(request.userPoolId)
            var user = try store.existingUser(request.username, in: pool)
            try user.confirm(at: now)
            try store.update(user)
            return (user, pool)
        }
        try await pools.triggers.postConfirmation(
            .confirmSignUp, of: user, in: pool, by: nil, metadata: request.clientMetadata)
        return AdminConfirmSignUpResponse()
    }
}

extension UserRecord {
    /// Sets an unconfirmed user to confirmed.
    ///
    /// - Throws: `NotAuthorizedException` for a user with another status.
    mutating func confirm(at now: Date) throws(ServiceFault) {
        try checkUnconfirmed()
        status = .confirmed
        modifiedAt = now
    }

    /// Checks that the user is unconfirmed.
    ///
    /// - Throws: `NotAuthorizedException` for a user with another status.
    fileprivate func checkUnconfirmed() throws(ServiceFault) {
        guard status == .unconfirmed else {
            throw ServiceFault(
                .notAuthorized, "User cannot be confirmed. Current status is \(status.rawValue)")
        }
    }
}
