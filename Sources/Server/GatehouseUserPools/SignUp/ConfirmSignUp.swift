// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseWire

extension UserPoolsService {
    /// Confirms a user with the code that was sent, and verifies the attribute that it was sent to.
    package func confirmSignUp(
        _ request: ConfirmSignUpRequest
    ) async throws(ServiceFault) -> ConfirmSignUpResponse {
        let (client, pool) = try await pools.read { try $0.existingClient(request.clientId) }
        try pools.clientSecrets.checkHash(request.secretHash, usernames: [request.username], client: client)
        try pools.countRequest(about: nil, named: pool.comparable(request.username), inPool: pool.id)
        let signUp = try pools.signUp(behind: request.session, for: client)
        let codes = pools.codes
        let now = pools.clock.now
        let origin = origin(.app(request.userContextData), by: client)
        let refusal: ServiceFault? = try await pools.write { store in
            guard var user = try store.findUser(request.username, in: pool) else {
                throw client.hidesUnknownUsers
                    ? ServiceFault.expiredCode
                    : ServiceFault(.userNotFound, "Username/client id combination not found.")
            }
            guard user.status == .unconfirmed else {
                throw ServiceFault(
                    .notAuthorized, "User cannot be confirmed. Current status is \(user.status.rawValue)")
            }
            if let signUp, signUp.sub != user.sub { throw ServiceFault.invalidSession }
            try store.use(pools.allowance(.signUpGuess, of: user), at: now)
            let event = pools.event(.signUp, of: user, in: pool, from: origin)
            switch try codes.redeem(request.confirmationCode, .signUp, of: user, at: now, in: store) {
            case .refused(let fault):
                try event?.save(.fail, in: store)
                return fault
            case .accepted(let code):
                try user.confirm(at: now)
                user.verify(code)
                try store.update(user)
                try store.claimNames(of: user, in: pool, forced: request.forceAliasCreation == true)
                try event?.save(.pass, in: store)
                return nil
            }
        }
        if let refusal { throw refusal }
        return ConfirmSignUpResponse(session: try pools.confirmed(signUp, for: client))
    }
}

extension UserRecord {
    /// Marks the attribute as verified if it still has the value that the code went to.
    mutating func verify(_ code: CodeRecord) {
        guard attributes[code.attribute] == code.destination else { return }
        attributes[code.attribute + "_verified"] = "true"
    }
}

extension UserPoolWriting {
    /// Makes the user's names those that are active now.
    ///
    /// When `forced`, a name is taken from the user who has it, and that user's attribute becomes unverified.
    /// `article` is how the refusal speaks of the attribute: operations differ.
    /// - Throws: `AliasExistsException` when a name stands for somebody else.
    func claimNames(
        of user: UserRecord, in pool: UserPoolRecord, forced: Bool, as article: String = "the"
    ) throws {
        let names = UserNames.active(for: user, in: pool)
        for name in names where name.kind != .username {
            guard let owner = try self.user(named: name, inPool: pool.id), owner.sub != user.sub else { continue }
            guard forced else {
                throw ServiceFault(.aliasExists, "An account with \(article) \(name.kind.rawValue) already exists.")
            }
            try release(name, from: owner, in: pool)
        }
        try replaceNames(ofUser: user.sub, inPool: pool.id, with: names)
    }

    private func release(_ name: SignInName, from owner: UserRecord, in pool: UserPoolRecord) throws {
        var owner = owner
        owner.attributes[name.kind.rawValue + "_verified"] = "false"
        try update(owner)
        let remaining = UserNames.active(for: owner, in: pool).filter { $0 != name }
        try replaceNames(ofUser: owner.sub, inPool: pool.id, with: remaining)
    }
}
