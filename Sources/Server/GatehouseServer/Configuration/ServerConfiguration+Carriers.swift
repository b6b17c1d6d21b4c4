// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseOutbound

extension ServerConfiguration {
    /// What takes messages out of the house, by their medium; nothing is contacted yet.
    /// - Throws: `StartupRefusal` when the file of authorities cannot be read.
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
