// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
