// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseGateway
import GatehouseHTTP
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import Logging

extension ServerConfiguration {
    /// Reads and checks the settings from all sources.
    /// - Parameters:
    ///   - mode: the mode of the server.
    ///   - commandLine: the settings from the command line's options.
    ///   - environment: the process's environment.
    /// - Returns: the settings; unknown ones are among the ``warnings`` of all modes but `serve`.
    /// - Throws: `StartupRefusal` when a value is invalid or, in `serve`, when a setting is unknown or too weak.
    package static func read(
        mode: RunMode, commandLine: [Setting: String], environment: [String: String]
    ) throws(StartupRefusal) -> ServerConfiguration {
        let sources = try SettingSources(commandLine: commandLine, environment: environment)
        if mode == .serve, !sources.unknown.isEmpty {
            let problems = sources.unknown.map(\.description).joined(separator: "; ")
            throw StartupRefusal(.configuration, "\(problems): correct the name, or remove it.")
        }
        var configuration: ServerConfiguration
        do throws(StartupRefusal) {
            configuration = try ServerConfiguration(mode: mode, reader: sources.reader)
        } catch {
            throw sources.members?.locating(error) ?? error
        }
        configuration.settingsFile = sources.file
        configuration.fileMembers = sources.members
        configuration.warnings =
            sources.unknown.map(\.description) + [sources.notice].compactMap(\.self)
        return configuration
    }

    /// Reads and checks the settings.
    ///
    /// | Key | Environment | Default |
    /// |---|---|---|
    /// | `host` | `GATEHOUSE_HOST` | `127.0.0.1` |
    /// | `allowRemote` | `GATEHOUSE_ALLOW_REMOTE` | false; for `dev` |
    /// | `seed` | `GATEHOUSE_SEED` | none; for `dev` |
    /// | `signingKeys` | `GATEHOUSE_SIGNING_KEYS` | none; for `dev` |
    /// | `port` | `GATEHOUSE_PORT` | 9229 |
    /// | `dataDir` | `GATEHOUSE_DATA_DIR` | `./.gatehouse` |
    /// | `database.…` | `GATEHOUSE_DATABASE_…` | see `DatabaseServerSettings` |
    /// | `baseURL` | `GATEHOUSE_BASE_URL` | `http://localhost:<port>`, `https` with TLS; for a command beside a server that of the server |
    /// | `tls.certificateFile`, `tls.keyFile` | `GATEHOUSE_TLS_CERTIFICATE_FILE`, `GATEHOUSE_TLS_KEY_FILE` | none |
    /// | `accountID` | `GATEHOUSE_ACCOUNT_ID` | `123456789012` |
    /// | `region` | `GATEHOUSE_REGION` | `us-east-1` |
    /// | `admin.accessKeyID`, `admin.secretAccessKey` | `GATEHOUSE_ADMIN_ACCESS_KEY_ID`, `GATEHOUSE_ADMIN_SECRET_ACCESS_KEY` | none |
    /// | `masterKey` | `GATEHOUSE_MASTER_KEY` | none |
    /// | `masterKeyFile` | `GATEHOUSE_MASTER_KEY_FILE` | `<data folder>/master.key` |
    /// | `logLevel` | `GATEHOUSE_LOG_LEVEL` | `info` |
    /// | `clockSkewSeconds` | `GATEHOUSE_CLOCK_SKEW_SECONDS` | 300 |
    /// | `maximumBodyBytes` | `GATEHOUSE_MAXIMUM_BODY_BYTES` | 1048576 |
    /// | `maximumBodyBytesInAll` | `GATEHOUSE_MAXIMUM_BODY_BYTES_IN_ALL` | 67108864 |
    /// | `maximumHeaderBytes` | `GATEHOUSE_MAXIMUM_HEADER_BYTES` | 32768 |
    /// | `requestTimeoutSeconds` | `GATEHOUSE_REQUEST_TIMEOUT_SECONDS` | 30 |
    /// | `idleTimeoutSeconds` | `GATEHOUSE_IDLE_TIMEOUT_SECONDS` | 75 |
    /// | `maximumConnections` | `GATEHOUSE_MAXIMUM_CONNECTIONS` | 10000 |
    /// | `maximumConnectionsPerAddress` | `GATEHOUSE_MAXIMUM_CONNECTIONS_PER_ADDRESS` | 500; all in `dev` |
    /// | `rateLimits` | `GATEHOUSE_RATE_LIMITS` | false in `dev`, true in `serve` |
    /// | `requestsPerAddress` | `GATEHOUSE_REQUESTS_PER_ADDRESS` | 100 a second |
    /// | `requestBurstPerAddress` | `GATEHOUSE_REQUEST_BURST_PER_ADDRESS` | three seconds' worth |
    /// | `readsPerUser`, `writesPerUser` | `GATEHOUSE_READS_PER_USER`, `GATEHOUSE_WRITES_PER_USER` | 10 a second each |
    /// | `trustedProxies` | `GATEHOUSE_TRUSTED_PROXIES` | none |
    /// | `behindProxy` | `GATEHOUSE_BEHIND_PROXY` | false |
    /// | `androidCertificates` | `GATEHOUSE_ANDROID_CERTIFICATES` | none |
    /// | `samlRecipients`, `samlAudiences` | `GATEHOUSE_SAML_RECIPIENTS`, `GATEHOUSE_SAML_AUDIENCES` | `<base URL>/saml`, the base URL |
    /// | `requirePKCE` | `GATEHOUSE_REQUIRE_PKCE` | none |
    /// | `metrics` | `GATEHOUSE_METRICS` | true in `dev`, false in `serve` |
    /// | `metricsPort` | `GATEHOUSE_METRICS_PORT` | none: that of the services |
    /// | `healthPort` | `GATEHOUSE_HEALTH_PORT` | none: that of the services |
    /// | `monitoringHost` | `GATEHOUSE_MONITORING_HOST` | that of the services |
    /// | `outbox` | `GATEHOUSE_OUTBOX` | true in `dev`, false in `serve` |
    /// | `mail.…` | `GATEHOUSE_MAIL_…` | see `mail(_:deployment:)` |
    /// | `sms.…` | `GATEHOUSE_SMS_…` | see `sms(_:)` |
    /// | `providers.…` | `GATEHOUSE_PROVIDERS_…` | see ``ProviderSettings`` |
    /// | `identityTokenIssuer` | `GATEHOUSE_IDENTITY_TOKEN_ISSUER` | the base URL |
    /// | `guestsPerAddress` | `GATEHOUSE_GUESTS_PER_ADDRESS` | 300 an hour |
    /// | `unusedGuestDays` | `GATEHOUSE_UNUSED_GUEST_DAYS` | 30; 0 for never |
    /// | `endSessionsAt` | `GATEHOUSE_END_SESSIONS_AT` | `reset`; see ``SessionEnding`` |
    /// | `access` | `GATEHOUSE_ACCESS` | none |
    /// | `triggers` | `GATEHOUSE_TRIGGERS` | see `triggers(_:mode:dataDirectory:)` |
    /// - Throws: `StartupRefusal` when a value is invalid or, in `serve`, is too weak.
    init(mode: RunMode, reader: ConfigReader) throws(StartupRefusal) {
        let port = try reader.number(.port, within: 0...65_535) ?? 9_229
        let dataDirectory = reader.text(.dataDirectory) ?? "./.gatehouse"
        let metricsPort = try reader.number(.metricsPort, within: 1...65_535)
        let allowsRemote = try reader.flag(.allowRemote) ?? false
        let key = try Self.administrationKey(reader)
        let keepsMessages = try reader.flag(.outbox) ?? (mode == .dev)
        let tls = try TLSFiles(reader)
        let running = mode == .maintenance ? FolderLock.address(ofServerIn: dataDirectory) : nil
        let deployment = try Self.deployment(
            reader, mode: mode, origin: running ?? "\(tls == nil ? "http" : "https")://localhost:\(port)")
        self.init(
            mode: mode, host: reader.text(.host) ?? "127.0.0.1", allowsRemote: allowsRemote,
            seedFile: reader.text(.seed), schemaFile: reader.text(.schema),
            signingKeysFile: mode == .maintenance ? nil : reader.text(.signingKeys),
            port: port,
            dataDirectory: dataDirectory, deployment: deployment,
            administrationKey: key, masterKey: try Self.masterKey(reader, dataDirectory: dataDirectory),
            logLevel: try Self.logLevel(reader),
            gateway: GatewaySettings(
                signaturePolicy: mode == .dev && key == nil && !allowsRemote ? .anyAdministrator : .verified,
                allowedClockSkew: TimeInterval(try reader.number(.clockSkewSeconds, within: 1...86_400) ?? 300),
                maximumBodySize: try reader.number(.maximumBodyBytes, within: 1_024...104_857_600) ?? 1_048_576,
                maximumBodySizeInAll: try reader.number(.maximumBodyBytesInAll, within: 1_024...1_099_511_627_776)
                    ?? 67_108_864,
                rates: try RateLimits(reader, mode: mode), proxies: try TrustedProxies(reader),
                refusesForwarded: mode == .serve && keepsMessages,
                logDetail: mode == .dev ? .callers : .operations,
                explainsRegions: mode == .dev, isStrictAboutTLS: mode == .serve
            ),
            socket: try SocketLimits(reader, mode: mode), tls: mode == .maintenance ? nil : tls,
            showsMetrics: try reader.flag(.metrics) ?? (mode == .dev || metricsPort != nil),
            metricsPort: metricsPort,
            healthPort: try reader.number(.healthPort, within: 1...65_535),
            monitoringHost: reader.text(.monitoringHost),
            keepsMessages: keepsMessages,
            mail: mode == .maintenance ? nil : try Self.mail(reader, deployment: deployment),
            sms: mode == .maintenance ? nil : try Self.sms(reader),
            accessFile: reader.text(.access),
            triggers: mode == .maintenance
                ? nil : try Self.triggers(reader, mode: mode, dataDirectory: dataDirectory),
            sessionEnding: try SessionEnding(reader), unusedGuestLifetime: try Self.unusedGuestLifetime(reader),
            providers: mode == .maintenance ? ProviderSettings() : try ProviderSettings(reader, mode: mode)
        )
        if mode == .maintenance { functionNames = FunctionNames(reader) }
        databaseServer = try DatabaseServerSettings(reader)
        if mode == .dev { changingTriggersFile = reader.text(.triggers) ?? dataDirectory + "/triggers.json" }
        try checkExposure(isBehindProxy: try reader.flag(.behindProxy) ?? false)
    }

    private static func deployment(
        _ reader: ConfigReader, mode: RunMode, origin: String
    ) throws(StartupRefusal) -> Deployment {
        let account = reader.text(.accountID) ?? "123456789012"
        guard account.utf8.count == 12, account.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw StartupRefusal(.configuration, "The account id must be twelve digits: change GATEHOUSE_ACCOUNT_ID.")
        }
        let region = reader.text(.region) ?? "us-east-1"
        guard RegionName.isWellFormed(region) else {
            throw StartupRefusal(
                .configuration, "The region must look like us-east-1: change --region or GATEHOUSE_REGION."
            )
        }
        let baseURL = try baseURL(reader.text(.baseURL) ?? origin)
        // In development, pools without a relying party id use `localhost`.
        var deployment = Deployment(
            accountID: account, defaultRegion: region, baseURL: baseURL,
            defaultRelyingPartyID: mode == .dev ? "localhost" : nil,
            androidCertificates: try androidCertificates(reader),
            identityTokenIssuer: try identityTokenIssuer(reader))
        deployment.configuredSAMLRecipients = Set(list(reader.text(.samlRecipients)))
        deployment.configuredSAMLAudiences = Set(list(reader.text(.samlAudiences)))
        guard let requirement = PKCERequirement(list(reader.text(.requirePKCE))) else {
            throw StartupRefusal(
                .configuration,
                "The setting \(Setting.requirePKCE) must be none, or a list of public, all and ids of app clients: "
                    + "change it.")
        }
        deployment.requiredPKCE = requirement
        return deployment
    }

    /// The parts of a list with commas.
    private static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func identityTokenIssuer(_ reader: ConfigReader) throws(StartupRefusal) -> String? {
        guard let text = reader.text(.identityTokenIssuer) else { return nil }
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            parts.scheme == "http" || parts.scheme == "https", parts.query == nil, parts.fragment == nil
        else {
            throw StartupRefusal(
                .configuration,
                "The setting \(Setting.identityTokenIssuer) must be an address like "
                    + "https://cognito-identity.amazonaws.com: change it.")
        }
        return text
    }

    private static func unusedGuestLifetime(_ reader: ConfigReader) throws(StartupRefusal) -> TimeInterval? {
        let days = try reader.number(.unusedGuestDays, within: 0...36_500) ?? 30
        return days == 0 ? nil : TimeInterval(days) * 86_400
    }

    private static func androidCertificates(_ reader: ConfigReader) throws(StartupRefusal) -> Set<String> {
        let hashes = list(reader.text(.androidCertificates))
        guard hashes.allSatisfy({ Base64URL.decode($0)?.count == 32 }) else {
            throw StartupRefusal(
                .configuration,
                "Certificates of Android apps are SHA-256 hashes in Base64URL without padding, separated by "
                    + "commas: change GATEHOUSE_ANDROID_CERTIFICATES.")
        }
        return Set(hashes)
    }

    /// The base URL without a trailing slash, because issuers are created by appending to it.
    private static func baseURL(_ text: String) throws(StartupRefusal) -> String {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let parts = URLComponents(string: trimmed), let host = parts.host, !host.isEmpty,
            parts.scheme == "http" || parts.scheme == "https", parts.query == nil, parts.fragment == nil,
            parts.user == nil
        else {
            throw StartupRefusal(
                .configuration,
                "The base URL must be like https://auth.example.org, without query: change --base-url or GATEHOUSE_BASE_URL."
            )
        }
        return trimmed
    }

    private static func administrationKey(_ reader: ConfigReader) throws(StartupRefusal) -> AdministrationKey? {
        switch (reader.text(.adminAccessKeyID), reader.text(.adminSecretAccessKey)) {
        case (nil, nil): return nil
        case (let id?, let secret?): return try AdministrationKey(accessKeyID: id, secretAccessKey: secret)
        default:
            throw StartupRefusal(
                .configuration,
                "Only half of an admin key is given: set both GATEHOUSE_ADMIN_ACCESS_KEY_ID and "
                    + "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY."
            )
        }
    }

    private static func masterKey(
        _ reader: ConfigReader, dataDirectory: String
    ) throws(StartupRefusal) -> MasterKeySource {
        switch (reader.text(.masterKey), reader.text(.masterKeyFile)) {
        case (nil, nil): return .usualFile(dataDirectory + "/master.key")
        case (let text?, nil): return .text(text)
        case (nil, let path?): return .file(path)
        default:
            throw StartupRefusal(
                .configuration,
                "GATEHOUSE_MASTER_KEY and GATEHOUSE_MASTER_KEY_FILE are both set: set one of the two."
            )
        }
    }

    private static func logLevel(_ reader: ConfigReader) throws(StartupRefusal) -> Logger.Level {
        let text = reader.text(.logLevel) ?? "info"
        guard let level = Logger.Level(rawValue: text.lowercased()) else {
            let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw StartupRefusal(.configuration, "The log level must be one of \(known): change GATEHOUSE_LOG_LEVEL.")
        }
        return level
    }
}

extension SessionEnding {
    /// Reads the setting; by default, password resets end sessions.
    /// - Throws: `StartupRefusal` that lists the values.
    init(_ reader: ConfigReader) throws(StartupRefusal) {
        guard let text = reader.text(.endSessionsAt) else {
            self = .reset
            return
        }
        guard let value = SessionEnding(rawValue: text) else {
            let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw StartupRefusal(
                .configuration, "The setting \(Setting.endSessionsAt) must be one of \(known): change it.")
        }
        self = value
    }
}
