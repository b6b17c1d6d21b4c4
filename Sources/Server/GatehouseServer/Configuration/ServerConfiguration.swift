// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseHTTP
package import GatehouseOutbound
package import GatehouseUserPools
package import Logging

/// Everything an operator may set, checked.
package struct ServerConfiguration: Sendable, Equatable {
    package var mode: RunMode
    package var host: String
    /// Whether `dev` may be reached by other machines; its pages and admin calls need a key then.
    package var allowsRemote: Bool
    /// The file with what `dev` begins with.
    package var seedFile: String?
    package var port: Int
    /// The folder of the database; of the development files too.
    package var dataDirectory: String
    package var deployment: Deployment
    package var administrationKey: AdministrationKey?
    package var masterKey: MasterKeySource
    package var logLevel: Logger.Level
    package var gateway: GatewaySettings
    package var socket: SocketLimits
    /// The certificate and key that the server speaks TLS with; `nil` for plain HTTP.
    package var tls: TLSFiles?
    /// Whether `/metrics` answers.
    package var showsMetrics: Bool
    /// The port that `/metrics` answers on alone; `nil` for the port of the services.
    package var metricsPort: Int?
    /// Whether messages that nothing is configured to send are kept for `/dev/outbox`.
    package var keepsMessages: Bool
    /// The server that takes mail.
    package var mail: SMTPSettings?
    /// The gateway that takes text messages.
    package var sms: SMSGatewaySettings?
    /// Where the functions are that pools name as triggers.
    package var triggers: TriggerSettings?
    /// Which operations end sessions because they replace the password.
    package var sessionEnding = SessionEnding.reset
    /// What the operator should know about the settings and does not stop the start.
    package var warnings: [String] = []

    /// The database's file.
    package var databasePath: String { dataDirectory + "/gatehouse.sqlite" }
}
