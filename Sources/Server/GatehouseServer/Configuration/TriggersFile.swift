// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
import GatehouseServerCrypto
import GatehouseWire

/// The file with the routes of trigger functions, and with the keys that replace those of a key service.
///
/// ```json
/// {
///   "functions": {
///     "arn:aws:lambda:us-east-1:123456789012:function:one": {"url": "https://…", "secret": "…"},
///     "arn:aws:lambda:us-east-1:123456789012:function:two": {"program": ["/usr/local/bin/two", "--fast"]},
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
    /// - Throws: `StartupRefusal` with the entry and the corrective action.
    func settings() throws(StartupRefusal) -> TriggerSettings {
        let document = try members(
            of: try contents(), named: "the file", allowing: ["functions", "keys"])
        var settings = TriggerSettings()
        for (arn, value) in try members(of: document["functions"] ?? .object([:]), named: "functions") {
            settings.functions[arn.text] = try route(value, of: arn.text)
        }
        for (arn, value) in try members(of: document["keys"] ?? .object([:]), named: "keys") {
            settings.codeKeys[arn.text] = try key(value, of: arn.text)
        }
        return settings
    }

    private func contents() throws(StartupRefusal) -> WireValue {
        let contents = try SettingFile(path, .triggers).secretContents()
        do {
            return try WireValue(foreignJSON: contents)
        } catch {
            let line = WireValue.lineOfFailure(inJSON: Array(contents)).map { ", see line \($0)" } ?? ""
            throw refusal("it cannot be read as JSON\(line)")
        }
    }

    private func route(_ value: WireValue, of arn: String) throws(StartupRefusal) -> TriggerRoute {
        let members = try members(
            of: value, named: arn,
            allowing: ["url", "secret", "program", "lambda", "accessKeyId", "secretAccessKey", "sessionToken"])
        let text = { (name: String) in members[name]?.stringValue }
        switch (text("url"), members["program"], text("lambda")) {
        case (let url?, nil, nil):
            guard let secret = text("secret"), secret.utf8.count >= AdministrationKey.minimumSecretLength else {
                throw refusal("\(arn) needs a secret of \(AdministrationKey.minimumSecretLength) characters or more")
            }
            return .endpoint(url: try address(url, of: arn), secret: secret)
        case (nil, let program?, nil):
            return .program(try command(program, of: arn), folder: folder)
        case (nil, nil, let endpoint?):
            guard let id = text("accessKeyId"), let secret = text("secretAccessKey") else {
                throw refusal("\(arn) needs accessKeyId and secretAccessKey")
            }
            let trimmed = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
            return .lambda(
                endpoint: try address(trimmed, of: arn),
                credentials: SigningCredentials(
                    accessKeyID: id, secretAccessKey: secret, sessionToken: text("sessionToken")))
        default:
            throw refusal("\(arn) needs one of url, program and lambda")
        }
    }

    /// Checks a URL; plain HTTP, which would reveal codes and passwords, is allowed for this machine only.
    private func address(_ text: String, of arn: String) throws(StartupRefusal) -> String {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.fragment == nil, parts.scheme == "https" || parts.scheme == "http"
        else { throw refusal("\(arn) needs a URL like https://example.org/trigger") }
        guard parts.scheme == "https" || Self.hosts.contains(host.lowercased()) else {
            throw refusal("\(arn) would receive passwords and codes in clear: use https")
        }
        return text
    }

    private func command(_ value: WireValue, of arn: String) throws(StartupRefusal) -> [String] {
        let words = value.arrayValue ?? [value]
        let texts = words.compactMap(\.stringValue)
        guard texts.count == words.count, let program = texts.first, !program.isEmpty else {
            throw refusal("\(arn) needs a program: its path, or a list of path and arguments")
        }
        let path = program.hasPrefix("/") ? program : folder + "/" + program
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw refusal("\(path) of \(arn) is not a program that this user may run")
        }
        return [path] + texts.dropFirst()
    }

    private func key(_ value: WireValue, of arn: String) throws(StartupRefusal) -> RawAESKey {
        let members = try members(of: value, named: arn, allowing: ["namespace", "name", "key"])
        guard let namespace = members["namespace"]?.stringValue, let name = members["name"]?.stringValue,
            let bytes = members["key"]?.stringValue.flatMap({ Base64.decode($0) }),
            let key = RawAESKey(namespace: namespace, name: name, bytes: bytes)
        else {
            throw refusal("\(arn) needs namespace, name and key, which is \(RawAESKey.byteCount) bytes in Base64")
        }
        return key
    }

    /// The members of an object; an unknown one is refused, because it may be misspelt.
    private func members(
        of value: WireValue, named name: String, allowing known: Set<String>? = nil
    ) throws(StartupRefusal) -> [WireName: WireValue] {
        guard let members = value.objectValue else { throw refusal("\(name) must be an object") }
        if let known, let stranger = members.keys.sorted().first(where: { !known.contains($0.text) }) {
            throw refusal("\(name) has the unknown member \(stranger)")
        }
        return members
    }

    private var folder: String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    private func refusal(_ text: String) -> StartupRefusal {
        StartupRefusal(.configuration, "The triggers in \(path) are not valid: \(text). Correct GATEHOUSE_TRIGGERS.")
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
