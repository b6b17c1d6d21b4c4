// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reasons why the server rejects a file for an import job.
package enum ImportUploadRefusal: Error, Sendable, Equatable {
    /// This server did not issue the upload URL.
    case wrongSignature
    /// The upload URL was issued more than 15 minutes ago.
    case expired
    /// The file is longer than 100 MB.
    case tooLarge
    /// The job was started, has expired, or does not exist.
    case notAwaited
    /// Another upload for the same job began during this one.
    case superseded
}
