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
    /// Sends a code that verifies the user's address or phone number; it replaces the former code at once.
    ///
    /// If a new value waits for verification, the code is sent to it.
    package func getUserAttributeVerificationCode(
        _ request: GetUserAttributeVerificationCodeRequest
    ) async throws(ServiceFault) -> GetUserAttributeVerificationCodeResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        let attribute = request.attributeName
        try UserAttributes.checkProvable(attribute)
        let pool = try await records.read { try $0.existingPool(user.poolID) }
        let allowance = pools.counters.allowance(.attributeCode, of: user)
        let now = pools.clock.now
        let occasion = MessageOccasion(to: user, in: pool, by: client, metadata: request.clientMetadata)
        let code = try await records.write { store in
            try store.use(allowance, at: now)
            let destination = try store.destinationToProve(attribute, of: user, in: pool, at: now)
            try store.use(pools.counters.allowance(ofMessagesTo: destination, inPool: pool.id), at: now)
            let code = pools.messages.newCode(
                .attribute(attribute), as: .verifyAttribute, to: destination, on: occasion)
            try code.save(in: store)
            return code
        }
        try await pools.messages.send(code.message)
        return GetUserAttributeVerificationCodeResponse(codeDeliveryDetails: code.destination.details)
    }
}

extension UserAttributes {
    /// Checks that an attribute can be verified by a code.
    ///
    /// - Throws: `InvalidParameterException` for every other attribute.
    fileprivate static func checkProvable(_ attribute: String) throws(ServiceFault) {
        guard attribute == "email" || attribute == "phone_number" else {
            throw .invalidParameter("Only email and phone_number can be verified, not \(attribute).")
        }
    }
}

extension UserPoolReading {
    /// Returns the value to verify: the one that waits for verification, or the present one.
    ///
    /// - Throws: `InvalidParameterException` if there is neither.
    fileprivate func destinationToProve(
        _ attribute: String, of user: UserRecord, in pool: UserPoolRecord, at now: Date
    ) throws -> DeliveryDestination {
        if pool.attributesVerifiedBeforeUpdate.contains(attribute),
            let waiting = try code(.attribute(attribute), ofUser: user.sub, inPool: pool.id), waiting.isValid(at: now)
        {
            return DeliveryDestination(attribute: attribute, value: waiting.destination)
        }
        guard let value = try self.user(user.sub, inPool: pool.id)?.attributes[attribute] else {
            throw ServiceFault.invalidParameter("The user has no \(attribute) to verify.")
        }
        return DeliveryDestination(attribute: attribute, value: value)
    }
}

extension UserPoolsService {
    /// Verifies an address or phone number with a code; a value that waited for the code replaces the present one.
    package func verifyUserAttribute(
        _ request: VerifyUserAttributeRequest
    ) async throws(ServiceFault) -> VerifyUserAttributeResponse {
        let (user, _) = try await pools.callers.authorizedUser(request.accessToken)
        try UserAttributes.checkProvable(request.attributeName)
        let pool = try await records.read { try $0.existingPool(user.poolID) }
        let allowance = pools.counters.allowance(.attributeGuess, of: user)
        let codes = pools.codes
        let now = pools.clock.now
        let refusal: ServiceFault? = try await records.write { store in
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
