// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// An unknown name among the settings.
struct UnknownSetting: CustomStringConvertible {
    /// The problem, with the most similar known name.
    let description: String

    /// Creates the value for an environment variable.
    init(variable: String) {
        self.init("\(variable) is not a setting", nearest: variable, among: Setting.allCases.map(\.variable))
    }

    /// Creates the value for a member of the configuration file.
    init(member: String, of path: String) {
        self.init(
            "The member \(member) of \(path) is not a setting", nearest: member,
            among: ConfigurationFile.settings.map(\.rawValue))
    }

    private init(_ problem: String, nearest name: String, among known: [String]) {
        description = NearestName.of(name, among: known).map { "\(problem), the nearest one is \($0)" } ?? problem
    }

    /// The variables with the prefix of settings that the client modules and the samples read.
    private static let ofClients: Set<String> = ["GATEHOUSE_APP_ID", "GATEHOUSE_AWSCONFIGURATION", "GATEHOUSE_URL"]

    /// The unknown variables with the prefix of settings.
    static func all(in environment: [String: String]) -> [UnknownSetting] {
        let known = ofClients.union(Setting.allCases.map(\.variable))
        return environment.keys.filter { $0.hasPrefix(Setting.variablePrefix) && !known.contains($0) }.sorted()
            .map(UnknownSetting.init(variable:))
    }
}
