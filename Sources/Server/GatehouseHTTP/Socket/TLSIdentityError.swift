// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The reason why a certificate or its key is not usable.
package enum TLSIdentityError: Error, Equatable {
    /// The data has no certificate in PEM.
    case noCertificate
    /// The data has no private key in PEM, or the key needs a password.
    case noKey
    /// The key does not match the certificate.
    case keyOfAnother
    /// The certificate expired at this time.
    case expired(Date)
    /// The certificate becomes valid at this time.
    case notYetValid(Date)
}
