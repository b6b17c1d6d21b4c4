// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession

/// The person's machine besides its terminal: its name, the browser, the editor.
enum Desktop {
    /// The name by which a server tells who pushed: printable characters of ASCII, at most 64.
    static var hostName: String {
        let name = HostName.current.utf8.filter { $0 > 0x20 && $0 < 0x7F }.prefix(64)
        return name.isEmpty ? "unknown" : String(decoding: name, as: UTF8.self)
    }

    /// Opens an address in the browser of the desktop.
    ///
    /// - Returns: whether it was handed over; `false` without a desktop.
    static func open(_ url: URL) async -> Bool {
        #if os(Linux)
        let variables = ProcessInfo.processInfo.environment
        guard variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil else { return false }
        do {
            try await SystemBrowser.open(url)
            return true
        } catch {
            return false
        }
        #else
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/open")
        process.arguments = [url.absoluteString]
        do {
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus == 0
        } catch {
            return false
        }
        #endif
    }

    /// Opens a file in the editor that `VISUAL` or `EDITOR` names, and waits for its end.
    ///
    /// The variable may have arguments of the editor: a shell reads it, as other programs do.
    /// - Returns: whether the editor ended with success; `false` if no variable names one.
    static func edit(_ file: URL, variables: [String: String]) -> Bool {
        let editor = ["VISUAL", "EDITOR"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        guard let editor else { return false }
        let quoted = file.path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
        // Foundation's processes are no part of the terminal's foreground, from which an editor reads keys.
        return unsafe system("\(editor) '\(quoted)'") == 0
    }
}
