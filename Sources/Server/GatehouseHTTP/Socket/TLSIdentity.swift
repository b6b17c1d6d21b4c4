// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import NIOSSL
import Synchronization

/// A server certificate with its intermediate certificates and private key.
package struct TLSIdentity: Sendable {
    /// The cipher suites of TLS 1.2, all with forward secrecy and authenticated encryption (RFC 9325, section 4.2);
    /// those of TLS 1.3 are not configurable and have both.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    let context: NIOSSLContext

    /// Reads certificates and key, and checks that they match and are valid now.
    /// - Parameters:
    ///   - certificates: the server's certificate first, then the intermediate certificates, in PEM.
    ///   - key: the private key without a password, in PEM.
    ///   - now: the time at which the certificate must be valid.
    /// - Throws: `TLSIdentityError`.
    package init(certificates: Data, key: Data, now: Date) throws(TLSIdentityError) {
        let chain = (try? NIOSSLCertificate.fromPEMBytes(Array(certificates))) ?? []
        guard let own = chain.first else { throw .noCertificate }
        guard now.timeIntervalSince1970 < Double(own.notValidAfter) else {
            throw .expired(Date(timeIntervalSince1970: Double(own.notValidAfter)))
        }
        guard now.timeIntervalSince1970 >= Double(own.notValidBefore) else {
            throw .notYetValid(Date(timeIntervalSince1970: Double(own.notValidBefore)))
        }
        guard let key = try? NIOSSLPrivateKey(bytes: Array(key), format: .pem) else { throw .noKey }
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)
        )
        settings.minimumTLSVersion = .tlsv12
        settings.cipherSuiteValues = Self.cipherSuites
        settings.applicationProtocols = ["http/1.1"]
        guard let context = try? NIOSSLContext(configuration: settings) else { throw .keyOfAnother }
        self.context = context
    }
}

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

/// Holds the current TLS identity; new connections use the identity of the last change.
package final class TLSKeeper: Sendable {
    private let present: Mutex<NIOSSLContext>

    /// Creates a keeper with its first identity.
    package init(_ identity: TLSIdentity) {
        present = Mutex(identity.context)
    }

    /// Replaces the identity.
    package func replace(with identity: TLSIdentity) {
        present.withLock { $0 = identity.context }
    }

    var context: NIOSSLContext { present.withLock { $0 } }
}
