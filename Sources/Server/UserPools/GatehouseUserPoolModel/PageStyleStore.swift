// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation
import GatehouseCrypto
package import GatehouseWire

/// Reads the styles of the pages of user pools inside a transaction.
package protocol PageStyleReading {
    /// Returns a style of managed login by its id; `nil` if the pool has none with this id.
    func branding(_ id: String, inPool poolID: String) throws -> BrandingRecord?

    /// Returns the style of managed login of a client; `nil` if the client has none.
    func branding(ofClient clientID: String, inPool poolID: String) throws -> BrandingRecord?

    /// Returns whether a pool has at least `count` styles of managed login; `count` is 1 or more.
    func hasBrandings(_ count: Int, inPool poolID: String) throws -> Bool

    /// Returns the style of the classic pages of a client, or that for all clients; `nil` if there is none.
    func customization(ofPool poolID: String, client clientID: String?) throws -> UICustomizationRecord?

    /// Returns an image with its bytes; `nil` if the pool does not use it.
    func pageImage(_ id: String, inPool poolID: String) throws -> PageImage?
}

/// Reads and writes the styles of the pages of user pools inside a transaction.
///
/// The images that no style of the pool uses any more are removed with the change.
package protocol PageStyleWriting: PageStyleReading {
    /// Adds a style of managed login and its images.
    ///
    /// - Throws: `StoreConflict.taken` if the client has a style.
    func insert(_ branding: BrandingRecord, images: [PageImage]) throws
    /// Replaces the settings and the assets of a style, and adds new images.
    func update(_ branding: BrandingRecord, images: [PageImage]) throws
    /// Removes a style of managed login.
    func deleteBranding(_ branding: BrandingRecord) throws
    /// Writes the style of the classic pages over the one that is there.
    func put(_ customization: UICustomizationRecord, image: PageImage?) throws
    /// Removes the style of the classic pages of a client, or that for all clients.
    func deleteCustomization(ofPool poolID: String, client clientID: String?) throws
}

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

/// The style sheet and the logo of the classic pages, for a client or for all clients of a pool.
package struct UICustomizationRecord: Sendable, Equatable {
    /// The pool.
    package let poolID: String
    /// The client; `nil` for all clients without a style of their own.
    package let clientID: String?
    /// The style sheet, as it was sent.
    package var css: String?
    /// The id of the stored logo.
    package var imageID: String?
    /// The time at which the style was created.
    package let createdAt: Date
    /// The time at which the style last changed.
    package var modifiedAt: Date

    /// Creates the record of a style.
    package init(
        poolID: String, clientID: String?, css: String?, imageID: String?, createdAt: Date, modifiedAt: Date
    ) {
        self.poolID = poolID
        self.clientID = clientID
        self.css = css
        self.imageID = imageID
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}

/// An image on the pages of a user pool.
package struct PageImage: Sendable, Equatable {
    /// The SHA-256 of the bytes in hexadecimal; a pool stores an image once, however often it is used.
    package let id: String
    /// The format of the image.
    package let type: AssetExtensionType
    /// The file.
    package let bytes: [UInt8]

    /// Creates an image from a file, whose format was checked.
    package init(_ file: Data, type: AssetExtensionType) {
        bytes = Array(file)
        id = Hex.encode(sha256(bytes))
        self.type = type
    }

    /// Creates a stored image.
    package init(id: String, type: AssetExtensionType, bytes: [UInt8]) {
        self.id = id
        self.type = type
        self.bytes = bytes
    }
}
