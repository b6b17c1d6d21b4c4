// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration

extension ConfigReader {
    /// A text; an empty text counts as absent.
    func text(_ setting: Setting) -> String? {
        string(forKey: ConfigKey(setting.rawValue), isSecret: setting.isSecret).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A whole number within a range.
    /// - Throws: `StartupRefusal` that names the setting if the value is invalid.
    func number(_ setting: Setting, within range: ClosedRange<Int>) throws(StartupRefusal) -> Int? {
        guard let text = text(setting) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw StartupRefusal(
                .configuration,
                "The setting \(setting) must be a number from \(range.lowerBound) to \(range.upperBound): change it."
            )
        }
        return number
    }

    /// True or false.
    /// - Throws: `StartupRefusal` that names the setting if the value is invalid.
    func flag(_ setting: Setting) throws(StartupRefusal) -> Bool? {
        guard let text = text(setting) else { return nil }
        guard let flag = Bool(text.lowercased()) else {
            throw StartupRefusal(.configuration, "The setting \(setting) must be true or false: change it.")
        }
        return flag
    }
}
