// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import Foundation
import GatehouseOutbound

extension ServerConfiguration {
    /// Reads the settings of the HTTP gateway for text messages; `nil` if none is configured.
    ///
    /// URL and body contain the placeholders `{to}`, `{text}` and `{sender}`.
    ///
    /// | Key | Environment | Default |
    /// |---|---|---|
    /// | `sms.url` | `GATEHOUSE_SMS_URL` | none: no text messages are sent |
    /// | `sms.format` | `GATEHOUSE_SMS_FORMAT` | `json`; or `form` |
    /// | `sms.body` | `GATEHOUSE_SMS_BODY` | `to`, `text` and `sender`, in the format |
    /// | `sms.sender` | `GATEHOUSE_SMS_SENDER` | empty |
    /// | `sms.token` | `GATEHOUSE_SMS_TOKEN` | none; sent as a bearer token |
    /// | `sms.username`, `sms.password` | `GATEHOUSE_SMS_USERNAME`, `GATEHOUSE_SMS_PASSWORD` | none; basic authentication |
    static func sms(_ reader: ConfigReader) throws(StartupRefusal) -> SMSGatewaySettings? {
        guard let url = reader.text(.smsURL) else {
            for setting in [.smsBody, .smsToken, .smsUsername, .smsPassword] as [Setting]
            where reader.text(setting) != nil {
                throw StartupRefusal(.configuration, "The setting \(setting) needs a gateway: set GATEHOUSE_SMS_URL.")
            }
            return nil
        }
        try checkGateway(url)
        let format = try smsFormat(reader)
        guard let body = SMSBody(reader.text(.smsBody) ?? format.usualTemplate, format: format, url: url) else {
            throw StartupRefusal(
                .configuration,
                "The body for the SMS gateway must be \(format.rawValue) and contain {to} and {text}: "
                    + "change GATEHOUSE_SMS_BODY or GATEHOUSE_SMS_FORMAT.")
        }
        return SMSGatewaySettings(
            url: url, body: body, sender: reader.text(.smsSender) ?? "",
            authorization: try smsAuthorization(reader))
    }

    private static func checkGateway(_ url: String) throws(StartupRefusal) {
        let sample = ["{to}", "{text}", "{sender}"].reduce(url) { $0.replacing($1, with: "x") }
        let start = url.prefix { $0 != "{" }
        guard let parts = URLComponents(string: sample), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.fragment == nil, start.contains("://\(host)"), parts.scheme == "https" || parts.scheme == "http"
        else {
            throw StartupRefusal(
                .configuration,
                "The SMS gateway's URL must be like https://sms.example.org/send: change GATEHOUSE_SMS_URL.")
        }
        guard parts.scheme == "https" || loopback.contains(host.lowercased()) else {
            throw StartupRefusal(
                .configuration, "Codes would travel to the SMS gateway in clear: use https in GATEHOUSE_SMS_URL.")
        }
    }

    private static func smsFormat(_ reader: ConfigReader) throws(StartupRefusal) -> SMSBody.Format {
        guard let text = reader.text(.smsFormat) else { return .json }
        guard let format = SMSBody.Format(rawValue: text.lowercased()) else {
            throw StartupRefusal(.configuration, "The SMS format must be json or form: change GATEHOUSE_SMS_FORMAT.")
        }
        return format
    }

    private static func smsAuthorization(
        _ reader: ConfigReader
    ) throws(StartupRefusal) -> SMSGatewaySettings.Authorization {
        let token = reader.text(.smsToken)
        let login = (reader.text(.smsUsername), reader.text(.smsPassword))
        switch (token, login.0, login.1) {
        case (nil, nil, nil): return .none
        case (let token?, nil, nil):
            guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw StartupRefusal(
                    .configuration,
                    "The SMS token has characters that are invalid in a header: change GATEHOUSE_SMS_TOKEN.")
            }
            return .bearer(token)
        case (nil, let username?, let password?) where !username.contains(":"):
            return .basic(LoginCredentials(username: username, password: password))
        default:
            throw StartupRefusal(
                .configuration,
                "The SMS gateway needs either a token or a login: set GATEHOUSE_SMS_TOKEN, or "
                    + "GATEHOUSE_SMS_USERNAME (without a colon) and GATEHOUSE_SMS_PASSWORD.")
        }
    }
}
