// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What is wrong with a certificate or its key.
package enum TLSIdentityError: Error, Equatable {
    /// There is no certificate in PEM.
    case noCertificate
    /// There is no private key in PEM, or it needs a password.
    case noKey
    /// The key is not the certificate's.
    case keyOfAnother
    /// The certificate was valid until this moment.
    case expired(Date)
    /// The certificate is valid from this moment on.
    case notYetValid(Date)
}
