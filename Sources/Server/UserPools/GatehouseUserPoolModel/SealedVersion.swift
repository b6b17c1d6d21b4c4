// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The versions of passwords and second factors: 32 bytes that differ for every value that was set, even for equal ones.
///
/// A sign-in in progress is bound to the versions of its user. They are stored, so that sealing a value again under
/// another master key does not end sign-ins.
package enum SealedVersion {
    /// The version of a value that was sealed just now; it differs each time, because sealing is randomized.
    ///
    /// It is also the version of a value from a release that stored none.
    package static func first(of sealed: [UInt8]) -> [UInt8] { sha256(sealed) }
}
