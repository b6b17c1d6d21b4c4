// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseOutbound

extension ServerConfiguration {
    /// The carriers for messages, by medium; this method does not connect to their servers.
    /// - Throws: `StartupRefusal` when the file of certificate authorities cannot be read.
    func carriers() throws(StartupRefusal) -> [Message.Medium: any Carrier] {
        var carriers: [Message.Medium: any Carrier] = [:]
        if let sms { carriers[.sms] = SMSGateway(sms) }
        guard let mail else { return carriers }
        if let path = mail.authoritiesFile { _ = try SettingFile(path, .mailCAFile).contents() }
        do {
            carriers[.email] = try SMTPCarrier(mail)
        } catch {
            throw StartupRefusal(
                .configuration,
                "The authorities \(mail.authoritiesFile ?? "of the system") cannot be read as PEM: "
                    + "set GATEHOUSE_MAIL_CA_FILE to a file of certificates.")
        }
        return carriers
    }
}
