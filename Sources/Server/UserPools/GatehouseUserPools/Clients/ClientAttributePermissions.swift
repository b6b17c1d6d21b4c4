// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The rules for the attributes that a client may read and write.
enum ClientAttributePermissions {
    /// Checks the attribute lists of a client.
    ///
    /// - Throws: `InvalidParameterException` for attributes that the pool does not have or that no client may write,
    ///   and for a list without an attribute that the pool requires.
    package static func check(
        _ request: CreateUserPoolClientRequest, in pool: UserPoolRecord
    ) throws(ServiceFault) {
        let schema = pool.description.schemaAttributes ?? []
        let known = Set(schema.compactMap(\.name))
        guard known.isSuperset(of: request.readAttributes ?? []) else {
            throw .invalidParameter("Invalid read attributes specified while creating a client")
        }
        guard let writable = request.writeAttributes, !writable.isEmpty else { return }
        let required = schema.filter { $0.required == true && $0.name != "sub" }.compactMap(\.name)
        guard
            known.isSuperset(of: writable), AppClientRecord.unwritableAttributes.isDisjoint(with: writable),
            Set(writable).isSuperset(of: required)
        else {
            throw .invalidParameter("Invalid write attributes specified while creating a client")
        }
    }
}
