// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import NIOSSL

/// A certificate, those that vouch for it, and its private key: what a server shows its clients.
package struct TLSIdentity: Sendable {
    /// The suites of TLS 1.2, all with forward secrecy and authenticated encryption (RFC 9325, section 4.2); those of
    /// 1.3 are not configurable and have both.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    let context: NIOSSLContext

    /// Reads both, and checks that they belong together and are valid now.
    /// - Parameters:
    ///   - certificates: the server's certificate first, then those between it and a root, in PEM.
    ///   - key: the private key without a password, in PEM.
    ///   - now: the moment at which the certificate has to be valid.
    /// - Throws: what is wrong with them.
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
