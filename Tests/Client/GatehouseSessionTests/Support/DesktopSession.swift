// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A D-Bus session with a keyring of its own, without a desktop: `dbus-run-session` and gnome-keyring.
final class DesktopSession {
    private static let programs = "/usr/bin/"
    private static let keyring = "org.freedesktop.secrets"

    /// Whether the programs are there; `make test` installs them.
    static let isInstalled = ["dbus-run-session", "dbus-send", "gnome-keyring-daemon"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: programs + $0)
    }

    /// The variables of a program in the session.
    let environment: [String: String]
    private let folder = FileManager.default.temporaryDirectory.appending(path: "desktop-\(UUID().uuidString)")
    private let bus = Process()
    private let input = Pipe()

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
        bus.executableURL = URL(filePath: Self.programs + "dbus-run-session")
        bus.arguments = ["--", "sh", "-c", "echo $DBUS_SESSION_BUS_ADDRESS; read line"]
        bus.environment = environment
        bus.standardInput = input
        bus.standardOutput = output
        bus.standardError = FileHandle.nullDevice
        try bus.run()
        var address = Data()
        while address.last != UInt8(ascii: "\n") {
            let chunk = output.fileHandleForReading.availableData
            if chunk.isEmpty { break }
            address += chunk
        }
        environment["DBUS_SESSION_BUS_ADDRESS"] = String(decoding: address.dropLast(), as: UTF8.self)
        self.environment = environment
    }

    /// Starts the keyring anew, unlocked: one that runs cannot be unlocked without a dialogue.
    func unlock() throws {
        if try isKeyringRunning { try killKeyring() }
        _ = try run("gnome-keyring-daemon", ["--unlock", "--components=secrets"])
    }

    /// Locks the keyring.
    func lock() throws {
        _ = try send(
            Self.keyring, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock",
            "array:objpath:/org/freedesktop/secrets/aliases/default")
    }

    /// Kills the keyring, and returns when the bus knows it.
    ///
    /// The bus starts another one, locked, when it is called.
    func killKeyring() throws {
        let answer = try callBus("GetConnectionUnixProcessID")
        guard let last = answer.split(whereSeparator: \.isWhitespace).last, let process = pid_t(last) else { return }
        kill(process, SIGKILL)
        while try isKeyringRunning {}
    }

    /// Ends the bus, and the keyring with it.
    func end() {
        try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        bus.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private var isKeyringRunning: Bool {
        get throws { try callBus("NameHasOwner").contains("true") }
    }

    private func callBus(_ method: String) throws -> String {
        try send("org.freedesktop.DBus", "/", "org.freedesktop.DBus.\(method)", "string:\(Self.keyring)")
    }

    private func send(_ destination: String, _ arguments: String...) throws -> String {
        try run("dbus-send", ["--session", "--print-reply", "--dest=\(destination)"] + arguments)
    }

    /// Runs a program to its end, and returns its output.
    ///
    /// The output is a file, since a keyring that stays would keep a pipe open.
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let file = folder.appending(path: "output")
        try Data().write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: Self.programs + program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "password"))
        process.standardOutput = try FileHandle(forWritingTo: file)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: file, encoding: .utf8)
    }
}
#endif
