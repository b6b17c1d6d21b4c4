// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Marks an address or number as verified with the code that was sent to it; a value that waited for the code takes
    /// effect.
    package func verifyUserAttribute(
        _ request: VerifyUserAttributeRequest
    ) async throws(ServiceFault) -> VerifyUserAttributeResponse {
        let (user, _) = try await pools.authorizedUser(request.accessToken)
        try UserAttributes.checkProvable(request.attributeName)
        let pool = try await pools.read { try $0.existingPool(user.poolID) }
        let allowance = pools.allowance(.attributeGuess, of: user)
        let codes = pools.codes
        let now = pools.clock.now
        let refusal: ServiceFault? = try await pools.write { store in
            try store.use(allowance, at: now)
            let purpose = CodePurpose.attribute(request.attributeName)
            switch try codes.redeem(request.code, purpose, of: user, at: now, in: store) {
            case .refused(let fault): return fault
            case .accepted(let code): return try store.prove(code, of: user, in: pool, at: now)
            }
        }
        if let refusal { throw refusal }
        return VerifyUserAttributeResponse()
    }
}

extension UserPoolWriting {
    /// Marks what a code went to as verified, and makes it the user's alias where the pool has such.
    ///
    /// An alias moves from whoever has it; the name that somebody signs in with in pools with username attributes does
    /// not.
    /// - Returns: the refusal of a code for a value that the user has left since.
    fileprivate func prove(
        _ code: CodeRecord, of user: UserRecord, in pool: UserPoolRecord, at now: Date
    ) throws -> ServiceFault? {
        guard var user = try self.user(user.sub, inPool: pool.id) else { return .noSuchUser }
        if pool.attributesVerifiedBeforeUpdate.contains(code.attribute) {
            user.attributes[code.attribute] = code.destination
        }
        guard user.attributes[code.attribute] == code.destination else { return .expiredCode }
        let proven = user.verify(code)
        user.modifiedAt = now
        try update(user)
        try claimNames(of: user, in: pool, taking: proven)
        return nil
    }
}
