// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import Synchronization
import Testing

@testable import Amplify

extension GlobalAmplify {
    @Suite struct LifeCycleTests {
        private let empty = AmplifyConfiguration()
        private let outputs = AmplifyOutputsData(
            auth: .init(awsRegion: "eu-west-1", userPoolId: "eu-west-1_Pool", userPoolClientId: "client")
        )

        @Test func `configuring twice is refused for every format of the configuration`() async throws {
            try await fresh {
                try Amplify.configure(empty)
                expectRefusal { try Amplify.configure(empty) }
                expectRefusal { try Amplify.configure(outputs) }
                expectRefusal { try Amplify.configure(with: .data(Data())) }
            }
        }

        @Test func `after a reset one can configure again`() async throws {
            try await fresh {
                try Amplify.configure(outputs)
                await Amplify.reset()
                try Amplify.configure(empty)
            }
        }

        @Test func `a plugin is refused after configure`() async throws {
            try await fresh {
                try Amplify.configure(empty)
                expectRefusal { try Amplify.add(plugin: RecordingAuthPlugin()) }
                expectRefusal { try Amplify.Auth.add(plugin: RecordingAuthPlugin()) }
            }
        }

        @Test func `Hub and Logging take plugins also after configure`() async throws {
            try await fresh {
                try Amplify.configure(empty)
                try Amplify.add(plugin: AWSHubPlugin())
                try Amplify.add(plugin: AWSUnifiedLoggingPlugin())
            }
        }

        @Test func `a plugin without a key is refused`() async throws {
            try await fresh {
                #expect(throws: AuthError.configuration("", "")) {
                    try Amplify.add(plugin: RecordingAuthPlugin(key: ""))
                }
            }
        }

        @Test func `a plugin of no known category is refused`() async throws {
            try await fresh {
                #expect {
                    try Amplify.add(plugin: StrayPlugin())
                } throws: { error in
                    if case .pluginConfigurationError = error as? PluginError { true } else { false }
                }
            }
        }

        @Test func `the later of two plugins with the same key stays`() async throws {
            try await fresh {
                let later = RecordingAuthPlugin()
                try Amplify.add(plugin: RecordingAuthPlugin())
                try Amplify.add(plugin: later)
                #expect(try Amplify.Auth.getPlugin(for: later.key) === later)
            }
        }

        @Test func `a plugin is found before configure, and no longer after its removal`() async throws {
            try await fresh {
                let plugin = RecordingAuthPlugin()
                try Amplify.add(plugin: plugin)
                #expect(try Amplify.Auth.getPlugin(for: plugin.key) === plugin)
                Amplify.Auth.removePlugin(for: plugin.key)
                Amplify.Auth.removePlugin(for: plugin.key)
                #expect(throws: AuthError.configuration("", "")) { try Amplify.Auth.getPlugin(for: plugin.key) }
            }
        }

        @Test func `the built-in plugins are found by the keys of their types`() async throws {
            try await fresh {
                let hub = try Amplify.Hub.getPlugin(for: AWSHubPlugin.key)
                let logging = try Amplify.Logging.getPlugin(for: AWSUnifiedLoggingPlugin.key)
                #expect(hub.key == "awsHubPlugin" && logging.key == "AWSUnifiedLoggingPlugin")
                let versions = [hub, logging].compactMap { $0 as? any AmplifyVersionable }.map(\.version)
                #expect(versions.count == 2 && versions.allSatisfy { !$0.isEmpty })
            }
        }

        @Test func `unknown keys of Hub and Logging plugins are errors of those categories`() async throws {
            try await fresh {
                #expect(throws: HubError.self) { try Amplify.Hub.getPlugin(for: "nobody") }
                #expect(throws: LoggingError.self) { try Amplify.Logging.getPlugin(for: "nobody") }
                _ = try Amplify.Hub.getPlugin(for: "awsHubPlugin")
                _ = try Amplify.Logging.getPlugin(for: "AWSUnifiedLoggingPlugin")
            }
        }

        @Test func `without a file configuring says so`() async throws {
            try await fresh {
                #expect {
                    try Amplify.configure()
                } throws: { error in
                    if case .invalidAmplifyConfigurationFile = error as? ConfigurationError { true } else { false }
                }
                #expect {
                    try Amplify.configure(with: .amplifyOutputs)
                } throws: { error in
                    if case .invalidAmplifyOutputsFile = error as? ConfigurationError { true } else { false }
                }
                try Amplify.add(plugin: RecordingAuthPlugin())
            }
        }

        @Test func `in a preview a missing file is passed over, and nothing is configured`() async throws {
            try await fresh {
                try Amplify.configureOnce(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]) {
                    try CategorySettings(ConfigurationFile.generation1.decode(AmplifyConfiguration.self, in: []))
                }
                try Amplify.configure(empty)
            }
        }

        @Test func `in a preview a file that cannot be decoded is an error all the same`() async throws {
            try await fresh {
                #expect(throws: ConfigurationError.self) {
                    try Amplify.configureOnce(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"]) {
                        try CategorySettings(AmplifyOutputs.data(Data("{".utf8)).resolveConfiguration())
                    }
                }
            }
        }

        @Test func `a file that is not a configuration carries the decoding error`() async throws {
            try await fresh {
                #expect {
                    try Amplify.configure(with: .data(Data(#"{"auth": {}}"#.utf8)))
                } throws: { error in
                    guard case .unableToDecode(_, _, let cause) = error as? ConfigurationError else { return false }
                    return cause is DecodingError
                }
            }
        }

        @Test func `a plugin gets its own block, and blocks of absent plugins do not matter`() async throws {
            try await fresh {
                let plugin = RecordingAuthPlugin()
                try Amplify.add(plugin: plugin)
                let blocks: [String: JSONValue] = ["awsCognitoAuthPlugin": ["a": 1], "absent": ["b": 2]]
                try Amplify.configure(AmplifyConfiguration(auth: AuthCategoryConfiguration(plugins: blocks)))
                #expect(plugin.configurations == [.json(["a": 1])])
            }
        }

        @Test(arguments: [nil, AuthCategoryConfiguration(), AuthCategoryConfiguration(plugins: ["other": [:]])])
        func `a plugin without a block gets nil`(configuration: AuthCategoryConfiguration?) async throws {
            try await fresh {
                let plugin = RecordingAuthPlugin()
                try Amplify.add(plugin: plugin)
                try Amplify.configure(AmplifyConfiguration(auth: configuration))
                #expect(plugin.configurations == [.json(nil)])
            }
        }

        @Test func `a plugin gets the whole of generation 2`() async throws {
            try await fresh {
                let plugin = RecordingAuthPlugin()
                try Amplify.add(plugin: plugin)
                try Amplify.configure(outputs)
                #expect(plugin.configurations == [.outputs(clientId: "client")])
            }
        }

        @Test func `a plugin's error is thrown by configure, which can be called again`() async throws {
            try await fresh {
                try Amplify.add(plugin: RecordingAuthPlugin(failing: .configuration("no pool", "add one")))
                #expect(throws: AuthError.configuration("", "")) { try Amplify.configure(empty) }
                let plugin = RecordingAuthPlugin()
                try Amplify.add(plugin: plugin)
                try Amplify.configure(empty)
                #expect(plugin.configurations == [.json(nil)])
            }
        }

        @Test func `reset resets the plugins`() async throws {
            try await fresh {
                let plugin = RecordingAuthPlugin()
                try Amplify.add(plugin: plugin)
                await Amplify.reset()
                #expect(plugin.log.withLock { $0.resets } == 1)
                #expect(throws: AuthError.self) { try Amplify.Auth.getPlugin(for: plugin.key) }
            }
        }

        @Test(arguments: CategoryType.allCases)
        func `every category knows its type`(type: CategoryType) {
            #expect(type.category.categoryType == type)
            type.category.removePlugin(for: "nobody")
        }

        @Test(arguments: CategoryType.allCases)
        func `configure is announced on the channel`(type: CategoryType) async throws {
            try await fresh {
                let (events, continuation) = AsyncStream<HubPayload>.makeStream()
                let token = Amplify.Hub.listen(to: HubChannel(from: type)) { continuation.yield($0) }
                try Amplify.configure(empty)
                let payload = await events.first { _ in true }
                #expect(payload?.eventName == "Amplify.configured")
                #expect(payload?.data == nil)
                Amplify.Hub.removeListener(token)
            }
        }
    }
}

private func expectRefusal(sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
    #expect(sourceLocation: sourceLocation) {
        try body()
    } throws: { error in
        if case .amplifyAlreadyConfigured = error as? ConfigurationError { true } else { false }
    }
}

private struct StrayPlugin: Plugin {
    let key = "stray"
    let categoryType = CategoryType.geo

    func configure(using configuration: Any?) throws {}
}
