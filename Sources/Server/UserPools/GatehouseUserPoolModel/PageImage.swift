// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation
import GatehouseCrypto

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
