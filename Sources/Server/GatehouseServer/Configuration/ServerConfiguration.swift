// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseGateway
package import GatehouseHTTP
package import GatehouseOutbound
import GatehouseStorage
package import GatehouseUserPoolKernel
package import Logging

/// The server's configuration, checked.
package struct ServerConfiguration: Sendable, Equatable {
    package var mode: RunMode
    /// The address or name of this machine on which the server listens.
    package var host: String
    /// Whether other machines may reach `dev`; its pages and administration calls need a key then.
    var allowsRemote: Bool
    /// The seed file of `dev`.
    var seedFile: String?
    /// The schema of the data API of `dev`.
    var schemaFile: String?
    /// The file that keeps signing keys from one start of `dev` to the next.
    var signingKeysFile: String?
    /// The TCP port on which the server listens.
    package var port: Int
    /// The folder of the database and of the development files; of the latter alone if the database is on a server.
    package var dataDirectory: String
    package var deployment: Deployment
    package var administrationKey: AdministrationKey?
    package var masterKey: MasterKeySource
    package var logLevel: Logger.Level
    package var gateway: GatewaySettings
    package var socket: SocketLimits
    /// The files of the TLS certificate and key; `nil` for plain HTTP.
    package var tls: TLSFiles?
    /// Whether `/metrics` is available.
    package var showsMetrics: Bool
    /// The separate port for `/metrics`; `nil` for the port of the services.
    package var metricsPort: Int?
    /// The separate port for `/health` and the pages below it, in plain HTTP; `nil` for the port of the services alone.
    package var healthPort: Int?
    /// The address for the ports of the metrics and of the health pages; `nil` for the address of the services.
    package var monitoringHost: String?
    /// Whether messages without a configured carrier are stored for `/dev/outbox`.
    package var keepsMessages: Bool
    /// The mail server.
    package var mail: SMTPSettings?
    /// The gateway for text messages.
    package var sms: SMSGatewaySettings?
    /// The file with roles, users, policies and identity providers; `nil` for none.
    package var accessFile: String?
    /// The routes of the functions that pools use as triggers.
    package var triggers: TriggerSettings?
    /// The file of these routes, which a development server reads again when it changes; `nil` for another server.
    package var changingTriggersFile: String?
    /// The names of the functions, for a command that calls none; `nil` for a server.
    package var functionNames: FunctionNames?
    /// The operations that end sessions because they replace the password.
    package var sessionEnding = SessionEnding.reset
    /// The time after which guests that were never used are deleted, in seconds; `nil` for never.
    package var unusedGuestLifetime: Double?
    /// How the server queries identity providers about tokens.
    var providers = ProviderSettings()
    /// Warnings about the settings, which do not prevent the start.
    package var warnings: [String] = []
    /// The settings of a database on a server; `nil` for a file in the data folder.
    var databaseServer: DatabaseServerSettings?
    /// The file of settings, if there is one.
    var settingsFile: String?
    /// The settings that have their values from this file.
    var fileMembers: FileMembers?

    /// Whether the port of the metrics speaks plain HTTP: without TLS, and on a loopback address of its own.
    var hasPlainMetrics: Bool { tls == nil || monitoringHost.map(Self.loopback.contains) ?? false }

    /// The setting for the address of the ports for metrics and health pages.
    var monitoringHostSetting: String {
        monitoringHost == nil ? "--host" : Setting.monitoringHost.variable
    }

    /// The ports for metrics and health pages that are apart from the services, with their addresses.
    package var monitoringAddresses: [(name: String, address: String)] {
        func origin(_ port: Int, isPlain: Bool) -> String {
            let host = monitoringHost ?? host
            return "\(isPlain ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
        return [
            metricsPort.map { ("Metrics", origin($0, isPlain: hasPlainMetrics) + "/metrics") },
            healthPort.map { ("Health", origin($0, isPlain: true) + "/health/ready") },
        ].compactMap(\.self)
    }

    /// The database's file, if the database is in the data folder.
    package var databasePath: String { dataDirectory + "/" + FileOpening.fileName }

    /// A refusal of these settings, with the members of the configuration file that it names.
    package func locating(_ refusal: StartupRefusal) -> StartupRefusal { fileMembers?.locating(refusal) ?? refusal }

    /// A command on the data folder with the same settings, for error texts.
    func command(_ words: String) -> FolderCommand {
        FolderCommand(words, folder: dataDirectory, config: settingsFile)
    }

    /// The command that puts a backup into the data folder, for error texts.
    var restoration: FolderCommand { FolderCommand(restoring: databasePath, config: settingsFile) }
}

/// The modes of the server, which differ in the configuration, not in the behaviour of the domains.
package enum RunMode: String, Sendable {
    /// On a developer's machine: reachable on the loopback interface only, without access control.
    case dev
    /// In production: every access needs an explicit setting.
    case serve
    /// For a command on the data folder, possibly beside a running server: without sockets and deliveries.
    case maintenance
}
