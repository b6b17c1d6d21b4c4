// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServer
import Testing

@Suite struct TLSFilesTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test func `a certificate and its key are taken`() throws {
        let certificates = try TestCertificates()
        _ = try certificates.files().identity(at: now)
    }

    @Test(
        arguments: [
            ("nothing.pem", "valid.key.pem", "nothing.pem: correct GATEHOUSE_TLS_CERTIFICATE_FILE"),
            ("valid.pem", "nothing.pem", "nothing.pem: correct GATEHOUSE_TLS_KEY_FILE"),
            ("valid.key.pem", "valid.key.pem", "contains no certificate in PEM"),
            ("valid.pem", "valid.pem", "contains no private key in PEM"),
            ("valid.pem", "locked.key.pem", "without a password"),
            ("valid.pem", "renewed.key.pem", "is not the key of the first certificate"),
            ("expired.pem", "valid.key.pem", "expired on 2021-01-01T00:00:00Z"),
            ("future.pem", "valid.key.pem", "valid only from 2119-01-01T00:00:00Z"),
        ])
    func `an unusable file is refused in one line that names the cure`(
        certificate: String, key: String, text: String
    ) throws {
        let certificates = try TestCertificates()
        let refusal = #expect(throws: StartupRefusal.self) {
            try certificates.files(certificate, key: key).identity(at: now)
        }
        let description = try #require(refusal?.description)
        #expect(description.contains(text))
        #expect(description.contains("GATEHOUSE_TLS_"))
        #expect(!description.contains("\n"))
        #expect(refusal?.exitCode == .configuration)
    }

    @Test func `swapped files are named before the permissions of the certificate`() throws {
        let certificates = try TestCertificates()
        let path = certificates.path("valid.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let refusal = #expect(throws: StartupRefusal.self) {
            try certificates.files("valid.key.pem", key: "valid.pem").identity(at: now)
        }
        #expect(refusal?.description.contains("contains no certificate in PEM") == true)
    }

    @Test func `a key file that is readable for others is refused`() throws {
        let certificates = try TestCertificates()
        let path = certificates.path("valid.key.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let refusal = #expect(throws: StartupRefusal.self) { try certificates.files().identity(at: now) }
        #expect(refusal?.description.contains("chmod o= \(path)") == true)
    }
}
