// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Configuration

extension ConfigReader {
    private static let secretVariables: Set<String> = [
        "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY", "GATEHOUSE_MASTER_KEY", "GATEHOUSE_MAIL_PASSWORD", "GATEHOUSE_SMS_TOKEN",
        "GATEHOUSE_SMS_PASSWORD",
    ]
    private static let secretKeys: Set<String> = [
        "admin.secretAccessKey", "masterKey", "mail.password", "sms.token", "sms.password",
    ]

    /// Joins the places where settings may stand: the command line before the environment before a JSON file.
    /// - Parameters:
    ///   - commandLine: settings by their keys.
    ///   - environment: the process's environment.
    /// - Returns: what reads all of them.
    /// - Throws: `StartupRefusal` when the file that `config` names cannot be read.
    package static func gatehouse(
        commandLine: [String: String], environment: [String: String]
    ) async throws(StartupRefusal) -> ConfigReader {
        var providers: [any ConfigProvider] = [
            InMemoryProvider(
                name: "command line",
                values: values(commandLine)
            ),
            EnvironmentVariablesProvider(
                environmentVariables: environment, secretsSpecifier: .specific(secretVariables)
            ).prefixKeys(with: "gatehouse"),
        ]
        if let path = commandLine["config"] ?? environment["GATEHOUSE_CONFIG"] {
            providers.append(try await file(path))
        }
        return ConfigReader(providers: providers)
    }

    private static func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
        Dictionary(
            uniqueKeysWithValues: texts.map { key, text in
                (
                    AbsoluteConfigKey(key.split(separator: ".").map(String.init)),
                    ConfigValue(.string(text), isSecret: false)
                )
            }
        )
    }

    private static func file(_ path: String) async throws(StartupRefusal) -> any ConfigProvider {
        do {
            return try await FileProvider<JSONSnapshot>(
                parsingOptions: .init(secretsSpecifier: .specific(secretKeys)),
                config: ConfigReader(provider: InMemoryProvider(values: values(["filePath": path])))
            )
        } catch {
            throw StartupRefusal(
                .configuration, "The configuration file \(path) cannot be read as JSON: correct it or leave it out."
            )
        }
    }
}
