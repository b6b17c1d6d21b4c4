// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AccessManagementShapes
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
package import GatehouseWire

extension AccessManager {
    /// Creates a version of a policy, which becomes the one in force if the request says so.
    /// - Throws: `NoSuchEntity`, `LimitExceeded` for more than five versions, `MalformedPolicyDocument`, `InvalidInput`,
    ///   `UnmodifiableEntity`.
    package func createPolicyVersion(
        _ request: CreatePolicyVersionRequest
    ) async throws(ServiceFault) -> CreatePolicyVersionResponse {
        let document = try policy(request.policyDocument, for: .identity, quota: "PolicySize")
        let now = management.securityTokens.clock.now
        let isStandard = request.setAsDefault == true
        let record = try await changePolicy(request.policyArn) { former in
            guard former.versions.all.count < PolicyVersions.maximumCount else {
                throw ServiceFault.limitExceeded(
                    "A managed policy can have up to \(PolicyVersions.maximumCount) versions. Before you create a new "
                        + "version, you must delete an existing version.")
            }
            return former.with(try former.versions.adding(document, asStandard: isStandard, at: now))
        }
        let version = record.entry.versions.all.last ?? record.entry.versions.standard
        return CreatePolicyVersionResponse(policyVersion: Self.shape(version, of: record, withDocument: false))
    }

    /// Shows a version of a policy with its document.
    /// - Throws: `NoSuchEntity`, `InvalidInput`.
    package func getPolicyVersion(
        _ request: GetPolicyVersionRequest
    ) async throws(ServiceFault) -> GetPolicyVersionResponse {
        let record = try await policy(request.policyArn)
        let version = try record.entry.existingVersion(request.versionId, ofARN: request.policyArn)
        return GetPolicyVersionResponse(policyVersion: Self.shape(version, of: record, withDocument: true))
    }

    /// Lists the versions of a policy in pages, the newest first.
    /// - Throws: `NoSuchEntity`, `InvalidInput`.
    package func listPolicyVersions(
        _ request: ListPolicyVersionsRequest
    ) async throws(ServiceFault) -> ListPolicyVersionsResponse {
        let record = try await policy(request.policyArn)
        let numbered = Array(record.entry.versions.all.reversed().enumerated())
        let page = ListPage(of: numbered, after: request.marker, maximum: request.maxItems) { String($0.offset) }
        return ListPolicyVersionsResponse(
            versions: page.elements.map { Self.shape($0.element, of: record, withDocument: false) },
            isTruncated: page.isTruncated, marker: page.marker)
    }

    /// Puts a version of a policy into force.
    /// - Throws: `NoSuchEntity`, `InvalidInput`, `UnmodifiableEntity`.
    package func setDefaultPolicyVersion(_ request: SetDefaultPolicyVersionRequest) async throws(ServiceFault) {
        _ = try await changePolicy(request.policyArn) { former in
            let version = try former.existingVersion(request.versionId, ofARN: request.policyArn)
            return former.with(former.versions.choosing(version))
        }
    }

    /// Deletes a version of a policy that is not in force.
    /// - Throws: `NoSuchEntity`, `DeleteConflict` for the version in force, `InvalidInput`, `UnmodifiableEntity`.
    package func deletePolicyVersion(_ request: DeletePolicyVersionRequest) async throws(ServiceFault) {
        _ = try await changePolicy(request.policyArn) { former in
            let version = try former.existingVersion(request.versionId, ofARN: request.policyArn)
            guard version.number != former.versions.standard.number else {
                throw ServiceFault.deleteConflict("Cannot delete the default version of a policy.")
            }
            return former.with(former.versions.removing(version))
        }
    }
}

extension ManagedPolicy {
    /// The version with an id.
    /// - Throws: `NoSuchEntity`.
    fileprivate func existingVersion(_ id: String, ofARN arn: String) throws(ServiceFault) -> PolicyVersions.Version {
        guard let version = versions.version(id) else {
            throw .noSuchPart("Policy \(arn) version \(id) does not exist or is not attachable.")
        }
        return version
    }
}
