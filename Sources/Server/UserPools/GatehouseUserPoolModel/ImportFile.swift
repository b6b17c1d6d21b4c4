// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
import GatehouseWire

/// The limits of a file, and the form in which its pieces rest.
package enum ImportFile {
    /// Bytes of a piece; the last one may be shorter.
    package static let chunkSize = 262_144
    /// The longest file, in bytes: 100 MB.
    package static let mostBytes = 104_857_600
    /// The most rows, without the header.
    package static let mostRows = 500_000

    private static let purpose = "import-chunk"

    /// Seals a piece of an uploaded file for its place.
    package static func seal(_ bytes: [UInt8], as chunk: ImportChunk, by sealer: Sealer) -> [UInt8] {
        sealer.seal(bytes, purpose: purpose, context: context(of: chunk))
    }

    /// Opens a sealed piece.
    /// - Throws: `SealingError` when the bytes are not those of this piece.
    package static func open(
        _ sealed: [UInt8], as chunk: ImportChunk, by sealer: Sealer
    ) throws(SealingError) -> [UInt8] {
        try sealer.open(sealed, purpose: purpose, context: context(of: chunk))
    }

    private static func context(of chunk: ImportChunk) -> [UInt8] {
        Array("\(chunk.run.poolID)|\(chunk.run.jobID)|\(chunk.uploadID)|\(chunk.position)".utf8)
    }
}
