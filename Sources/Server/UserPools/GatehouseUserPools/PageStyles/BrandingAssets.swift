// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The images of a request for a style, checked and identified.
struct BrandingAssets: Sendable {
    /// The images as the style's record has them.
    let assets: [BrandingRecord.Asset]
    /// The files.
    let images: [PageImage]

    /// Checks the images of a request.
    ///
    /// - Throws: `InvalidParameterException` if two have the same category and colour mode, or one does not have the
    ///   format that its extension and its category name.
    init(_ request: [AssetType]) throws(ServiceFault) {
        var (assets, images): ([BrandingRecord.Asset], [PageImage]) = ([], [])
        for asset in request {
            guard !assets.contains(where: { $0.description.hasPlace(of: asset) }) else {
                throw .invalidParameter(
                    "An asset of the category \(asset.category) and the color mode \(asset.colorMode) occurs twice.")
            }
            let image = try asset.image()
            var description = asset
            description.bytes = nil
            assets.append(BrandingRecord.Asset(description, imageID: image?.id, size: image?.bytes.count ?? 0))
            if let image { images.append(image) }
        }
        (self.assets, self.images) = (assets, images)
    }

    /// Replaces the images of a style that have the same category and colour mode, and adds the others; without images
    /// in the request, removes all.
    ///
    /// - Throws: `InvalidParameterException` if the style would have too many images, or too large ones.
    func apply(to branding: inout BrandingRecord) throws(ServiceFault) {
        let kept = branding.assets.filter { old in
            !assets.contains { $0.description.hasPlace(of: old.description) }
        }
        branding.assets = assets.isEmpty ? [] : kept + assets
        guard branding.assets.count <= BrandingRecord.maximumAssets else {
            throw .invalidParameter("A style can have at most \(BrandingRecord.maximumAssets) assets.")
        }
        guard branding.assets.reduce(0, { $0 + $1.size }) <= BrandingRecord.maximumBytes else {
            throw .invalidParameter("The assets of a style can have at most \(BrandingRecord.maximumBytes) bytes.")
        }
    }
}

extension AssetType {
    /// Whether another image has the same place on the pages and the same colour mode.
    fileprivate func hasPlace(of other: AssetType) -> Bool {
        category == other.category && colorMode == other.colorMode
    }

    /// Returns the file; `nil` for an asset that only names a resource of the server.
    fileprivate func image() throws(ServiceFault) -> PageImage? {
        guard formats.contains(`extension`) else {
            throw .invalidParameter("An asset of the category \(category) cannot have the extension \(`extension`).")
        }
        guard let bytes, !bytes.isEmpty else {
            guard resourceId != nil else {
                throw .invalidParameter("An asset of the category \(category) has neither Bytes nor a ResourceId.")
            }
            return nil
        }
        guard ImageFormat.type(of: bytes) == `extension` else {
            throw .invalidParameter(
                "The Bytes of the asset of the category \(category) are no file of the type \(`extension`), or a file "
                    + "with content that is not allowed.")
        }
        return PageImage(bytes, type: `extension`)
    }

    private var formats: [AssetExtensionType] {
        switch category {
        case .faviconIco: [.ico]
        case .faviconSvg: [.svg]
        default: [.jpeg, .png, .svg, .webp]
        }
    }
}
