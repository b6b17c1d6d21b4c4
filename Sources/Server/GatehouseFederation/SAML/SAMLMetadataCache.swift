// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText
import Synchronization

/// Keeps the metadata of registered providers as it was read, so that a login does not read the document again.
package final class SAMLMetadataCache: Sendable {
    private struct Entry {
        let document: String
        let metadata: SAMLMetadata
    }

    /// More than an account can have; when it is passed, all are read again.
    private let maximum: Int
    private let entries = Mutex<[String: Entry]>([:])

    /// Creates an empty cache.
    package init(maximum: Int = 128) {
        self.maximum = maximum
    }

    /// The metadata of a provider's document; a document that changed is read again.
    /// - Throws: ``SAMLMetadataFlaw``.
    package func metadata(ofProvider arn: String, document: String) throws(SAMLMetadataFlaw) -> SAMLMetadata {
        if let entry = entries.withLock({ $0[arn] }), entry.document.hasBytes(of: document) { return entry.metadata }
        let metadata = try SAMLMetadata(document)
        entries.withLock { entries in
            if entries.count >= maximum { entries = [:] }
            entries[arn] = Entry(document: document, metadata: metadata)
        }
        return metadata
    }
}
