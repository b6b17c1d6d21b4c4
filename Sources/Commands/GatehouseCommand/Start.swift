// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseOutput
import GatehouseServer
import Logging
import Metrics
import NIOCore

/// The start and the end that all commands share.
enum Start {
    /// Reads the settings, sets up logs and metrics for the process, and hands a wired server to `body`.
    ///
    /// If root has started the program, it starts anew as the owner of the data folder: files of root in the folder
    /// would block its service, and links in it could lead root elsewhere.
    /// - Throws: the exit code of a refusal, after its reason was written in one line.
    static func run(
        _ mode: RunMode, settings: [Setting: String], body: (ServerProcess) async throws -> Void
    ) async throws {
        HangUp.ignore(in: mode)
        limitEventLoops()
        var owner: String?
        var read: ServerConfiguration?
        do {
            owner = try FolderOwner.successor()
            if let refusal = DescriptorLimit.raised()?.refusal(for: mode) { throw refusal }
            var settings = settings
            // The base URL and the files for apps contain the port of a server for development.
            if mode == .dev, settings[.port] == "0" { settings[.port] = String(try FreePort.choose()) }
            let environment = ProcessInfo.processInfo.environment
            let configuration = try ServerConfiguration.read(
                mode: mode, commandLine: settings, environment: environment)
            read = configuration
            try FolderOwner.continueAsOwner(of: configuration.dataDirectory)
            let metrics = PrometheusMetrics()
            MetricsSystem.bootstrap(metrics)
            let logger = logger(configuration, metrics)
            for warning in configuration.warnings {
                logger.warning("A setting is ignored", metadata: ["cause": "\(warning)"])
            }
            if mode != .maintenance, let owner { logger.notice("\(owner)") }
            try await body(try await ServerProcess(configuration, logger: logger, metrics: metrics))
        } catch let refusal as StartupRefusal {
            throw complain(read?.locating(refusal) ?? refusal, owner: owner)
        }
    }

    /// Sets the number of event loops to that of the processors that the process may use.
    ///
    /// SwiftNIO alone does not see that the process is bound to some of them. It takes the number once, before the first
    /// event loop; a number in its own environment variable stays.
    private static func limitEventLoops() {
        guard ProcessInfo.processInfo.environment["NIO_SINGLETON_GROUP_LOOP_COUNT"] == nil else { return }
        NIOSingletons.groupLoopCountSuggestion = min(System.coreCount, ProcessorCount.usable)
    }

    /// Reads the settings and hands them to a command that works on the files of the data folder, as their owner if
    /// root has started it.
    /// - Throws: the exit code of a refusal, after its reason was written in one line.
    static func onFolder(
        settings: [Setting: String], body: (ServerConfiguration) async throws -> Void
    ) async throws {
        var owner: String?
        var read: ServerConfiguration?
        do {
            owner = try FolderOwner.successor()
            if let refusal = DescriptorLimit.raised()?.refusal(for: .maintenance) { throw refusal }
            let configuration = try ServerConfiguration.read(
                mode: .maintenance, commandLine: settings, environment: ProcessInfo.processInfo.environment)
            read = configuration
            try FolderOwner.continueAsOwner(of: configuration.dataDirectory)
            for warning in configuration.warnings { Console.complain("gatehouse: \(warning)") }
            try await body(configuration)
        } catch let refusal as StartupRefusal {
            throw complain(read?.locating(refusal) ?? refusal, owner: owner)
        }
    }

    /// Runs a command that needs neither settings nor a data folder.
    /// - Throws: the exit code of a refusal, after its reason was written in one line.
    static func refusing(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let refusal as StartupRefusal {
            throw complain(refusal, owner: nil)
        }
    }

    /// Writes the reason of a refusal in one line, after one about the user, which may be its cause; returns the exit
    /// code.
    private static func complain(_ refusal: StartupRefusal, owner: String?) -> ExitCode {
        // The log first: the reason is the last line.
        LineOutput.flushAll(within: .seconds(1))
        if let owner { Console.complain("gatehouse: \(owner)") }
        Console.complain("gatehouse: \(refusal)")
        for detail in refusal.details { Console.complain("  \(detail)") }
        return ExitCode(refusal.exitCode.rawValue)
    }

    /// Lines for people in `dev`, structured ones elsewhere.
    private static func logger(_ configuration: ServerConfiguration, _ metrics: any MetricsFactory) -> Logger {
        let label = "gatehouse"
        let dropped = Counter(label: MetricName.logLinesDropped.rawValue, factory: metrics)
        if configuration.mode == .dev {
            let output = PeopleLogHandler.outputToStandardError { dropped.increment() }
            LoggingSystem.bootstrap { _ in PeopleLogHandler(toStandardError: output) }
        } else {
            let output = LineLogHandler.outputToStandardError(label: label) { dropped.increment() }
            LoggingSystem.bootstrap { LineLogHandler(label: $0, output: output) }
        }
        var logger = Logger(label: label)
        logger.logLevel = configuration.logLevel
        return logger
    }
}
