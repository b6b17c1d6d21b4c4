// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import NIOSSL

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
