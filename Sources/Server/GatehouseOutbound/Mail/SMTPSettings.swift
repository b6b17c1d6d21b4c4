// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Which mail server takes the mail, and how it is spoken to.
package struct SMTPSettings: Sendable, Equatable {
    /// How the connection is kept from listeners.
    package enum Security: String, Sendable, CaseIterable {
        /// Begins in clear and must go over to TLS before anything is said (RFC 3207).
        case startTLS = "starttls"
        /// TLS from the first byte (RFC 8314).
        case tls
        /// In clear.
        case plain

        /// The port that such servers listen on.
        package var usualPort: Int {
            switch self {
            case .startTLS: 587
            case .tls: 465
            case .plain: 25
            }
        }
    }

    package var host: String
    package var port: Int
    package var security: Security
    package var login: LoginCredentials?
    /// A PEM file with the authorities to trust instead of the system's.
    package var authoritiesFile: String?
    /// How this server calls itself.
    package var heloName: String
    package var from: MailAddress
    package var replyTo: MailAddress?

    /// Describes a server; nothing is contacted yet.
    package init(
        host: String, port: Int? = nil, security: Security, login: LoginCredentials? = nil,
        authoritiesFile: String? = nil, heloName: String, from: MailAddress, replyTo: MailAddress? = nil
    ) {
        self.host = host
        self.port = port ?? security.usualPort
        self.security = security
        self.login = login
        self.authoritiesFile = authoritiesFile
        self.heloName = heloName
        self.from = from
        self.replyTo = replyTo
    }
}
