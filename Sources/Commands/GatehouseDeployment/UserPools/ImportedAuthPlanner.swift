// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseProject
import GatehouseWire

/// Checks the ids of an auth resource that was made elsewhere.
///
/// Nothing of it is ever changed.
enum ImportedAuthPlanner {
    /// Reads pool, clients and identity pool.
    ///
    /// - Parameters:
    ///   - imported: the ids.
    ///   - resource: the auth resource.
    ///   - ids: the ids that are known.
    ///   - backend: the server.
    /// - Returns: the operation for the table, and a step that writes the ids down.
    /// - Throws: `ServiceFault` of a call that failed.
    static func parts(
        _ imported: ImportedAuth, _ resource: ResourceName, _ ids: KnownIDs, on backend: Backend
    ) async throws(ServiceFault) -> (operation: Operation, parts: PlanParts) {
        var parts = PlanParts(ids: ids, exists: true)
        guard let pool = try await backend.userPool(imported.userPoolID) else {
            parts.obstacles = [missing("user pool", imported.userPoolID)]
            return (.importing, parts)
        }
        for id in Set([imported.nativeClientID, imported.webClientID]).sorted() {
            let client = try await backend.client(id, inPool: imported.userPoolID)
            if client == nil { parts.obstacles.append(missing("client", id)) }
        }
        if let id = imported.identityPoolID {
            let isThere = try await backend.hasIdentityPool(id)
            if !isThere { parts.obstacles.append(missing("identity pool", id)) }
        }
        let step = ImportStep(imported: imported, pool: pool, resource: resource)
        var new = ids
        step.record(in: &new)
        guard new != ids else { return (.noChange, parts) }
        parts.steps = [(.userPool, step)]
        return (.importing, parts)
    }

    private static func missing(_ thing: String, _ id: String) -> Obstacle {
        Obstacle(
            text: "The server has no \(thing) \(id), which the project has imported.",
            cure: "Import what there is: amplify remove auth, then amplify import auth.")
    }
}

/// Writes down the ids of an imported resource, and changes nothing on the server.
struct ImportStep: DeploymentStep {
    let imported: ImportedAuth
    let pool: UserPoolType
    let resource: ResourceName

    var title: String { "Import the user pool \(pool.name ?? imported.userPoolID)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        record(in: &ids)
    }

    func record(in ids: inout KnownIDs) {
        ids[resource, OutputName.userPoolID] = imported.userPoolID
        ids[resource, OutputName.userPoolARN] = pool.arn
        ids[resource, OutputName.userPoolName] = pool.name
        ids[resource, OutputName.nativeClientID] = imported.nativeClientID
        ids[resource, OutputName.webClientID] = imported.webClientID
        ids[resource, OutputName.identityPoolID] = imported.identityPoolID
    }
}

extension Backend {
    /// Whether the server has an identity pool with an id.
    fileprivate func hasIdentityPool(_ id: String) async throws(ServiceFault) -> Bool {
        do throws(ServiceFault) {
            _ = try await identityPools.describeIdentityPool(DescribeIdentityPoolInput(identityPoolId: id))
            return true
        } catch {
            guard error.code == .resourceNotFound else { throw error }
            return false
        }
    }
}
