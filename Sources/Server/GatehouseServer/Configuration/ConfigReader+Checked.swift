// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration

// A value that is there but cannot be read is refused; swift-configuration would take it for absent.
extension ConfigReader {
    /// A text; an empty one counts as absent.
    func text(_ key: ConfigKey, isSecret: Bool = false) throws(StartupRefusal) -> String? {
        if let text = string(forKey: key, isSecret: isSecret) { return text.isEmpty ? nil : text }
        if let number = int(forKey: key, isSecret: isSecret) { return String(number) }
        return nil
    }

    /// A whole number within a range.
    func number(_ key: ConfigKey, within range: ClosedRange<Int>) throws(StartupRefusal) -> Int? {
        guard let text = try text(key) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw StartupRefusal(
                .configuration,
                "The setting \(key) must be a number from \(range.lowerBound) to \(range.upperBound): change it."
            )
        }
        return number
    }

    /// True or false.
    func flag(_ key: ConfigKey) throws(StartupRefusal) -> Bool? {
        if let flag = bool(forKey: key) { return flag }
        guard try text(key) != nil else { return nil }
        throw StartupRefusal(.configuration, "The setting \(key) must be true or false: change it.")
    }
}
