// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation
package import GatehouseWire

/// The style of managed login for an app client, without the bytes of its images.
package struct BrandingRecord: Sendable, Equatable {
    /// The maximum number of styles in a pool.
    package static let maximumPerPool = 20
    /// The maximum number of images of a style.
    package static let maximumAssets = 40
    /// The maximum size in bytes of all images of a style.
    package static let maximumBytes = 8_000_000

    /// The id of the style.
    package let id: String
    /// The pool of the client.
    package let poolID: String
    /// The client, which has no other style.
    package let clientID: String
    /// Whether the style is the server's own.
    package var usesProvidedValues: Bool
    /// The settings that differ from the server's own, in the form of Cognito's branding designer.
    package var settings: WireValue?
    /// The images, at most one for each category and colour mode.
    package var assets: [Asset]
    /// The time at which the style was created.
    package let createdAt: Date
    /// The time at which the style last changed.
    package var modifiedAt: Date

    /// Creates the record of a style.
    package init(
        id: String, poolID: String, clientID: String, usesProvidedValues: Bool, settings: WireValue?,
        assets: [Asset], createdAt: Date, modifiedAt: Date
    ) {
        self.id = id
        self.poolID = poolID
        self.clientID = clientID
        self.usesProvidedValues = usesProvidedValues
        self.settings = settings
        self.assets = assets
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }

    /// An image of a style, or the name of one that the server has.
    package struct Asset: Sendable, Equatable {
        /// The place of the image, its colour mode, its format and its resource id; without the bytes.
        package var description: AssetType
        /// The id of the stored image.
        package var imageID: String?
        /// The size of the image in bytes.
        package var size: Int

        /// Creates the record of an image.
        package init(_ description: AssetType, imageID: String?, size: Int) {
            self.description = description
            self.imageID = imageID
            self.size = size
        }
    }
}
