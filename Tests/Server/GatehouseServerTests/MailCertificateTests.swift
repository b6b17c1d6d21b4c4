// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseHTTP
import GatehouseOutbound
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite(.hangLimit) struct MailCertificateTests {
    /// The error of a delivery to a server with the valid certificate.
    private func failure(host: String = "127.0.0.1", authorities: String?) async throws -> CarriageFailure? {
        let certificates = try TestCertificates()
        let keeper = TLSKeeper(try certificates.files().identity(at: Date()))
        let (outcomes, outcome) = AsyncStream.makeStream(of: CarriageFailure.self)
        let trusted = authorities.map(certificates.path)
        try await listening(try await TestGatehouse().installation.gateway, tls: keeper) { port, _ in
            let settings = SMTPSettings(
                host: host, port: port, security: .tls, authoritiesFile: trusted, heloName: "localhost",
                from: try #require(MailAddress("no-reply@example.org")))
            let message = Message(
                to: "ada@example.org", medium: .email, kind: .signUp, code: "123456", subject: "Code", body: "123456",
                at: Date())
            do {
                try await SMTPCarrier(settings).carry(message, id: "1")
            } catch let failure as CarriageFailure {
                outcome.yield(failure)
            }
            outcome.finish()
        }
        return await outcomes.first { _ in true }
    }

    @Test(arguments: [nil, "renewed.pem"])
    func `a certificate that is not trusted names the setting for its authority`(authorities: String?) async throws {
        guard case .postponed(let text) = try await failure(authorities: authorities) else {
            Issue.record("the mail was not postponed")
            return
        }
        #expect(text.contains("GATEHOUSE_MAIL_CA_FILE"))
        // The library's own text would name its files on the machine that built the program.
        #expect(!text.contains("/") && !text.contains(".cc"))
    }

    @Test func `a certificate for another name says so`() async throws {
        guard case .postponed(let text) = try await failure(authorities: "valid.pem") else {
            Issue.record("the mail was not postponed")
            return
        }
        #expect(text.contains("GATEHOUSE_MAIL_HOST"))
    }
}
