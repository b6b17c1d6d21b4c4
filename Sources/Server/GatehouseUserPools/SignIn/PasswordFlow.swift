// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// USER_PASSWORD_AUTH: the password itself is sent and checked against the verifier.
extension UserPoolsService {
    /// Checks the password and goes on with the sign-in.
    ///
    /// Unknown users cost the same work.
    func checkPassword(
        _ start: SignInStart, parameters: [String: String], saying data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let password = parameters["PASSWORD"] ?? ""
        if let hash = try pools.passwords.importedHash(of: start.user) {
            return try await checkPassword(password, against: hash, start, saying: data)
        }
        let userID = pools.userIDForSRP(start)
        let verifier = try pools.passwords.verifier(
            of: start.user, name: start.pool.comparable(start.typedName), poolID: start.pool.id)
        let arithmetic = pools.arithmetic
        let isRight = try await pools.compute {
            verifier.matches(
                identity: .user(poolID: start.pool.id, userIDForSRP: userID), password: Secret(utf8: password),
                arithmetic: arithmetic)
        }
        return try await pools.conclude(
            PasswordProof(
                client: start.client, pool: start.pool, typedName: start.typedName, user: start.user,
                grounds: start.grounds, isRight: isRight,
                origin: origin(data, by: start.client),
                ticket: SpentTicket(id: pools.entropy.uuid(), expiresAt: pools.clock.now),
                machine: SignInMachine()))
    }
}
