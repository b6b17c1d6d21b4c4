// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseGateway
import GatehouseServer
import Logging
import Metrics

/// The start and the end that all commands share.
enum Start {
    /// Reads the settings, sets up logs and metrics for the process, and hands a wired server to `body`.
    /// - Throws: the exit code of a refusal, after its reason was written in one line.
    static func run(
        _ mode: RunMode, settings: [Setting: String], body: (ServerProcess) async throws -> Void
    ) async throws {
        do {
            let environment = ProcessInfo.processInfo.environment
            let configuration = try ServerConfiguration.read(
                mode: mode, commandLine: settings, environment: environment)
            let metrics = PrometheusMetrics()
            MetricsSystem.bootstrap(metrics)
            let logger = logger(configuration)
            for warning in configuration.warnings {
                logger.warning("A setting is ignored", metadata: ["cause": "\(warning)"])
            }
            try await body(try await ServerProcess(configuration, logger: logger, metrics: metrics))
        } catch let refusal as StartupRefusal {
            Console.complain("gatehouse: \(refusal)")
            throw ExitCode(refusal.exitCode.rawValue)
        }
    }

    /// Lines for people in `dev`, structured ones elsewhere.
    private static func logger(_ configuration: ServerConfiguration) -> Logger {
        let isForPeople = configuration.mode == .dev
        LoggingSystem.bootstrap { label -> any LogHandler in
            if isForPeople {
                PeopleLogHandler.standardError(label: label)
            } else {
                LineLogHandler.standardError(label: label)
            }
        }
        var logger = Logger(label: "gatehouse")
        logger.logLevel = configuration.logLevel
        return logger
    }
}
