// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A picture in a format that browsers show.
struct PagePicture: Sendable, Equatable {
    /// Larger files are not shown, in bytes.
    static let largestFile = 1 << 20

    /// The media type, by the first bytes of the file.
    let type: String
    let bytes: [UInt8]

    /// Keeps a file; nil for one that is too large or in another format.
    ///
    /// SVG is another format: it is a document rather than a picture.
    init?(_ file: Data) {
        guard file.count <= Self.largestFile else { return nil }
        let head = Array(file.prefix(12))
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            type = "image/png"
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            type = "image/jpeg"
        } else if head.starts(with: Array("GIF8".utf8)) {
            type = "image/gif"
        } else if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).elementsEqual(Array("WEBP".utf8)) {
            type = "image/webp"
        } else {
            return nil
        }
        bytes = Array(file)
    }
}
