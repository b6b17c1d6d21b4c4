// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import Foundation
import GatehouseCore
import GatehouseOutbound

extension ServerConfiguration {
    /// Reads the settings of the mail server; `nil` if none is configured.
    ///
    /// | Key | Environment | Default |
    /// |---|---|---|
    /// | `mail.host` | `GATEHOUSE_MAIL_HOST` | none: no mail is sent |
    /// | `mail.security` | `GATEHOUSE_MAIL_SECURITY` | `starttls`; or `tls`, `plain` |
    /// | `mail.port` | `GATEHOUSE_MAIL_PORT` | 587, 465 or 25, by security |
    /// | `mail.from` | `GATEHOUSE_MAIL_FROM` | none: needed |
    /// | `mail.replyTo` | `GATEHOUSE_MAIL_REPLY_TO` | none |
    /// | `mail.username`, `mail.password` | `GATEHOUSE_MAIL_USERNAME`, `GATEHOUSE_MAIL_PASSWORD` | none |
    /// | `mail.caFile` | `GATEHOUSE_MAIL_CA_FILE` | the system's authorities |
    /// | `mail.heloName` | `GATEHOUSE_MAIL_HELO_NAME` | the host of the base URL |
    /// | `mail.plainAnywhere` | `GATEHOUSE_MAIL_PLAIN_ANYWHERE` | false |
    static func mail(_ reader: ConfigReader, deployment: Deployment) throws(StartupRefusal) -> SMTPSettings? {
        guard let host = reader.text(.mailHost) else {
            for setting in [.mailFrom, .mailUsername, .mailPassword, .mailCAFile] as [Setting]
            where reader.text(setting) != nil {
                throw StartupRefusal(
                    .configuration, "The setting \(setting) needs a mail server: set GATEHOUSE_MAIL_HOST.")
            }
            return nil
        }
        guard let from = try mailAddress(reader, .mailFrom) else {
            throw StartupRefusal(
                .configuration, "Mail needs a sender address: set GATEHOUSE_MAIL_FROM.")
        }
        let security = try mailSecurity(reader)
        let login = try mailLogin(reader)
        try checkMailHost(host)
        try checkPlainMail(reader, host: host, security: security, hasLogin: login != nil)
        return SMTPSettings(
            host: host, port: try reader.number(.mailPort, within: 1...65_535), security: security, login: login,
            authoritiesFile: reader.text(.mailCAFile), heloName: try heloName(reader, deployment: deployment),
            from: from, replyTo: try mailAddress(reader, .mailReplyTo))
    }

    private static func mailSecurity(_ reader: ConfigReader) throws(StartupRefusal) -> SMTPSettings.Security {
        guard let text = reader.text(.mailSecurity) else { return .startTLS }
        guard let security = SMTPSettings.Security(rawValue: text.lowercased()) else {
            let known = SMTPSettings.Security.allCases.map(\.rawValue).joined(separator: ", ")
            throw StartupRefusal(
                .configuration, "The mail security must be one of \(known): change GATEHOUSE_MAIL_SECURITY.")
        }
        return security
    }

    private static func mailLogin(_ reader: ConfigReader) throws(StartupRefusal) -> LoginCredentials? {
        switch (reader.text(.mailUsername), reader.text(.mailPassword)) {
        case (nil, nil): return nil
        case (let username?, let password?): return LoginCredentials(username: username, password: password)
        default:
            throw StartupRefusal(
                .configuration,
                "Only half of the mail login is given: set both GATEHOUSE_MAIL_USERNAME and GATEHOUSE_MAIL_PASSWORD.")
        }
    }

    private static func checkMailHost(_ host: String) throws(StartupRefusal) {
        guard isHostName(host) else {
            throw StartupRefusal(
                .configuration,
                "The mail server must be a name or an address without a port: "
                    + "change GATEHOUSE_MAIL_HOST, and put a port into GATEHOUSE_MAIL_PORT.")
        }
    }

    /// Checks that codes and passwords are sent without encryption only to this machine, or to a host that the operator
    /// has allowed.
    private static func checkPlainMail(
        _ reader: ConfigReader, host: String, security: SMTPSettings.Security, hasLogin: Bool
    ) throws(StartupRefusal) {
        guard security == .plain, !loopback.contains(host.lowercased()) else { return }
        guard !hasLogin else {
            throw StartupRefusal(
                .configuration,
                "The mail password would travel in clear: set GATEHOUSE_MAIL_SECURITY to starttls or tls.")
        }
        guard try reader.flag(.mailPlainAnywhere) == true else {
            throw StartupRefusal(
                .configuration,
                "Codes would travel to \(host) in clear: set GATEHOUSE_MAIL_SECURITY to starttls or tls, "
                    + "or GATEHOUSE_MAIL_PLAIN_ANYWHERE to true.")
        }
    }

    private static func heloName(_ reader: ConfigReader, deployment: Deployment) throws(StartupRefusal) -> String {
        let name = reader.text(.mailHeloName) ?? URLComponents(string: deployment.baseURL)?.host ?? "localhost"
        guard
            isHostName(name) || (name.hasPrefix("[") && name.hasSuffix("]") && isHostName(name.dropFirst().dropLast()))
        else {
            throw StartupRefusal(
                .configuration,
                "The name for the mail server must be a host name: change GATEHOUSE_MAIL_HELO_NAME.")
        }
        return name
    }

    private static func mailAddress(
        _ reader: ConfigReader, _ setting: Setting
    ) throws(StartupRefusal) -> MailAddress? {
        guard let text = reader.text(setting) else { return nil }
        guard let address = MailAddress(mailbox: text) else {
            throw StartupRefusal(
                .configuration,
                "The setting \(setting) must be like no-reply@example.org or Name <no-reply@example.org>: change it.")
        }
        return address
    }

    /// Whether a text has the characters of host names and IP addresses only, so that it cannot end a line or a
    /// command.
    private static func isHostName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: false
                }
            } && !text.hasSuffix(":") && (text.filter { $0 == ":" }.count != 1)
    }
}
