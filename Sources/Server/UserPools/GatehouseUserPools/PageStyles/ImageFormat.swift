// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation

/// The formats of images on the pages.
enum ImageFormat {
    /// The format of a file by its first bytes; `nil` for another file, and for a vector image with content that is not
    /// allowed.
    static func type(of file: Data) -> AssetExtensionType? {
        let head = Array(file.prefix(16))
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if head.starts(with: [0, 0, 1, 0]) { return .ico }
        if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) { return .webp }
        return VectorImage.isAllowed(file) ? .svg : nil
    }
}
