// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
package import Foundation
package import GatehouseHTTP

/// The files of a TLS certificate and its key.
package struct TLSFiles: Sendable, Equatable {
    /// The file of the server's certificate, followed by the intermediate certificates, in PEM.
    package let certificate: String
    /// The file of the private key, in PEM.
    package let key: String

    /// Creates a value for two files.
    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// The configured files; `nil` if none are configured.
    init?(_ reader: ConfigReader) throws(StartupRefusal) {
        switch (reader.text(.tlsCertificateFile), reader.text(.tlsKeyFile)) {
        case (nil, nil): return nil
        case (let certificate?, let key?): self.init(certificate: certificate, key: key)
        default:
            throw StartupRefusal(
                .configuration,
                "TLS needs a certificate and its key: set both GATEHOUSE_TLS_CERTIFICATE_FILE and "
                    + "GATEHOUSE_TLS_KEY_FILE."
            )
        }
    }

    /// Reads both files.
    /// - Throws: `StartupRefusal` with the file, the setting and the corrective action.
    package func identity(at now: Date) throws(StartupRefusal) -> TLSIdentity {
        let certificates = try SettingFile(certificate, .tlsCertificateFile).contents()
        let keyFile = SettingFile(key, .tlsKeyFile)
        let keyContents = try keyFile.contents()
        let identity: TLSIdentity
        do {
            identity = try TLSIdentity(certificates: certificates, key: keyContents, now: now)
        } catch {
            throw StartupRefusal(.configuration, text(for: error))
        }
        // The permissions are checked last, because a certificate in the place of the key may be readable by all users.
        try keyFile.checkPermissions()
        return identity
    }

    private func text(for error: TLSIdentityError) -> String {
        switch error {
        case .noCertificate:
            "\(certificate) contains no certificate in PEM: correct GATEHOUSE_TLS_CERTIFICATE_FILE."
        case .noKey:
            "\(key) contains no private key in PEM without a password: correct GATEHOUSE_TLS_KEY_FILE."
        case .keyOfAnother:
            "\(key) is not the key of the first certificate in \(certificate): correct GATEHOUSE_TLS_KEY_FILE or "
                + "GATEHOUSE_TLS_CERTIFICATE_FILE."
        case .expired(let end):
            "The certificate in \(certificate) expired on \(end.formatted(.iso8601)): renew it, or correct "
                + "GATEHOUSE_TLS_CERTIFICATE_FILE."
        case .notYetValid(let start):
            "The certificate in \(certificate) is valid only from \(start.formatted(.iso8601)): correct this machine's "
                + "clock or GATEHOUSE_TLS_CERTIFICATE_FILE."
        }
    }
}
