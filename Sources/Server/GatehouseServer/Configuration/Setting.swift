// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Every setting of the server; the raw value is the path of its member in the configuration file.
package enum Setting: String, CaseIterable, Sendable {
    case config
    case host
    case allowRemote
    case seed
    case schema
    case signingKeys
    case port
    case dataDirectory = "dataDir"
    case databaseURL = "database.url"
    case databaseConnections = "database.connections"
    case databasePrepare = "database.prepare"
    case baseURL
    case identityTokenIssuer
    case tlsCertificateFile = "tls.certificateFile"
    case tlsKeyFile = "tls.keyFile"
    case trustedProxies
    case behindProxy
    case accountID
    case region
    case adminAccessKeyID = "admin.accessKeyID"
    case adminSecretAccessKey = "admin.secretAccessKey"
    case masterKey
    case masterKeyFile
    case androidCertificates
    case samlRecipients
    case samlAudiences
    case requirePKCE
    case clockSkewSeconds
    case endSessionsAt
    case unusedGuestDays
    case logLevel
    case metrics
    case metricsPort
    case healthPort
    case monitoringHost
    case outbox
    case triggers
    case access
    case rateLimits
    case requestsPerAddress
    case requestBurstPerAddress
    case guestsPerAddress
    case readsPerUser
    case writesPerUser
    case requestTimeoutSeconds
    case idleTimeoutSeconds
    case maximumHeaderBytes
    case maximumBodyBytes
    case maximumBodyBytesInAll
    case maximumConnections
    case maximumConnectionsPerAddress
    case mailHost = "mail.host"
    case mailPort = "mail.port"
    case mailSecurity = "mail.security"
    case mailFrom = "mail.from"
    case mailReplyTo = "mail.replyTo"
    case mailUsername = "mail.username"
    case mailPassword = "mail.password"
    case mailCAFile = "mail.caFile"
    case mailHeloName = "mail.heloName"
    case mailPlainAnywhere = "mail.plainAnywhere"
    case providersNetworks = "providers.networks"
    case providersCAFile = "providers.caFile"
    case providersFacebookURL = "providers.facebookURL"
    case providersAmazonURL = "providers.amazonURL"
    case providersTwitterURL = "providers.twitterURL"
    case smsURL = "sms.url"
    case smsFormat = "sms.format"
    case smsBody = "sms.body"
    case smsSender = "sms.sender"
    case smsToken = "sms.token"
    case smsUsername = "sms.username"
    case smsPassword = "sms.password"

    /// The prefix of all environment variables.
    static let variablePrefix = "GATEHOUSE_"

    /// The name of the environment variable.
    package var variable: String {
        // The names have letters of ASCII alone. A start makes the variable of every setting twice, and Unicode's rules for
        // capital letters would take some thousand instructions for each letter.
        var name: [UInt8] = []
        var isAfterSmallLetter = false
        for letter in rawValue.utf8 {
            if isAfterSmallLetter, (0x41...0x5A).contains(letter) { name.append(UInt8(ascii: "_")) }
            isAfterSmallLetter = (0x61...0x7A).contains(letter)
            name.append(letter == UInt8(ascii: ".") ? UInt8(ascii: "_") : isAfterSmallLetter ? letter - 0x20 : letter)
        }
        return Self.variablePrefix + String(decoding: name, as: UTF8.self)
    }

    /// Whether the setting is for `gatehouse dev` only; `gatehouse serve` refuses it.
    package var isForDevelopment: Bool { [.allowRemote, .seed, .schema, .signingKeys].contains(self) }

    /// Whether the value must not appear in logs and messages.
    var isSecret: Bool {
        switch self {
        case .databaseURL, .adminSecretAccessKey, .masterKey, .mailPassword, .smsToken, .smsPassword: true
        default: false
        }
    }
}

extension Setting: CustomStringConvertible {
    /// Both names of the setting, for messages.
    package var description: String { "\(rawValue) (\(variable))" }
}
