// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// A JSON file with settings, such as `{"port": 9383, "mail": {"host": "mail.example.org"}}`.
struct ConfigurationFile {
    /// The settings that are allowed in such a file.
    static let settings = Setting.allCases.filter { $0 != .config }

    let path: String
    private(set) var values: [Setting: String] = [:]
    private(set) var unknown: [UnknownSetting] = []

    /// Reads the file.
    /// - Throws: `StartupRefusal` when it is missing, unreadable or not a JSON object, when a value is a list, and
    ///   when other users may read its secrets.
    init(path: String) throws(StartupRefusal) {
        self.path = path
        let file = SettingFile(path, .config)
        let contents = try file.contents()
        try add(try Self.members(Array(contents), of: path), under: "", of: path)
        if values.keys.contains(where: \.isSecret) { try file.checkPermissions() }
    }

    private static func members(_ contents: [UInt8], of path: String) throws(StartupRefusal) -> [WireName: WireValue] {
        var fault = ""
        do throws(JSONFault) {
            if let members = try WireValue(fileContents: contents).objectValue { return members }
        } catch {
            switch error {
            case .line(let line): fault = " (line \(line) is not valid JSON)"
            case .refused(let reason): fault = " (\(reason))"
            }
        }
        throw StartupRefusal(
            .configuration, "The configuration file \(path) is not a JSON object\(fault): correct it.")
    }

    private mutating func add(
        _ members: [WireName: WireValue], under prefix: String, of path: String
    ) throws(StartupRefusal) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let member = prefix + name.text
            if let further = value.objectValue, !further.isEmpty {
                try add(further, under: member + ".", of: path)
                continue
            }
            guard let setting = Setting(rawValue: member), setting != .config else {
                unknown.append(UnknownSetting(member: member, of: path))
                continue
            }
            values[setting] = try Self.text(value, of: setting, in: path)
        }
    }

    /// The text of a value, in the form of an environment variable; `nil` for `null`.
    private static func text(
        _ value: WireValue, of setting: Setting, in path: String
    ) throws(StartupRefusal) -> String? {
        switch value {
        case .null: nil
        case .bool(let flag): String(flag)
        case .integer(let number): String(number)
        case .double(let number): String(number)
        case .string(let text): text
        case .array, .object:
            throw StartupRefusal(
                .configuration,
                "The setting \(setting) must be a string, a number, true or false: change it in \(path)."
            )
        }
    }
}

/// The settings that have their values from the configuration file.
struct FileMembers: Sendable, Equatable {
    let path: String
    let settings: Set<Setting>

    /// Adds to a refusal where the settings that it names stand, if it does not say that already.
    func locating(_ refusal: StartupRefusal) -> StartupRefusal {
        let words = Set(refusal.description.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) })
        let named = settings.filter { setting in words.contains(Substring(setting.variable)) }.map(\.rawValue).sorted()
        guard !named.isEmpty else { return refusal }
        let members = named.count == 1 ? "member \(named[0])" : "members \(named.joined(separator: ", "))"
        return StartupRefusal(
            refusal.exitCode, "\(refusal) See the \(members) of \(path).", details: refusal.details)
    }
}
