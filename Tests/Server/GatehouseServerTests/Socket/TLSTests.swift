// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseHTTP
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Logging
import NIOSSL
import Testing

@Suite(.hangLimit) struct TLSTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let health = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    private static func answer(port: Int, trusting trust: NIOSSLContext?) async throws -> String {
        try await RawConnection.open(port: port, trusting: trust) { connection in
            await connection.send(health)
            return await connection.read()
        }
    }

    @Test func `only clients that trust the certificate get an answer`() async throws {
        let certificates = try TestCertificates()
        let keeper = TLSKeeper(try certificates.files().identity(at: Date()))
        let (right, wrong) = (try certificates.trust(), try certificates.trust("renewed.pem"))
        let gatehouse = try await TestGatehouse()
        try await listening(gatehouse.installation.gateway, tls: keeper) { port, _ in
            let trusted = try await Self.answer(port: port, trusting: right)
            #expect(trusted.hasPrefix("HTTP/1.1 200"))
            let mistrusted = try? await Self.answer(port: port, trusting: wrong)
            #expect(mistrusted ?? "" == "")
            let plain = try? await Self.answer(port: port, trusting: nil)
            #expect(plain?.hasPrefix("HTTP/1.1 200") != true)
        }
    }

    @Test func `a version before TLS 1_2 is refused`() async throws {
        let certificates = try TestCertificates()
        let keeper = TLSKeeper(try certificates.files().identity(at: Date()))
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(certificates.path("valid.pem")))
        settings.minimumTLSVersion = .tlsv1
        settings.maximumTLSVersion = .tlsv11
        let old = try NIOSSLContext(configuration: settings)
        settings.maximumTLSVersion = .tlsv12
        let new = try NIOSSLContext(configuration: settings)
        let gatehouse = try await TestGatehouse()
        try await listening(gatehouse.installation.gateway, tls: keeper) { port, _ in
            let received = try? await Self.answer(port: port, trusting: old)
            #expect(received ?? "" == "")
            // The same client is answered once it may speak 1.2: nothing else was wrong with it.
            let control = try await Self.answer(port: port, trusting: new)
            #expect(control.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test(
        arguments: [
            ([.TLS_RSA_WITH_AES_128_CBC_SHA, .TLS_RSA_WITH_AES_256_CBC_SHA], false),
            ([.TLS_RSA_WITH_AES_128_GCM_SHA256, .TLS_RSA_WITH_AES_256_GCM_SHA384], false),
            ([.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, .TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA], false),
            ([.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256], true),
            ([.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384], true),
            ([.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256], true),
        ] as [([NIOTLSCipher], Bool)])
    func `a client of 1_2 needs a suite with forward secrecy and authenticated encryption`(
        suites: [NIOTLSCipher], isAnswered: Bool
    ) async throws {
        let certificates = try TestCertificates()
        let keeper = TLSKeeper(try certificates.files().identity(at: Date()))
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(certificates.path("valid.pem")))
        settings.minimumTLSVersion = .tlsv12
        settings.maximumTLSVersion = .tlsv12
        settings.cipherSuiteValues = suites
        let client = try NIOSSLContext(configuration: settings)
        let gatehouse = try await TestGatehouse()
        try await listening(gatehouse.installation.gateway, tls: keeper) { port, _ in
            let received = try? await Self.answer(port: port, trusting: client)
            #expect(received?.hasPrefix("HTTP/1.1 200") ?? false == isAnswered)
        }
    }

    @Test func `new connections get the certificate that was read again, unless it cannot be used`() async throws {
        let certificates = try TestCertificates()
        let files = certificates.files()
        let keeper = TLSKeeper(try files.identity(at: Date()))
        let reload = CertificateReload(files, into: keeper, logger: logger)
        let renewed = try certificates.trust("renewed.pem")
        let gatehouse = try await TestGatehouse()
        try await listening(gatehouse.installation.gateway, tls: keeper) { port, _ in
            for (certificate, key) in [("renewed.pem", "renewed.key.pem"), ("expired.pem", "valid.key.pem")] {
                for (source, target) in [(certificate, files.certificate), (key, files.key)]
                where certificates.path(source) != target {
                    let contents = try Data(contentsOf: URL(fileURLWithPath: certificates.path(source)))
                    try contents.write(to: URL(fileURLWithPath: target))
                }
                reload.reload()
                let answer = try await Self.answer(port: port, trusting: renewed)
                #expect(answer.hasPrefix("HTTP/1.1 200"))
            }
        }
    }

    @Test func `a connection that never ends its handshake is closed`() async throws {
        let certificates = try TestCertificates()
        let keeper = TLSKeeper(try certificates.files().identity(at: Date()))
        let gatehouse = try await TestGatehouse()
        let limits = SocketLimits(requestTimeout: .seconds(2))
        try await listening(gatehouse.installation.gateway, limits: limits, tls: keeper) { port, _ in
            let received = try await RawConnection.open(port: port) { connection in
                await connection.send("\u{16}\u{3}\u{1}")
                return await connection.read()
            }
            #expect(!received.contains("HTTP"))
        }
    }

    @Test func `a request that was accepted over TLS is answered before the server ends`() async throws {
        let certificates = try TestCertificates()
        let keeper = TLSKeeper(try certificates.files().identity(at: Date()))
        let trust = try certificates.trust()
        let held = HeldGateway()
        try await listening(held.gateway, tls: keeper) { port, shutDown in
            async let answer = Self.answer(port: port, trusting: trust)
            await held.isAsked()
            shutDown()
            held.release()
            let received = try await answer
            #expect(received.hasPrefix("HTTP/1.1 200"))
        }
    }
}
