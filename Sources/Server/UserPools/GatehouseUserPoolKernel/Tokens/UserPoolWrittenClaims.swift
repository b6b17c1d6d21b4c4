// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The attributes of this server's user pools that users can set, at the sign-up or later.
struct UserPoolWrittenClaims: UserWrittenClaims {
    private static let page = 60

    let records: UserPoolRecords

    func claimsThatUsersWrite(
        among claims: Set<String>, provider: String
    ) async throws(ServiceFault) -> Set<String> {
        guard let poolID = UserPoolLoginVerifier.poolID(of: provider) else { return [] }
        return try await records.read { store in
            guard let pool = try store.userPool(poolID) else { return [] }
            let attributes = pool.attributesOfUsers.intersection(claims)
            guard !attributes.isEmpty else { return [] }
            var written: Set<String> = []
            var last: String?
            repeat {
                let clients = try store.appClients(ofPool: poolID, after: last, limit: Self.page)
                for client in clients { written.formUnion(attributes.filter(client.mayWrite)) }
                last = clients.count == Self.page ? clients.last?.id : nil
            } while last != nil && written != attributes
            return written
        }
    }
}

extension UserPoolRecord {
    /// The attributes that users can set if their app may write them: one that never changes only at the sign-up.
    fileprivate var attributesOfUsers: Set<String> {
        let attributes = (description.schemaAttributes ?? []).filter { attribute in
            attribute.developerOnlyAttribute != true && (attribute.mutable != false || !isClosed)
        }
        return Set(attributes.compactMap(\.name)).subtracting(AppClientRecord.unwritableAttributes)
    }
}
