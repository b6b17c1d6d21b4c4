// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

extension Amplify {
    /// Configures the library from generation 1 values, or from `amplifyconfiguration.json`.
    ///
    /// - Throws: `ConfigurationError`, or the error of a plugin; then nothing is configured.
    public static func configure(_ configuration: AmplifyConfiguration? = nil) throws {
        try configureOnce {
            let file = ConfigurationFile.generation1
            return try CategorySettings(configuration ?? file.decode(AmplifyConfiguration.self))
        }
    }

    /// Configures the library from a generation 2 file.
    ///
    /// - Throws: `ConfigurationError`, or the error of a plugin; then nothing is configured.
    public static func configure(with amplifyOutputs: AmplifyOutputs) throws {
        try configureOnce { try CategorySettings(amplifyOutputs.resolveConfiguration()) }
    }

    /// Configures the library from generation 2 values.
    ///
    /// - Throws: `ConfigurationError`, or the error of a plugin; then nothing is configured.
    public static func configure(_ configuration: AmplifyOutputsData) throws {
        try configureOnce { CategorySettings(configuration) }
    }

    /// Puts everything back to how it was at launch.
    package static func returnToLaunch() async {
        // Before API and Auth, which its synchronisation calls.
        await DataStore.reset()
        await API.reset()
        await Auth.reset()
        await Hub.reset()
        await Logging.reset()
        isConfigured.withLock { $0 = false }
    }

    /// The work common to every way to configure.
    ///
    /// The environment is a parameter so that tests can be Xcode's preview.
    static func configureOnce(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        _ resolve: () throws -> CategorySettings
    ) throws {
        try begin()
        do {
            try apply(resolve())
        } catch {
            isConfigured.withLock { $0 = false }
            // A preview runs without the app's files, and must still show its views.
            if environment["XCODE_RUNNING_FOR_PREVIEWS"] != nil && saysNoFile(error) {
                return
            }
            throw error
        }
        HubChannel.builtIn.forEach { Hub.dispatch(to: $0, payload: configured) }
    }

    private static let isConfigured = Mutex(false)

    private static var configured: HubPayload {
        HubPayload(eventName: HubPayload.EventName.Amplify.configured)
    }

    private static func begin() throws {
        try isConfigured.withLock { isConfigured in
            guard !isConfigured else {
                throw ConfigurationError.amplifyAlreadyConfigured(
                    "Amplify is configured already",
                    "Call Amplify.configure once, at launch"
                )
            }
            isConfigured = true
        }
    }

    private static func apply(_ settings: CategorySettings) throws {
        try Logging.configure(using: settings.logging)
        try Hub.configure(using: settings.hub)
        try Auth.configure(using: settings.auth)
        // After Auth, whose session authorizes its calls.
        try API.configure(using: settings.api)
        // After API, which its synchronisation calls.
        try DataStore.configure(using: settings.dataStore)
    }

    private static func saysNoFile(_ error: any Error) -> Bool {
        switch error as? ConfigurationError {
        case .invalidAmplifyConfigurationFile, .invalidAmplifyOutputsFile: true
        case .amplifyAlreadyConfigured, .unableToDecode, .unknown, nil: false
        }
    }
}
