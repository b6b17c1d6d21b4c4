// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import Foundation
import GatehouseCore
import GatehouseGateway

extension ServerConfiguration {
    /// The names and addresses of this machine itself.
    static let loopback = LoopbackHost.names

    /// Whether the host of a base URL is this machine.
    package static func isLocal(_ baseURL: String) -> Bool {
        let host = URLComponents(string: baseURL)?.host?.trimmingCharacters(in: ["[", "]"]) ?? ""
        return loopback.contains(host.lowercased())
    }

    /// Refuses insecure configurations: `dev` that other machines can reach without its option; `serve` without a
    /// strong key, without encryption beyond the loopback interface, or with an outbox that a proxy's clients could
    /// read.
    /// - Parameter isBehindProxy: whether the operator has declared a proxy before the server.
    /// - Throws: `StartupRefusal` with the setting to change.
    func checkExposure(isBehindProxy: Bool) throws(StartupRefusal) {
        try checkPorts()
        switch mode {
        case .maintenance: break
        case .dev:
            guard allowsRemote || [host, monitoringHost ?? host].allSatisfy(Self.loopback.contains) else {
                throw StartupRefusal(
                    .usage,
                    "gatehouse dev listens on this machine only: omit the host, or add --allow-remote, after which "
                        + "its pages and admin calls need a key that it prints.")
            }
        case .serve:
            guard !allowsRemote, seedFile == nil, schemaFile == nil, signingKeysFile == nil else {
                throw StartupRefusal(
                    .configuration,
                    "GATEHOUSE_ALLOW_REMOTE, GATEHOUSE_SEED, GATEHOUSE_SCHEMA and GATEHOUSE_SIGNING_KEYS are settings of "
                        + "gatehouse dev: leave them out.")
            }
            try checkPresence(isBehindProxy: isBehindProxy)
            guard administrationKey?.isWeak == false else {
                throw StartupRefusal(
                    .configuration,
                    "The admin secret is too weak: set GATEHOUSE_ADMIN_SECRET_ACCESS_KEY to at least "
                        + "\(AdministrationKey.minimumSecretLength) random characters (openssl rand -base64 30)."
                )
            }
            try checkOutbox(isBehindProxy: isBehindProxy)
        }
    }

    /// Refuses `serve` without an admin key, or without TLS beyond this machine; if anything is missing, the refusal
    /// names a missing master key too, which the start would refuse next.
    private func checkPresence(isBehindProxy: Bool) throws(StartupRefusal) {
        var missing: [String] = []
        if administrationKey == nil {
            missing.append(
                "gatehouse serve needs an admin key: set GATEHOUSE_ADMIN_ACCESS_KEY_ID and "
                    + "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY (for the secret: openssl rand -base64 30).")
        }
        if !Self.loopback.contains(host), tls == nil, gateway.proxies.isEmpty, !isBehindProxy {
            missing.append(
                "Passwords would travel to \(host) in clear: set GATEHOUSE_TLS_CERTIFICATE_FILE and "
                    + "GATEHOUSE_TLS_KEY_FILE, or, where a proxy speaks TLS with the clients, name it in "
                    + "GATEHOUSE_TRUSTED_PROXIES or set GATEHOUSE_BEHIND_PROXY to true.")
        }
        guard !missing.isEmpty else { return }
        if case .usualFile(let path) = masterKey, !FileManager.default.fileExists(atPath: path) {
            if databaseServer != nil {
                missing.append(
                    "No master key is set: set GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_FILE to the key of the "
                        + "database, or for a new database to the output of openssl rand -base64 32.")
            } else if let database = KeyedDatabase(folder: dataDirectory) {
                missing.append(
                    "No master key is set. \(database.sealed): set GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_FILE to it."
                )
            } else {
                missing.append("And gatehouse serve needs a master key: \(MasterKeys.cureOfMissing).")
            }
        }
        throw StartupRefusal(.configuration, missing.joined(separator: " "))
    }

    private func checkPorts() throws(StartupRefusal) {
        guard showsMetrics || metricsPort == nil else {
            throw StartupRefusal(
                .configuration,
                "Metrics are off but have a port: leave out GATEHOUSE_METRICS_PORT, or set GATEHOUSE_METRICS to true.")
        }
        guard metricsPort != port || port == 0 else {
            throw StartupRefusal(
                .configuration,
                "The metrics cannot have the port of the services: change GATEHOUSE_METRICS_PORT, or leave it out.")
        }
        guard monitoringHost == nil || metricsPort != nil || healthPort != nil else {
            throw StartupRefusal(
                .configuration,
                "The setting \(Setting.monitoringHost) is for ports of their own: set GATEHOUSE_METRICS_PORT or "
                    + "GATEHOUSE_HEALTH_PORT.")
        }
        guard let healthPort else { return }
        guard healthPort != port, healthPort != metricsPort else {
            throw StartupRefusal(
                .configuration,
                "The health pages cannot have another service's port: change GATEHOUSE_HEALTH_PORT, or leave it out.")
        }
    }

    /// Refuses an outbox that others could read: it trusts every local visitor, and a proxy's clients appear as local
    /// ones.
    private func checkOutbox(isBehindProxy: Bool) throws(StartupRefusal) {
        guard keepsMessages else { return }
        guard Self.loopback.contains(host) else {
            throw StartupRefusal(
                .configuration,
                "The outbox would show every code to the network: set GATEHOUSE_OUTBOX to false, or leave out the "
                    + "host so that gatehouse serve listens on this machine only."
            )
        }
        guard gateway.proxies.isEmpty, !isBehindProxy else {
            throw StartupRefusal(
                .configuration,
                "The outbox would show every code to the visitors of the proxy: set GATEHOUSE_OUTBOX to false, or "
                    + "leave out GATEHOUSE_TRUSTED_PROXIES and GATEHOUSE_BEHIND_PROXY."
            )
        }
        guard Self.isLocal(deployment.baseURL) else {
            throw StartupRefusal(
                .configuration,
                "The outbox would show every code to the visitors of \(deployment.baseURL): set GATEHOUSE_OUTBOX to "
                    + "false, or leave out GATEHOUSE_BASE_URL."
            )
        }
    }
}

extension TrustedProxies {
    /// The configured proxies.
    init(_ reader: ConfigReader) throws(StartupRefusal) {
        guard let text = reader.text(.trustedProxies) else {
            self = .none
            return
        }
        guard let proxies = TrustedProxies(text) else {
            throw StartupRefusal(
                .configuration,
                "Trusted proxies are addresses or networks like 10.0.0.0/8, separated by commas: change "
                    + "GATEHOUSE_TRUSTED_PROXIES."
            )
        }
        self = proxies
    }
}
