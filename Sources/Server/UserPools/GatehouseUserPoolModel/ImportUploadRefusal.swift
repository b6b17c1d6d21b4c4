// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why a file for an import job is not taken.
package enum ImportUploadRefusal: Error, Sendable, Equatable {
    /// The address is not one that this server gave out.
    case wrongSignature
    /// The address was given out more than a quarter of an hour ago.
    case expired
    /// The file is longer than 100 MB.
    case tooLarge
    /// The job was started, has expired, or is gone.
    case notAwaited
    /// Another upload for the same job began while this one was under way.
    case superseded
}
