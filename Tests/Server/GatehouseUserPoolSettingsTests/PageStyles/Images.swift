// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Files that begin as images of their format do.
enum Images {
    static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1])
    static let ico = Data([0, 0, 1, 0, 1])
    static let webp = Data("RIFF????WEBPVP8 ".utf8)
    static let svg = Data(#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>"#.utf8)
}
