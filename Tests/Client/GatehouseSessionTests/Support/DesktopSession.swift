// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Foundation
import GatehouseOutbound
import GatehouseTestSupport

/// A D-Bus session with a keyring of its own, without a desktop: `dbus-daemon` and gnome-keyring.
final class DesktopSession {
    private static let programs = "/usr/bin/"
    private static let keyringName = "org.freedesktop.secrets"

    /// Whether the programs are there; `make test` installs them.
    static let isInstalled = ["dbus-daemon", "dbus-send", "gnome-keyring-daemon"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: programs + $0)
    }

    /// The variables of a program in the session.
    let environment: [String: String]
    private let folder = FileManager.default.temporaryDirectory.appending(path: "desktop-\(UUID().uuidString)")
    private let bus: ChildProcess
    private var keyring: ChildProcess?

    /// Starts the bus; the keyring starts with `unlock`.
    init() throws {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "run"),
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try Data("password".utf8).write(to: folder.appending(path: "password"))
        var environment = ProcessInfo.processInfo.environment
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
        environment["HOME"] = folder.path
        environment["XDG_DATA_HOME"] = folder.path + "/data"
        environment["XDG_RUNTIME_DIR"] = folder.path + "/run"
        let output = Pipe()
        bus = try ChildProcess(
            [Self.programs + "dbus-daemon", "--session", "--nofork", "--print-address"],
            environment: environment,
            output: output.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
        var lines = PipeLines(output)
        environment["DBUS_SESSION_BUS_ADDRESS"] = lines.next() ?? ""
        self.environment = environment
    }

    /// Starts the keyring anew, unlocked: one that runs cannot be unlocked without a dialogue.
    func unlock() throws {
        try killKeyring()
        let password = try FileHandle(forReadingFrom: folder.appending(path: "password"))
        let keyring = try ChildProcess(
            [Self.programs + "gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            environment: environment,
            input: password.fileDescriptor)
        while !keyring.hasEnded, !bus.hasEnded, try keyringProcess == nil {}
        self.keyring = keyring
    }

    /// Locks the keyring.
    func lock() throws {
        _ = try send(
            Self.keyringName, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
            "array:objpath:/org/freedesktop/secrets/aliases/default")
    }

    /// Kills the keyring, and returns when the bus knows it.
    ///
    /// The bus starts another one, locked, when a program calls it; such a new one is killed too.
    func killKeyring() throws {
        while let process = try keyringProcess {
            kill(process, SIGKILL)
            keyring?.kill()
            keyring = nil
        }
    }

    /// The id of the keyring's process; nil if the bus knows none.
    private var keyringProcess: pid_t? {
        get throws {
            let answer = try send(
                "org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetConnectionUnixProcessID",
                "string:\(Self.keyringName)")
            return answer.split(whereSeparator: \.isWhitespace).last.flatMap { pid_t($0) }
        }
    }

    /// Ends the keyring and the bus.
    func end() {
        try? killKeyring()
        bus.kill()
        try? FileManager.default.removeItem(at: folder)
    }

    private func send(_ destination: String, _ arguments: String...) throws -> String {
        try run("dbus-send", ["--session", "--print-reply", "--dest=\(destination)"] + arguments)
    }

    /// Runs a program to its end, and returns its output.
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let output = Pipe()
        let process = try ChildProcess(
            [Self.programs + program] + arguments,
            environment: environment,
            output: output.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.wait()
        return String(decoding: text, as: UTF8.self)
    }
}
#endif
