// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization
import Testing

@testable import Amplify

/// The lines that a logging plugin wrote.
private final class Written: Sendable {
    let lines = Mutex<[String]>([])

    var plugin: AWSUnifiedLoggingPlugin {
        AWSUnifiedLoggingPlugin(
            sink: LogSink { level, label, message in
                self.lines.withLock { $0.append("\(level) \(label.namespace) \(label.category) \(message)") }
            }
        )
    }

    var all: [String] { lines.withLock { $0 } }
}

extension GlobalAmplify {
    @Suite struct LoggingTests {
        private let written = Written()

        private func logAll(to logger: any Logger) {
            logger.error("e")
            logger.warn("w")
            logger.info("i")
            logger.debug("d")
            logger.verbose("v")
        }

        @Test(arguments: zip([LogLevel.none, .error, .warn, .info, .debug, .verbose], 0...5))
        func `a level includes those before it`(level: LogLevel, count: Int) {
            logAll(to: written.plugin.logger(forCategory: "C", logLevel: level))
            let expected = ["error", "warn", "info", "debug", "verbose"].prefix(count)
            #expect(written.all == expected.map { "\($0) com.amazonaws.amplify C \($0.prefix(1))" })
        }

        @Test func `errors alone are logged unless the app wants more`() async throws {
            try await fresh {
                let logger = written.plugin.logger(forCategory: "C")
                logAll(to: logger)
                #expect(written.all.count == 1)
                Amplify.Logging.logLevel = .warn
                logAll(to: logger)
                #expect(written.all.count == 3)
            }
        }

        @Test func `a message that is not logged is not built`() {
            let built = Mutex(false)
            let logger = written.plugin.logger(forCategory: "C", logLevel: .error)
            logger.debug(
                built.withLock {
                    $0 = true
                    return "x"
                })
            #expect(!built.withLock { $0 })
        }

        @Test func `logging can be switched off and on`() {
            let plugin = written.plugin
            plugin.disable()
            logAll(to: plugin.logger(forCategory: "C", logLevel: .verbose))
            #expect(written.all.isEmpty)
            plugin.enable()
            logAll(to: plugin.logger(forCategory: "C", logLevel: .error))
            #expect(written.all.count == 1)
        }

        @Test func `loggers bear category and namespace`() async throws {
            try await fresh {
                let plugin = written.plugin
                plugin.logger(forNamespace: "N").error("1")
                plugin.logger(forCategory: "C", forNamespace: "N").error("2")
                plugin.default.error(error: AuthError.signedOut("d", ""))
                #expect(
                    written.all == [
                        "error N Amplify 1", "error N C 2", "error com.amazonaws.amplify Amplify AuthError: d",
                    ]
                )
            }
        }

        @Test func `the plugin's own block switches logging off and on`() throws {
            let plugin = written.plugin
            let log = plugin.logger(forCategory: "C", logLevel: .error)
            try plugin.configure(using: ["enable": false] as JSONValue)
            log.error("1")
            try plugin.configure(using: nil)
            log.error("2")
            try plugin.configure(using: ["enable": true] as JSONValue)
            log.error("3")
            #expect(written.all == ["error com.amazonaws.amplify C 3"])
            #expect(throws: PluginError.self) { try plugin.configure(using: ["enable": "no"] as JSONValue) }
            let block = try JSONDecoder().decode(
                ConsoleLoggingConfiguration.self, from: JSONEncoder().encode(ConsoleLoggingConfiguration(enable: false))
            )
            #expect(!block.enable && ConsoleLoggingConfiguration().enable)
        }

        @Test func `a category's logger bears the category's name`() async throws {
            try await fresh {
                try Amplify.add(plugin: written.plugin)
                try Amplify.configure(AmplifyConfiguration())
                Amplify.Auth.log.error("1")
                Amplify.Hub.log.error("2")
                #expect(
                    written.all == [
                        "error com.amazonaws.amplify Authentication 1", "error com.amazonaws.amplify Hub 2",
                    ]
                )
            }
        }

        @Test func `another plugin takes over at configure and not before`() async throws {
            try await fresh {
                let plugin = written.plugin
                try Amplify.add(plugin: plugin)
                Amplify.Logging.verbose("before")
                #expect(written.all.isEmpty)
                try Amplify.configure(AmplifyConfiguration())
                Amplify.Logging.error("after")
                #expect(written.all == ["error com.amazonaws.amplify Amplify after"])
            }
        }

        @Test func `a second plugin replaces the first, and the built-in one stays beside it`() async throws {
            try await fresh {
                let (first, last) = (Written(), Written())
                try Amplify.add(plugin: AppLogging(key: "first", plugin: first.plugin))
                try Amplify.add(plugin: AppLogging(key: "last", plugin: last.plugin))
                try Amplify.configure(AmplifyConfiguration())
                Amplify.Logging.error("1")
                #expect(first.all.isEmpty && last.all.count == 1)
                #expect(throws: LoggingError.self) { try Amplify.Logging.getPlugin(for: "first") }
                #expect(try Amplify.Logging.getPlugin(for: "AWSUnifiedLoggingPlugin") is AWSUnifiedLoggingPlugin)
                Amplify.Logging.removePlugin(for: "last")
                Amplify.Logging.error("2")
                #expect(first.all.isEmpty && last.all.count == 1)
            }
        }

        @Test func `a second plugin replaces one under the built-in plugin's key, too`() async throws {
            try await fresh {
                let last = Written()
                try Amplify.add(plugin: written.plugin)
                try Amplify.add(plugin: AppLogging(key: "last", plugin: last.plugin))
                try Amplify.configure(AmplifyConfiguration())
                let builtIn = try Amplify.Logging.getPlugin(for: "AWSUnifiedLoggingPlugin")
                builtIn.default.error("1")
                Amplify.Logging.error("2")
                #expect(written.all.isEmpty && last.all.count == 1)
            }
        }

        @Test func `a configuration block that no plugin asked for is warned of`() async throws {
            try await fresh {
                try Amplify.add(plugin: written.plugin)
                Amplify.Logging.logLevel = .warn
                let blocks: [String: JSONValue] = ["absentPlugin": [:]]
                try Amplify.configure(AmplifyConfiguration(auth: AuthCategoryConfiguration(plugins: blocks)))
                #expect(written.all.contains { $0.contains("warn") && $0.contains("absentPlugin") })
            }
        }

        @Test func `the library's log has its own category`() async throws {
            try await fresh {
                try Amplify.add(plugin: written.plugin)
                try Amplify.configure(AmplifyConfiguration())
                Amplify.log.error("1")
                AuthCategory.log.error("2")
                Amplify.Logging.logger(forCategory: CategoryType.auth).error("3")
                #expect(
                    written.all == [
                        "error com.amazonaws.amplify Amplify 1", "error com.amazonaws.amplify AuthCategory 2",
                        "error com.amazonaws.amplify Authentication 3",
                    ]
                )
            }
        }
    }
}

/// A logging plugin of an app under a key of its own.
private struct AppLogging: LoggingCategoryPlugin {
    let key: PluginKey
    let plugin: AWSUnifiedLoggingPlugin

    func configure(using configuration: Any?) throws {}

    var `default`: any Logger { plugin.default }

    func enable() {
        plugin.enable()
    }

    func disable() {
        plugin.disable()
    }

    func logger(forCategory category: String) -> any Logger { plugin.logger(forCategory: category) }

    func logger(forCategory category: String, logLevel: LogLevel) -> any Logger {
        plugin.logger(forCategory: category, logLevel: logLevel)
    }

    func logger(forNamespace namespace: String) -> any Logger { plugin.logger(forNamespace: namespace) }

    func logger(forCategory category: String, forNamespace namespace: String) -> any Logger {
        plugin.logger(forCategory: category, forNamespace: namespace)
    }
}
