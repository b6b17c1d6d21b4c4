// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseCore
import GatehouseOutput
import GatehouseServer

/// `gatehouse serve`: nothing is open that was not asked for.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a server for production: admin calls need a key, and weak settings are refused.",
        discussion: """
            The server needs GATEHOUSE_ADMIN_ACCESS_KEY_ID and GATEHOUSE_ADMIN_SECRET_ACCESS_KEY for admin calls, \
            and GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_FILE (32 random bytes in Base64) to seal the secrets in \
            the database. Keep the master key apart from the database and its backups: without it no user can sign \
            in. GATEHOUSE_TLS_CERTIFICATE_FILE and GATEHOUSE_TLS_KEY_FILE (PEM) switch TLS on; SIGHUP makes the \
            server read them again; AWS_CA_BUNDLE names the certificate of an authority of your own to the AWS CLI \
            and SDKs. Behind a proxy, name the proxy in GATEHOUSE_TRUSTED_PROXIES, or all clients \
            share one rate limit. In plain HTTP the server listens for other machines only with \
            GATEHOUSE_TRUSTED_PROXIES or GATEHOUSE_BEHIND_PROXY. Codes are sent by mail and SMS once \
            GATEHOUSE_MAIL_HOST and GATEHOUSE_MAIL_FROM, or GATEHOUSE_SMS_URL, are set. /metrics and /dev/outbox \
            answer only when GATEHOUSE_METRICS or GATEHOUSE_OUTBOX is true.

            All settings, which docs/settings.md explains: \(variables).
            """
    )

    private static var variables: String {
        Setting.allCases.filter { !$0.isForDevelopment }.map(\.variable).joined(separator: ", ")
    }

    @OptionGroup var options: ServerOptions

    @Option(help: "The address to listen on; 0.0.0.0 for all. (default: 127.0.0.1)")
    var host: String?

    @Flag(help: "Listen in plain HTTP for other machines, because a proxy terminates TLS.")
    var behindProxy = false

    func run() async throws {
        var settings = options.settings
        settings[.host] = host
        if behindProxy { settings[.behindProxy] = "true" }
        try await Start.run(.serve, settings: settings) { process in
            let configuration = process.configuration
            try await process.requireOwnSigningKeys()
            try await process.prepareAccess()
            try await process.logDoubtfulSettings()
            try await process.run { port in
                let scheme = configuration.tls == nil ? "http" : "https"
                Console.say("Gatehouse \(Release.version) listens on \(scheme)://\(configuration.host):\(port)")
                Console.say("  Clients reach it at \(configuration.deployment.baseURL)")
                for (name, address) in configuration.monitoringAddresses { Console.say("  \(name) at \(address)") }
            }
        }
    }
}
