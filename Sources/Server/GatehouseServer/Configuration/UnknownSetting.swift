// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A name that stands where settings stand and is none.
struct UnknownSetting: CustomStringConvertible {
    /// What is wrong, with the known name that is the nearest.
    let description: String

    /// A variable of the environment.
    init(variable: String) {
        self.init("\(variable) is not a setting", nearest: variable, among: Setting.allCases.map(\.variable))
    }

    /// A member of the configuration file.
    init(member: String, of path: String) {
        self.init(
            "The member \(member) of \(path) is not a setting", nearest: member,
            among: ConfigurationFile.settings.map(\.rawValue))
    }

    private init(_ problem: String, nearest name: String, among known: [String]) {
        description = NearestName.of(name, among: known).map { "\(problem), the nearest one is \($0)" } ?? problem
    }

    /// The variables whose names begin as those of settings do, and that are none.
    static func all(in environment: [String: String]) -> [UnknownSetting] {
        let known = Set(Setting.allCases.map(\.variable))
        return environment.keys.filter { $0.hasPrefix(Setting.variablePrefix) && !known.contains($0) }.sorted()
            .map(UnknownSetting.init(variable:))
    }
}
