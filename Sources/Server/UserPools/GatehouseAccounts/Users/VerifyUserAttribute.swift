// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Verifies an address or phone number with a code; a value that waited for the code replaces the present one.
    package func verifyUserAttribute(
        _ request: VerifyUserAttributeRequest
    ) async throws(ServiceFault) -> VerifyUserAttributeResponse {
        let (user, _) = try await pools.callers.authorizedUser(request.accessToken)
        try UserAttributes.checkProvable(request.attributeName)
        let pool = try await pools.read { try $0.existingPool(user.poolID) }
        let allowance = pools.counters.allowance(.attributeGuess, of: user)
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
    /// Marks the value that a code was sent to as verified, and makes it the user's name if it is an alias in the pool.
    ///
    /// An alias is taken from another user that has it; a username attribute is not.
    ///
    /// - Returns: The fault for a code for a former value.
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
