// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The mail server and the way to connect to it.
package struct SMTPSettings: Sendable, Equatable {
    /// The transport security of the connection.
    package enum Security: String, Sendable, CaseIterable {
        /// Plain at first; the client demands STARTTLS before it sends login or mail (RFC 3207).
        case startTLS = "starttls"
        /// TLS from the first byte (RFC 8314).
        case tls
        /// Without TLS.
        case plain

        /// The standard port for this transport security.
        var usualPort: Int {
            switch self {
            case .startTLS: 587
            case .tls: 465
            case .plain: 25
            }
        }
    }

    /// The mail server's name or address.
    package var host: String
    /// The mail server's TCP port.
    package var port: Int
    package var security: Security
    package var login: LoginCredentials?
    /// A PEM file with the certificate authorities to trust instead of the system's.
    package var authoritiesFile: String?
    /// The host name in EHLO.
    package var heloName: String
    /// The sender of messages whose pool sets none.
    package var from: MailAddress
    /// The `Reply-To` of messages whose pool sets none; `nil` for no such header.
    package var replyTo: MailAddress?

    /// Creates settings; it does not connect to the server.
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
