// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// A file that a setting names.
struct SettingFile {
    let path: String
    let setting: Setting

    /// Creates a value for the file at a path.
    init(_ path: String, _ setting: Setting) {
        self.path = path
        self.setting = setting
    }

    /// The file's bytes.
    /// - Throws: `StartupRefusal` with the file, the setting and the corrective action.
    func contents() throws(StartupRefusal) -> Data {
        guard FileManager.default.fileExists(atPath: path) else { throw refusal("There is no file \(path)") }
        guard attributes[.type] as? FileAttributeType != .typeDirectory else {
            throw refusal("\(path) is a folder, not a file")
        }
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw StartupRefusal(
                .configuration,
                "\(path) cannot be read: let this user read the file, or correct \(setting.variable)."
            )
        }
    }

    /// The bytes of a file with secrets.
    /// - Throws: `StartupRefusal`, as ``contents()`` and ``checkPermissions()`` do.
    func secretContents() throws(StartupRefusal) -> Data {
        let contents = try contents()
        try checkPermissions()
        return contents
    }

    /// Checks that other users cannot use the file, which contains secrets; its group may read it.
    /// - Throws: `StartupRefusal` with the command that corrects the permissions.
    func checkPermissions() throws(StartupRefusal) {
        guard FilePermissions(ofFile: path)?.isForGroup == true else {
            throw StartupRefusal(
                .configuration,
                "\(path) contains secrets and every user of this machine may use it: correct it with: chmod o= \(path)"
            )
        }
    }

    /// The file's attributes, with symbolic links resolved.
    private var attributes: [FileAttributeKey: Any] {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return (try? FileManager.default.attributesOfItem(atPath: target)) ?? [:]
    }

    private func refusal(_ problem: String) -> StartupRefusal {
        StartupRefusal(.configuration, "\(problem): correct \(setting.variable).")
    }
}

/// The permissions of a file with secrets for the users of this machine.
///
/// Symbolic links are resolved, because their own permissions have no effect.
struct FilePermissions {
    private let bits: Int

    /// Reads the permissions; `nil` if they cannot be read.
    init?(ofFile path: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        guard let bits = (attributes?[.posixPermissions] as? NSNumber)?.intValue else { return nil }
        self.bits = bits
    }

    /// Whether only the owner and the file's group may use it.
    var isForGroup: Bool { bits & 0o007 == 0 }

    /// Whether users other than the owner and the file's group may change it.
    var isWrittenByOthers: Bool { bits & 0o002 != 0 }

    /// Whether only the owner may use it.
    var isForOwner: Bool { bits & 0o077 == 0 }
}

/// The reason why the contents of a file cannot be read as a JSON document.
enum JSONFault: Error, Equatable {
    /// The line, counted from 1, in which the contents are not JSON.
    case line(Int)
    /// The contents are JSON that the server does not accept, for a reason.
    case refused(String)
}

extension WireValue {
    /// Reads the contents of a file.
    init(fileContents json: [UInt8]) throws(JSONFault) {
        do throws(WireSyntaxError) {
            self = try WireValue(foreignJSON: json)
        } catch {
            if let line = WireValue.lineOfFailure(inJSON: json) { throw .line(line) }
            throw .refused(
                error == .notStreamSafe
                    ? "a text has too many combining marks in a row" : "the JSON cannot be read (\(error))")
        }
    }
}
