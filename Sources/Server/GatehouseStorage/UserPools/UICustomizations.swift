// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

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
