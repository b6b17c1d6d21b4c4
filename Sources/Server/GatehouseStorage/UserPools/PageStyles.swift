// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseUserPoolModel

// MARK: - Styles of managed login

/// A row of `brandings` with its rows of `branding_assets`.
private enum BrandingRow {
    static let columns: SQLFragment = "pool_id, id, client_id, settings, created_at, modified_at"

    static func record(_ sql: any SQLReader, _ row: SQLRow) throws -> BrandingRecord {
        let settings: SQLDocument<ManagedLoginBrandingType> = try row["settings"]
        let poolID: String = try row["pool_id"]
        let clientID: String = try row["client_id"]
        return BrandingRecord(
            id: try row["id"], poolID: poolID, clientID: clientID,
            usesProvidedValues: settings.shape.useCognitoProvidedValues ?? false, settings: settings.shape.settings,
            assets: try assets(sql, ofClient: clientID, inPool: poolID), createdAt: try row["created_at"],
            modifiedAt: try row["modified_at"])
    }

    private static func assets(
        _ sql: any SQLReader, ofClient clientID: String, inPool poolID: String
    ) throws -> [BrandingRecord.Asset] {
        try sql.query(
            """
            SELECT description, image_id, size FROM branding_assets
            WHERE pool_id = \(poolID) AND client_id = \(clientID) ORDER BY position
            """
        ).map { row in
            let description: SQLDocument<AssetType> = try row["description"]
            return BrandingRecord.Asset(description.shape, imageID: try row["image_id"], size: try row["size"])
        }
    }
}

extension SQLUserPoolReading {
    func branding(_ id: String, inPool poolID: String) throws -> BrandingRecord? {
        try sql.queryOne(
            "SELECT \(BrandingRow.columns) FROM brandings WHERE pool_id = \(poolID) AND id = \(id)"
        ).map { row in try BrandingRow.record(sql, row) }
    }

    func branding(ofClient clientID: String, inPool poolID: String) throws -> BrandingRecord? {
        try sql.queryOne(
            "SELECT \(BrandingRow.columns) FROM brandings WHERE pool_id = \(poolID) AND client_id = \(clientID)"
        ).map { row in try BrandingRow.record(sql, row) }
    }

    func hasBrandings(_ count: Int, inPool poolID: String) throws -> Bool {
        try has(count, of: "brandings", inPool: poolID)
    }
}

extension UserPoolWriter {
    func insert(_ branding: BrandingRecord, images: [PageImage]) throws {
        try connection.add(
            branding.clientID,
            """
            INSERT INTO brandings (pool_id, id, client_id, settings, created_at, modified_at)
            VALUES (\(branding.poolID), \(branding.id), \(branding.clientID), \(SQLDocument(branding.document)),
                \(branding.createdAt), \(branding.modifiedAt))
            ON CONFLICT DO NOTHING
            """
        )
        try insertAssets(of: branding, images: images)
    }

    func update(_ branding: BrandingRecord, images: [PageImage]) throws {
        try connection.change(
            "brandings",
            """
            UPDATE brandings SET settings = \(SQLDocument(branding.document)), modified_at = \(branding.modifiedAt)
            WHERE pool_id = \(branding.poolID) AND id = \(branding.id)
            """
        )
        try deleteAssets(of: branding)
        try insertAssets(of: branding, images: images)
        try deleteUnusedImages(inPool: branding.poolID)
    }

    func deleteBranding(_ branding: BrandingRecord) throws {
        try connection.execute("DELETE FROM brandings WHERE pool_id = \(branding.poolID) AND id = \(branding.id)")
        try deleteAssets(of: branding)
        try deleteUnusedImages(inPool: branding.poolID)
    }

    private func insertAssets(of branding: BrandingRecord, images: [PageImage]) throws {
        for image in images { try insert(image, inPool: branding.poolID) }
        for (position, asset) in branding.assets.enumerated() {
            try connection.execute(
                """
                INSERT INTO branding_assets (pool_id, client_id, position, description, image_id, size)
                VALUES (\(branding.poolID), \(branding.clientID), \(position), \(SQLDocument(asset.description)),
                    \(asset.imageID), \(asset.size))
                """
            )
        }
    }

    private func deleteAssets(of branding: BrandingRecord) throws {
        try connection.execute(
            """
            DELETE FROM branding_assets WHERE pool_id = \(branding.poolID) AND client_id = \(branding.clientID)
            """
        )
    }
}

extension BrandingRecord {
    /// The settings as the column has them.
    fileprivate var document: ManagedLoginBrandingType {
        ManagedLoginBrandingType(useCognitoProvidedValues: usesProvidedValues, settings: settings)
    }
}

// MARK: - Customizations of the classic pages

extension SQLUserPoolReading {
    func customization(ofPool poolID: String, client clientID: String?) throws -> UICustomizationRecord? {
        try sql.queryOne(
            """
            SELECT css, image_id, created_at, modified_at FROM ui_customizations
            WHERE pool_id = \(poolID) AND client_id = \(clientID ?? "")
            """
        ).map { row in
            UICustomizationRecord(
                poolID: poolID, clientID: clientID, css: try row["css"], imageID: try row["image_id"],
                createdAt: try row["created_at"], modifiedAt: try row["modified_at"])
        }
    }
}

extension UserPoolWriter {
    func put(_ customization: UICustomizationRecord, image: PageImage?) throws {
        if let image { try insert(image, inPool: customization.poolID) }
        try connection.execute(
            """
            INSERT INTO ui_customizations (pool_id, client_id, css, image_id, created_at, modified_at)
            VALUES (\(customization.poolID), \(customization.clientID ?? ""), \(customization.css),
                \(customization.imageID), \(customization.createdAt), \(customization.modifiedAt))
            ON CONFLICT (pool_id, client_id) DO UPDATE SET
                css = excluded.css, image_id = excluded.image_id, modified_at = excluded.modified_at
            """
        )
        try deleteUnusedImages(inPool: customization.poolID)
    }

    func deleteCustomization(ofPool poolID: String, client clientID: String?) throws {
        try connection.execute(
            "DELETE FROM ui_customizations WHERE pool_id = \(poolID) AND client_id = \(clientID ?? "")")
        try deleteUnusedImages(inPool: poolID)
    }
}

// MARK: - Images

extension SQLUserPoolReading {
    func pageImage(_ id: String, inPool poolID: String) throws -> PageImage? {
        try sql.queryOne("SELECT type, bytes FROM page_images WHERE pool_id = \(poolID) AND id = \(id)").map { row in
            PageImage(id: id, type: try row["type"], bytes: try row["bytes"])
        }
    }
}

extension UserPoolWriter {
    /// Adds an image, unless the pool has it.
    func insert(_ image: PageImage, inPool poolID: String) throws {
        try connection.execute(
            """
            INSERT INTO page_images (pool_id, id, type, bytes)
            VALUES (\(poolID), \(image.id), \(image.type), \(image.bytes))
            ON CONFLICT DO NOTHING
            """
        )
    }

    /// Removes the images that no style of the pool uses.
    func deleteUnusedImages(inPool poolID: String) throws {
        try connection.execute(
            """
            DELETE FROM page_images WHERE pool_id = \(poolID)
                AND NOT EXISTS (SELECT 1 FROM branding_assets
                    WHERE branding_assets.pool_id = page_images.pool_id AND branding_assets.image_id = page_images.id)
                AND NOT EXISTS (SELECT 1 FROM ui_customizations
                    WHERE ui_customizations.pool_id = page_images.pool_id
                        AND ui_customizations.image_id = page_images.id)
            """
        )
    }
}

extension AssetExtensionType: SQLConvertible {}
