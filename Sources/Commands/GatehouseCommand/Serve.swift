// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseCore
import GatehouseServer

/// `gatehouse serve`: nothing is open that was not asked for.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run for real: admin calls need a key, and weak settings are refused.",
        discussion: """
            Needs GATEHOUSE_ADMIN_ACCESS_KEY_ID and GATEHOUSE_ADMIN_SECRET_ACCESS_KEY for admin calls, and \
            GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_FILE (32 random bytes in Base64) to seal what the database \
            keeps. Keep the master key apart from the database and its backups: without it nobody can sign in. \
            GATEHOUSE_TLS_CERTIFICATE_FILE and GATEHOUSE_TLS_KEY_FILE (PEM) make it speak TLS; SIGHUP reads them \
            again. Behind a proxy, name it in GATEHOUSE_TRUSTED_PROXIES, or all clients share one rate limit. Without \
            TLS and without such a name it listens beyond this machine only with GATEHOUSE_BEHIND_PROXY. \
            Codes are sent by mail and SMS once GATEHOUSE_MAIL_HOST and GATEHOUSE_MAIL_FROM, or GATEHOUSE_SMS_URL, are \
            set. /metrics and /dev/outbox answer only when GATEHOUSE_METRICS or GATEHOUSE_OUTBOX is true.

            The other settings, which the README explains. The server: \(Self.server.joined(separator: ", ")). \
            Limits: \(Self.limits.joined(separator: ", ")). \
            Mail and SMS: \(Self.messages.joined(separator: ", ")).
            """
    )

    private static let server = [
        "GATEHOUSE_CONFIG", "GATEHOUSE_HOST", "GATEHOUSE_PORT", "GATEHOUSE_DATA_DIR", "GATEHOUSE_BASE_URL",
        "GATEHOUSE_ACCOUNT_ID", "GATEHOUSE_REGION", "GATEHOUSE_CLOCK_SKEW_SECONDS", "GATEHOUSE_LOG_LEVEL",
        "GATEHOUSE_TRIGGERS", "GATEHOUSE_ANDROID_CERTIFICATES",
    ]

    private static let limits = [
        "GATEHOUSE_RATE_LIMITS", "GATEHOUSE_REQUESTS_PER_ADDRESS", "GATEHOUSE_REQUEST_BURST_PER_ADDRESS",
        "GATEHOUSE_READS_PER_USER", "GATEHOUSE_WRITES_PER_USER", "GATEHOUSE_REQUEST_TIMEOUT_SECONDS",
        "GATEHOUSE_IDLE_TIMEOUT_SECONDS", "GATEHOUSE_MAXIMUM_HEADER_BYTES", "GATEHOUSE_MAXIMUM_BODY_BYTES",
        "GATEHOUSE_MAXIMUM_BODY_BYTES_IN_ALL", "GATEHOUSE_MAXIMUM_CONNECTIONS",
        "GATEHOUSE_MAXIMUM_CONNECTIONS_PER_ADDRESS",
    ]

    private static let messages = [
        "GATEHOUSE_MAIL_SECURITY", "GATEHOUSE_MAIL_PORT", "GATEHOUSE_MAIL_USERNAME", "GATEHOUSE_MAIL_PASSWORD",
        "GATEHOUSE_MAIL_CA_FILE", "GATEHOUSE_MAIL_REPLY_TO", "GATEHOUSE_MAIL_HELO_NAME",
        "GATEHOUSE_MAIL_PLAIN_ANYWHERE", "GATEHOUSE_SMS_FORMAT", "GATEHOUSE_SMS_BODY", "GATEHOUSE_SMS_SENDER",
        "GATEHOUSE_SMS_TOKEN", "GATEHOUSE_SMS_USERNAME", "GATEHOUSE_SMS_PASSWORD",
    ]

    @OptionGroup var options: ServerOptions

    @Option(help: "The address to listen on; 0.0.0.0 for all. (default: 127.0.0.1)")
    var host: String?

    @Flag(help: "Listen in plain HTTP beyond this machine, because a proxy speaks TLS with the clients.")
    var behindProxy = false

    func run() async throws {
        var settings = options.settings
        settings[.host] = host
        if behindProxy { settings[.behindProxy] = "true" }
        try await Start.run(.serve, settings: settings) { process in
            let configuration = process.configuration
            try await process.run { port in
                let scheme = configuration.tls == nil ? "http" : "https"
                Console.say("Gatehouse \(ServerVersion.text) listens on \(scheme)://\(configuration.host):\(port)")
                Console.say("  Clients reach it at \(configuration.deployment.baseURL)")
            }
        }
    }
}
