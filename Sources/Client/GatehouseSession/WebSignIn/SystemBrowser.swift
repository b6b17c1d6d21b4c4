// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
package import Foundation

/// The browser that the user has chosen in the desktop's settings.
package enum SystemBrowser {
    /// Opens an address with `xdg-open`, and returns when that has handed it over.
    ///
    /// Where no browser runs yet, `xdg-open` may itself become the browser and end much later, so this waits only for a
    /// short time.
    ///
    /// - Parameters:
    ///   - url: the address, of `http` or `https`.
    ///   - path: the directories in which the program is looked for, as in the variable `PATH`.
    ///   - patience: the time after which a running program counts as an open browser.
    /// - Throws: `WebSignInError.notShown` without the program, or if it fails.
    package static func open(
        _ url: URL,
        path: String = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
        patience: Duration = .seconds(5)
    ) async throws(WebSignInError) {
        guard let program = program("xdg-open", in: path) else {
            throw WebSignInError.notShown(
                "xdg-open is not installed, which opens the browser. Install xdg-utils, or give the app a presenter."
            )
        }
        let process = Process()
        process.executableURL = program
        process.arguments = [url.absoluteString]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (ends, end) = AsyncStream<Int32>.makeStream(bufferingPolicy: .bufferingOldest(1))
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        do {
            try process.run()
        } catch {
            throw WebSignInError.notShown("xdg-open could not be started: \(error.localizedDescription)")
        }
        let timer = Task {
            try await Task.sleep(for: patience)
            end.finish()
        }
        defer { timer.cancel() }
        for await status in ends where status != 0 {
            throw WebSignInError.notShown(
                "No browser could be opened: xdg-open ended with status \(status).")
        }
    }

    private static func program(_ name: String, in path: String) -> URL? {
        path.split(separator: ":").lazy.map { URL(fileURLWithPath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
#endif
