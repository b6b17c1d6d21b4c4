// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import NIOSSL

/// The certificates of the test bundle, in a folder where their keys have the permissions that a server wants.
struct TestCertificates {
    struct Missing: Error {}

    private let folder: TemporaryFolder

    init() throws {
        guard let source = Bundle.module.url(forResource: "Certificates", withExtension: nil) else { throw Missing() }
        folder = try TemporaryFolder()
        for file in try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil) {
            let path = folder.path(file.lastPathComponent)
            try FileManager.default.copyItem(atPath: file.path, toPath: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
    }

    func path(_ name: String) -> String { folder.path(name) }

    /// A certificate and a key by the names of their files.
    func files(_ certificate: String = "valid.pem", key: String = "valid.key.pem") -> TLSFiles {
        TLSFiles(certificate: path(certificate), key: path(key))
    }

    /// The TLS context of a client that trusts one of the certificates.
    func trust(_ certificate: String = "valid.pem") throws -> NIOSSLContext {
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(path(certificate)))
        return try NIOSSLContext(configuration: settings)
    }
}
