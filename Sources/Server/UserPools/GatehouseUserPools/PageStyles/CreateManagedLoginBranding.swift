// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Creates the style of managed login for a client: the server's own, or one with settings and images.
    package func createManagedLoginBranding(
        _ request: CreateManagedLoginBrandingRequest
    ) async throws(ServiceFault) -> CreateManagedLoginBrandingResponse {
        let usesProvidedValues = request.useCognitoProvidedValues ?? false
        guard usesProvidedValues != (request.settings != nil) else {
            throw .invalidParameter("Either UseCognitoProvidedValues or Settings must be provided (but not both).")
        }
        try BrandingRecord.check(request.settings, request.assets, usesProvidedValues: usesProvidedValues)
        let assets = try BrandingAssets(request.assets ?? [])
        let now = pools.clock.now
        var branding = BrandingRecord(
            id: pools.entropy.uuid(), poolID: request.userPoolId, clientID: request.clientId,
            usesProvidedValues: usesProvidedValues, settings: request.settings, assets: [], createdAt: now,
            modifiedAt: now)
        try assets.apply(to: &branding)
        let created = try await records.write { [branding] store in
            let client = try store.existingClient(branding.clientID, inPool: branding.poolID)
            guard try !store.hasBrandings(BrandingRecord.maximumPerPool, inPool: client.poolID) else {
                throw ServiceFault(
                    .limitExceeded, "A user pool can have at most \(BrandingRecord.maximumPerPool) branding styles.")
            }
            do {
                try store.insert(branding, images: assets.images)
            } catch StoreConflict.taken {
                throw ServiceFault(
                    .managedLoginBrandingExists, "The app client \(client.id) has a branding style already.")
            }
            return try store.description(of: branding)
        }
        return CreateManagedLoginBrandingResponse(managedLoginBranding: created)
    }
}

extension BrandingRecord {
    /// Checks the parts of a request for a style against each other.
    ///
    /// - Throws: `InvalidParameterException` for settings or images beside the server's own style, and for settings of
    ///   another type than an object.
    static func check(
        _ settings: WireValue?, _ assets: [AssetType]?, usesProvidedValues: Bool
    ) throws(ServiceFault) {
        guard !usesProvidedValues || settings == nil && (assets ?? []).isEmpty else {
            throw .invalidParameter("Settings and Assets cannot be provided along with UseCognitoProvidedValues.")
        }
        guard settings == nil || settings?.objectValue != nil else {
            throw .invalidParameter("Settings must be a JSON object.")
        }
    }
}

extension UserPoolReading {
    /// Returns the description of a style with its images; with the server's own values for what the style does not set
    /// if `isMerged`.
    func description(of branding: BrandingRecord, isMerged: Bool = false) throws -> ManagedLoginBrandingType {
        let assets = try branding.assets.map { asset in
            var description = asset.description
            if let id = asset.imageID {
                description.bytes = try pageImage(id, inPool: branding.poolID).map { Data($0.bytes) }
            }
            return description
        }
        return ManagedLoginBrandingType(
            managedLoginBrandingId: branding.id, userPoolId: branding.poolID,
            useCognitoProvidedValues: branding.usesProvidedValues,
            settings: isMerged ? ProvidedBranding.settings(changedBy: branding.settings) : branding.settings,
            assets: assets, creationDate: branding.createdAt, lastModifiedDate: branding.modifiedAt)
    }

    /// Returns the style with an id.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool or style.
    func existingBranding(_ id: String, inPool poolID: String) throws -> BrandingRecord {
        guard let branding = try branding(id, inPool: existingPool(poolID).id) else {
            throw ServiceFault(.resourceNotFound, "The branding style \(id) does not exist.")
        }
        return branding
    }
}
