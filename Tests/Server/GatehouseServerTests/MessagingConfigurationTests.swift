// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseOutbound
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Logging
import Testing

@Suite struct MessagingConfigurationTests {
    private static let mail = [
        "GATEHOUSE_MAIL_HOST": "mail.example.org", "GATEHOUSE_MAIL_FROM": "Shop <no-reply@example.org>",
        "GATEHOUSE_BASE_URL": "https://auth.example.org",
    ]

    private func configuration(
        _ environment: [String: String], commandLine: [Setting: String] = [:]
    ) throws -> ServerConfiguration {
        try ServerConfiguration.read(mode: .dev, commandLine: commandLine, environment: environment)
    }

    @Test func `without settings nothing is sent`() throws {
        let configuration = try configuration([:])
        #expect(configuration.mail == nil)
        #expect(configuration.sms == nil)
    }

    @Test func `a mail server needs a name and an address only`() throws {
        let mail = try configuration(Self.mail).mail
        #expect(mail?.host == "mail.example.org")
        #expect(mail?.security == .startTLS)
        #expect(mail?.port == 587)
        #expect(mail?.heloName == "auth.example.org")
        #expect(mail?.from.description == "Shop <no-reply@example.org>")
        #expect(mail?.login == nil)
    }

    @Test func `everything about mail can be set`() throws {
        let further = [
            "GATEHOUSE_MAIL_SECURITY": "TLS", "GATEHOUSE_MAIL_PORT": "4650", "GATEHOUSE_MAIL_USERNAME": "ada",
            "GATEHOUSE_MAIL_PASSWORD": "s3cret", "GATEHOUSE_MAIL_CA_FILE": "/ca.pem",
            "GATEHOUSE_MAIL_HELO_NAME": "[192.0.2.1]", "GATEHOUSE_MAIL_REPLY_TO": "help@example.org",
        ]
        let mail = try configuration(Self.mail.merging(further) { $1 }, commandLine: [.mailPort: "465"]).mail
        #expect(
            mail
                == SMTPSettings(
                    host: "mail.example.org", port: 465, security: .tls,
                    login: LoginCredentials(username: "ada", password: "s3cret"), authoritiesFile: "/ca.pem",
                    heloName: "[192.0.2.1]",
                    from: try #require(MailAddress(mailbox: "Shop <no-reply@example.org>")),
                    replyTo: MailAddress("help@example.org")))
    }

    @Test func `a gateway may be described by a file`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("gatehouse.json")
        let text = #"""
            {"sms": {"url": "https://sms.example.org/{to}", "format": "form", "body": "Body={text}&From={sender}",
            "sender": "Shop", "token": "t0ken"}}
            """#
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let sms = try configuration(["GATEHOUSE_CONFIG": file]).sms
        #expect(sms?.url == "https://sms.example.org/{to}")
        #expect(sms?.sender == "Shop")
        #expect(sms?.authorization == .bearer("t0ken"))
        guard case .form(let fields) = sms?.body else {
            Issue.record("The body is no form.")
            return
        }
        #expect(fields.map(\.name) == ["Body", "From"])
    }

    @Test(
        arguments: [
            (["GATEHOUSE_MAIL_FROM": ""], "GATEHOUSE_MAIL_FROM", ["GATEHOUSE_MAIL_FROM": "a@example.org"]),
            (["GATEHOUSE_MAIL_FROM": "nobody"], "GATEHOUSE_MAIL_FROM", ["GATEHOUSE_MAIL_FROM": "A <a@example.org>"]),
            (
                ["GATEHOUSE_MAIL_FROM": "a@b\r\nBcc: c@d"], "GATEHOUSE_MAIL_FROM",
                ["GATEHOUSE_MAIL_FROM": "a@example.org"]
            ),
            (
                ["GATEHOUSE_MAIL_REPLY_TO": "nobody"], "GATEHOUSE_MAIL_REPLY_TO",
                ["GATEHOUSE_MAIL_REPLY_TO": "a@example.org"]
            ),
            (["GATEHOUSE_MAIL_HOST": ""], "GATEHOUSE_MAIL_HOST", ["GATEHOUSE_MAIL_HOST": "mail.example.org"]),
            (
                ["GATEHOUSE_MAIL_HOST": "mail.example.org:25"], "GATEHOUSE_MAIL_PORT",
                ["GATEHOUSE_MAIL_HOST": "mail.example.org", "GATEHOUSE_MAIL_PORT": "25"]
            ),
            (
                ["GATEHOUSE_MAIL_HOST": "mail example"], "GATEHOUSE_MAIL_HOST",
                ["GATEHOUSE_MAIL_HOST": "mail.example.org"]
            ),
            (["GATEHOUSE_MAIL_PORT": "0"], "GATEHOUSE_MAIL_PORT", ["GATEHOUSE_MAIL_PORT": "1"]),
            (["GATEHOUSE_MAIL_SECURITY": "ssl3"], "GATEHOUSE_MAIL_SECURITY", ["GATEHOUSE_MAIL_SECURITY": "tls"]),
            (
                ["GATEHOUSE_MAIL_SECURITY": "plain"], "GATEHOUSE_MAIL_PLAIN_ANYWHERE",
                ["GATEHOUSE_MAIL_PLAIN_ANYWHERE": "true"]
            ),
            (["GATEHOUSE_MAIL_PASSWORD": "s3cret"], "GATEHOUSE_MAIL_USERNAME", ["GATEHOUSE_MAIL_USERNAME": "ada"]),
            (
                [
                    "GATEHOUSE_MAIL_SECURITY": "plain", "GATEHOUSE_MAIL_PLAIN_ANYWHERE": "true",
                    "GATEHOUSE_MAIL_USERNAME": "ada", "GATEHOUSE_MAIL_PASSWORD": "s3cret",
                ], "starttls or tls", ["GATEHOUSE_MAIL_SECURITY": "starttls"]
            ),
            (
                ["GATEHOUSE_MAIL_HELO_NAME": "a b"], "GATEHOUSE_MAIL_HELO_NAME",
                ["GATEHOUSE_MAIL_HELO_NAME": "a.example.org"]
            ),
            (["GATEHOUSE_SMS_TOKEN": "s3cret"], "GATEHOUSE_SMS_URL", ["GATEHOUSE_SMS_URL": "https://sms.example.org"]),
            (
                ["GATEHOUSE_SMS_URL": "sms.example.org"], "GATEHOUSE_SMS_URL",
                ["GATEHOUSE_SMS_URL": "https://sms.example.org/send"]
            ),
            (
                ["GATEHOUSE_SMS_URL": "https://{to}.example.org/"], "GATEHOUSE_SMS_URL",
                ["GATEHOUSE_SMS_URL": "https://sms.example.org/{to}"]
            ),
            (
                ["GATEHOUSE_SMS_URL": "https://u:p@sms.example.org/"], "GATEHOUSE_SMS_URL",
                ["GATEHOUSE_SMS_URL": "https://sms.example.org/"]
            ),
            (
                ["GATEHOUSE_SMS_URL": "http://sms.example.org/"], "use https",
                ["GATEHOUSE_SMS_URL": "https://sms.example.org/"]
            ),
            (
                ["GATEHOUSE_SMS_URL": "https://sms.example.org", "GATEHOUSE_SMS_FORMAT": "xml"], "GATEHOUSE_SMS_FORMAT",
                ["GATEHOUSE_SMS_FORMAT": "form"]
            ),
            (
                ["GATEHOUSE_SMS_URL": "https://sms.example.org", "GATEHOUSE_SMS_BODY": "{}"], "GATEHOUSE_SMS_BODY",
                ["GATEHOUSE_SMS_BODY": #"{"a": "{to}", "b": "{text}"}"#]
            ),
            (
                ["GATEHOUSE_SMS_URL": "https://sms.example.org", "GATEHOUSE_SMS_TOKEN": "a\nb"], "GATEHOUSE_SMS_TOKEN",
                ["GATEHOUSE_SMS_TOKEN": "ab"]
            ),
            (
                [
                    "GATEHOUSE_SMS_URL": "https://sms.example.org",
                    "GATEHOUSE_SMS_USERNAME": "u",
                ], "GATEHOUSE_SMS_PASSWORD", ["GATEHOUSE_SMS_PASSWORD": "p"]
            ),
        ] as [([String: String], String, [String: String])])
    func `a bad setting is refused in one line that names the cure, which works`(
        _ environment: [String: String], _ text: String, _ cure: [String: String]
    ) throws {
        let environment = Self.mail.merging(environment) { $1 }
        #expect(throws: Never.self) { try configuration(environment.merging(cure) { $1 }) }
        let refusal = #expect(throws: StartupRefusal.self) {
            try configuration(environment)
        }
        let description = try #require(refusal?.description)
        #expect(description.contains(text))
        #expect(!description.contains("\n"))
        #expect(!description.contains("s3cret"))
        #expect(refusal?.exitCode == .configuration)
    }

    @Test(arguments: ["localhost", "127.0.0.1", "::1"])
    func `mail may go to this machine in clear`(_ host: String) throws {
        let plain = ["GATEHOUSE_MAIL_SECURITY": "plain", "GATEHOUSE_MAIL_HOST": host]
        #expect(try configuration(Self.mail.merging(plain) { $1 }).mail?.port == 25)
    }

    @Test func `authorities that cannot be read are refused in one line`() async throws {
        let folder = try TemporaryFolder()
        var environment = Self.mail
        environment["GATEHOUSE_MAIL_CA_FILE"] = folder.path("missing.pem")
        environment["GATEHOUSE_DATA_DIR"] = folder.path
        let configuration = try configuration(environment)
        let refusal = await #expect(throws: StartupRefusal.self) {
            _ = try await ServerProcess(
                configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                metrics: PrometheusMetrics())
        }
        #expect(refusal?.description.contains("There is no file \(folder.path("missing.pem"))") == true)
        #expect(refusal?.description.contains("GATEHOUSE_MAIL_CA_FILE") == true)
    }

    @Test func `no description shows a secret`() throws {
        let secrets = [
            "GATEHOUSE_MAIL_USERNAME": "ada", "GATEHOUSE_MAIL_PASSWORD": "s3cret-mail",
            "GATEHOUSE_SMS_URL": "https://sms.example.org", "GATEHOUSE_SMS_TOKEN": "s3cret-sms",
        ]
        let configuration = try configuration(Self.mail.merging(secrets) { $1 })
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!"\(configuration)\(dumped)".contains("s3cret"))
    }
}
