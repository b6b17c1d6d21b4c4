// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel

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
