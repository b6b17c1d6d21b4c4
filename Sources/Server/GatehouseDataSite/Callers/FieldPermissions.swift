// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSecurityTokens
import GatehouseWire

/// Decides by policies which fields of an API a signer may use: the action `appsync:GraphQL` on each of them.
///
/// The roles of identity pools have the permission by the rules of the schema, for which Amplify's compiler writes
/// policies; their own policies and those of their sessions can only deny it. All others need a policy that permits it.
struct FieldPermissions: Sendable {
    private static let action = "appsync:GraphQL"

    let authority: AccessAuthority
    let deployment: Deployment

    /// Those of the fields `Type.field` that no policy permits the signer, or that one denies.
    /// - Throws: the refusal of a request whose policies cannot be read.
    func denied(
        _ fields: Set<String>, ofAPI id: String, to signer: DataSigner
    ) async throws(RequestRefusal) -> Set<String> {
        if case .administrator = signer.principal { return [] }
        let prefix = deployment.dataAPIARN(id) + "/types/"
        var resources: [String: String] = [:]
        for field in fields {
            guard let dot = field.firstIndex(of: ".") else { continue }
            resources["\(prefix)\(field[..<dot])/fields/\(field[field.index(after: dot)...])"] = field
        }
        guard !resources.isEmpty else { return [] }
        do throws(ServiceFault) {
            let refused = try await authority.refused(
                Self.action, on: Array(resources.keys), to: signer.principal, isImplied: signer.isOfIdentityPool,
                from: signer.address, inRegion: deployment.defaultRegion)
            return Set(refused.compactMap { resources[$0] })
        } catch {
            throw .failure(error)
        }
    }
}
