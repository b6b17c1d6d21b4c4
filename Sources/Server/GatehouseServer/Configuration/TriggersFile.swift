// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
import GatehouseServerCrypto
import GatehouseWire

/// The file with the routes of functions, and with the keys that replace a key service.
///
/// ```json
/// {
///   "functions": {
///     "arn:aws:lambda:us-east-1:123456789012:function:one": {"url": "https://…", "secret": "…"},
///     "arn:aws:lambda:us-east-1:123456789012:function:two": {
///       "program": ["/usr/local/bin/two", "--fast"], "timeLimit": 3, "parallelCalls": 8
///     },
///     "arn:aws:lambda:us-east-1:123456789012:function:three": {
///       "lambda": "http://localhost:4566", "accessKeyId": "…", "secretAccessKey": "…"
///     }
///   },
///   "keys": {"arn:aws:kms:us-east-1:123456789012:key/codes": {"namespace": "…", "name": "…", "key": "…"}}
/// }
/// ```
struct TriggersFile {
    private static let hosts = LoopbackHost.names.union(LoopbackHost.namesInURLs)

    let path: String

    /// Reads the file.
    /// - Throws: `StartupRefusal` with all faults of the file and the corrective actions.
    func settings() throws(StartupRefusal) -> TriggerSettings {
        let value = try value()
        var faults: [String] = []
        let document = members(of: value, named: "the file", allowing: ["functions", "keys"], &faults)
        var settings = TriggerSettings()
        for (arn, value) in entries(of: document["functions"], named: "functions", &faults) {
            settings.functions[arn.text] = route(value, of: arn.text, &faults)
            settings.bounds[arn.text] = bounds(value, of: arn.text, &faults)
        }
        for (arn, value) in entries(of: document["keys"], named: "keys", &faults) {
            settings.codeKeys[arn.text] = key(value, of: arn.text, &faults)
        }
        if let fault = permissionFault(hasSecrets: Self.hasSecrets(document)) { faults.append(fault) }
        guard faults.isEmpty else { throw refusal(faults) }
        return settings
    }

    /// The names of all functions, whether or not this process could take their routes.
    /// - Throws: `StartupRefusal` if the file cannot be read as JSON.
    func names() throws(StartupRefusal) -> Set<String> {
        Set((try value()["functions"]?.objectValue ?? [:]).keys.map(\.text))
    }

    private func value() throws(StartupRefusal) -> WireValue {
        let contents = try SettingFile(path, .triggers).contents()
        do throws(JSONFault) {
            return try WireValue(fileContents: Array(contents))
        } catch {
            switch error {
            case .line(let line): throw refusal(["line \(line) cannot be read as JSON"])
            case .refused(let reason): throw refusal([reason])
            }
        }
    }

    /// The fault of permissions: others must not choose the programs that the server starts, nor read secrets.
    private func permissionFault(hasSecrets: Bool) -> String? {
        let permissions = FilePermissions(ofFile: path)
        if hasSecrets {
            return permissions?.isForGroup == true
                ? nil
                : "it contains secrets and every user of this machine may use it, which this command corrects: "
                    + "chmod o= \(path)"
        }
        return permissions?.isWrittenByOthers == false
            ? nil
            : "every user of this machine may change which programs the server starts, which this command corrects: "
                + "chmod o-w \(path)"
    }

    private static func hasSecrets(_ document: [WireName: WireValue]) -> Bool {
        let functions = (document["functions"]?.objectValue ?? [:]).values
        let keys = document["keys"]?.objectValue ?? [:]
        return !keys.isEmpty
            || functions.contains { function in
                ["secret", "secretAccessKey", "sessionToken"].contains { function[$0] != nil }
            }
    }

    private func route(_ value: WireValue, of arn: String, _ faults: inout [String]) -> TriggerRoute? {
        let members = members(
            of: value, named: arn,
            allowing: [
                "url", "secret", "program", "lambda", "accessKeyId", "secretAccessKey", "sessionToken", "timeLimit",
                "parallelCalls",
            ], &faults)
        guard value.objectValue != nil else { return nil }
        let text = { (name: String) in members[WireName(name)]?.stringValue }
        switch (text("url"), members["program"], text("lambda")) {
        case (let url?, nil, nil):
            let address = address(url, of: arn, &faults)
            guard let secret = text("secret"), secret.utf8.count >= AdministrationKey.minimumSecretLength else {
                faults.append("\(arn) needs a secret of \(AdministrationKey.minimumSecretLength) characters or more")
                return nil
            }
            return address.map { .endpoint(url: $0, secret: secret) }
        case (nil, let program?, nil):
            return command(program, of: arn, &faults).map { .program($0, folder: folder) }
        case (nil, nil, let endpoint?):
            let address = address(endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint, of: arn, &faults)
            guard let id = text("accessKeyId"), let secret = text("secretAccessKey") else {
                faults.append("\(arn) needs accessKeyId and secretAccessKey")
                return nil
            }
            return address.map {
                .lambda(
                    endpoint: $0,
                    credentials: SigningCredentials(
                        accessKeyID: id, secretAccessKey: secret, sessionToken: text("sessionToken")))
            }
        default:
            faults.append("\(arn) needs one of url, program and lambda")
            return nil
        }
    }

    /// The bounds of a function; `nil` without any.
    private func bounds(_ value: WireValue, of arn: String, _ faults: inout [String]) -> FunctionBounds? {
        var bounds: FunctionBounds?
        if let time = value["timeLimit"] {
            guard let seconds = time.integerValue, (1...900).contains(seconds) else {
                faults.append("\(arn) needs a timeLimit from 1 to 900, in seconds")
                return nil
            }
            bounds = FunctionBounds(time: .seconds(seconds))
        }
        if let calls = value["parallelCalls"] {
            guard let count = calls.integerValue, (1...1_000).contains(count) else {
                faults.append("\(arn) needs a number of parallelCalls from 1 to 1000")
                return nil
            }
            bounds = bounds ?? FunctionBounds()
            bounds?.parallelCalls = Int(count)
        }
        return bounds
    }

    /// Checks a URL; plain HTTP, which would reveal codes and passwords, is allowed for this machine only.
    private func address(_ text: String, of arn: String, _ faults: inout [String]) -> String? {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.fragment == nil, parts.scheme == "https" || parts.scheme == "http"
        else {
            faults.append("\(arn) needs a URL like https://example.org/trigger")
            return nil
        }
        guard parts.scheme == "https" || Self.hosts.contains(host.lowercased()) else {
            faults.append("\(arn) would receive passwords and codes in clear: use https")
            return nil
        }
        return text
    }

    private func command(_ value: WireValue, of arn: String, _ faults: inout [String]) -> [String]? {
        let words = value.arrayValue ?? [value]
        let texts = words.compactMap(\.stringValue)
        guard texts.count == words.count, let program = texts.first, !program.isEmpty else {
            faults.append("\(arn) needs a program: its path, or a list of path and arguments")
            return nil
        }
        let path = program.hasPrefix("/") ? program : folder + "/" + program
        if let fault = Self.programFault(path, of: arn) {
            faults.append(fault)
            return nil
        }
        return [path] + texts.dropFirst()
    }

    /// The reason why a program cannot be started.
    private static func programFault(_ path: String, of arn: String) -> String? {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return "\(path) of \(arn) does not exist"
        }
        if isFolder.boolValue { return "\(path) of \(arn) is a folder and no program" }
        guard !FileManager.default.isExecutableFile(atPath: path) else { return nil }
        return "\(path) of \(arn) is not executable for this user, which this command corrects for its owner: "
            + "chmod u+x \(path)"
    }

    private func key(_ value: WireValue, of arn: String, _ faults: inout [String]) -> RawAESKey? {
        let members = members(of: value, named: arn, allowing: ["namespace", "name", "key"], &faults)
        guard value.objectValue != nil else { return nil }
        guard let namespace = members["namespace"]?.stringValue, let name = members["name"]?.stringValue,
            let bytes = members["key"]?.stringValue.flatMap({ Base64.decode($0) }),
            let key = RawAESKey(namespace: namespace, name: name, bytes: bytes)
        else {
            faults.append("\(arn) needs namespace, name and key, which is \(RawAESKey.byteCount) bytes in Base64")
            return nil
        }
        return key
    }

    /// The entries of an object by their names; none if there is no object.
    private func entries(
        of value: WireValue?, named name: String, _ faults: inout [String]
    ) -> [(key: WireName, value: WireValue)] {
        guard let value else { return [] }
        return members(of: value, named: name, &faults).sorted { $0.key.text < $1.key.text }
    }

    /// The members of an object; an unknown one is a fault, because it may be misspelt.
    private func members(
        of value: WireValue, named name: String, allowing known: Set<String>? = nil, _ faults: inout [String]
    ) -> [WireName: WireValue] {
        guard let members = value.objectValue else {
            faults.append("\(name) must be an object")
            return [:]
        }
        for stranger in members.keys.map(\.text).sorted() where known?.contains(stranger) == false {
            faults.append("\(name) has the unknown member \(stranger)")
        }
        return members
    }

    private var folder: String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    private func refusal(_ faults: [String]) -> StartupRefusal {
        StartupRefusal(
            .configuration,
            "The triggers in \(path) are not valid: \(faults.joined(separator: "; ")). Correct GATEHOUSE_TRIGGERS.")
    }
}

extension ServerConfiguration {
    /// Reads the routes of the functions that pools use as triggers; `nil` if there is no such file.
    ///
    /// | Key | Environment | Default |
    /// |---|---|---|
    /// | `triggers` | `GATEHOUSE_TRIGGERS` | none; in `dev` `<data folder>/triggers.json`, if it is there |
    static func triggers(
        _ reader: ConfigReader, mode: RunMode, dataDirectory: String
    ) throws(StartupRefusal) -> TriggerSettings? {
        if let path = reader.text(.triggers) { return try TriggersFile(path: path).settings() }
        let usual = dataDirectory + "/triggers.json"
        guard mode == .dev, FileManager.default.fileExists(atPath: usual) else { return nil }
        return try TriggersFile(path: usual).settings()
    }
}
