// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto
package import GatehouseUserPoolModel
import GatehouseWire

/// The limits of an import file, and the encryption of its stored chunks.
package enum ImportFile {
    /// The size of a chunk in bytes; the last chunk may be shorter.
    package static let chunkSize = 262_144
    /// The maximum size of a file in bytes: 100 MB.
    package static let mostBytes = 104_857_600
    /// The maximum number of rows, without the header.
    package static let mostRows = 500_000

    private static let purpose = SealPurpose.importChunk

    /// Encrypts a chunk of an uploaded file for its position.
    package static func seal(_ bytes: [UInt8], as chunk: ImportChunk, by sealer: Sealer) -> [UInt8] {
        sealer.seal(bytes, purpose: purpose, context: context(of: chunk))
    }

    /// Decrypts a chunk.
    ///
    /// - Throws: `SealingError` if the bytes are not a sealed form of this chunk.
    package static func open(
        _ sealed: [UInt8], as chunk: ImportChunk, by sealer: Sealer
    ) throws(SealingError) -> [UInt8] {
        try sealer.open(sealed, purpose: purpose, context: context(of: chunk))
    }

    private static func context(of chunk: ImportChunk) -> [UInt8] {
        Array("\(chunk.run.poolID)|\(chunk.run.jobID)|\(chunk.uploadID)|\(chunk.position)".utf8)
    }
}
