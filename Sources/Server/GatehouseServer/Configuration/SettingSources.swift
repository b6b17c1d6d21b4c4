// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import GatehouseText

/// The sources of settings: the command line takes precedence over the environment, and that over a JSON file.
struct SettingSources {
    /// The reader for all sources.
    let reader: ConfigReader
    /// The path of the JSON file, if there is one.
    let file: String?
    /// The settings that have their values from the JSON file.
    let members: FileMembers?
    /// The unknown names in these sources.
    let unknown: [UnknownSetting]
    /// A line that explains the variables from Kubernetes, if there are any.
    let notice: String?

    /// Creates the sources.
    /// - Parameters:
    ///   - commandLine: the settings from the command line's options.
    ///   - environment: the process's environment.
    /// - Throws: `StartupRefusal` when the configuration file is not usable.
    init(commandLine: [Setting: String], environment: [String: String]) throws(StartupRefusal) {
        let (environment, notice) = KubernetesVariable.separated(from: environment)
        let variables = Dictionary(
            uniqueKeysWithValues: Setting.allCases.compactMap { setting in
                environment[setting.variable].map { (setting, $0) }
            })
        for (setting, text) in Array(commandLine) + Array(variables) where !StreamSafeText.contains(text) {
            throw StartupRefusal(
                .configuration,
                "The setting \(setting) has more than \(StreamSafeText.longestRun) combining marks in a row: correct it."
            )
        }
        let path = [commandLine, variables].lazy.compactMap { $0[.config] }.first { !$0.isEmpty }
        let content = try path.map(ConfigurationFile.init(path:))
        file = path
        members = content.map { content in
            let others = [commandLine, variables].flatMap { values in values.filter { !$0.value.isEmpty }.keys }
            return FileMembers(path: content.path, settings: Set(content.values.keys).subtracting(others))
        }
        self.notice = notice
        unknown = UnknownSetting.all(in: environment) + (content?.unknown ?? [])
        reader = ConfigReader(
            providers: [
                Self.provider("command line", commandLine), Self.provider("environment", variables),
                Self.provider("configuration file", content?.values ?? [:]),
            ])
    }

    private static func provider(_ name: String, _ values: [Setting: String]) -> InMemoryProvider {
        let values = values.map { setting, text in
            (
                AbsoluteConfigKey(ConfigKey(setting.rawValue)),
                ConfigValue(.string(text), isSecret: setting.isSecret)
            )
        }
        return InMemoryProvider(name: name, values: Dictionary(uniqueKeysWithValues: values))
    }
}
