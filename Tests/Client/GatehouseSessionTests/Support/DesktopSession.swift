// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A D-Bus session with a keyring of its own, without a desktop: `dbus-daemon` and gnome-keyring.
///
/// They are ended by SIGKILL, because they inherit the signals that the threads of the tests block.
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
    private let bus = Process()
    private var keyring: Process?

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
        bus.executableURL = URL(filePath: Self.programs + "dbus-daemon")
        bus.arguments = ["--session", "--nofork", "--print-address"]
        bus.environment = environment
        bus.standardInput = FileHandle.nullDevice
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
        let keyring = try process("gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"])
        keyring.standardOutput = FileHandle.nullDevice
        try keyring.run()
        while keyring.isRunning, try !isKeyringRunning {}
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
    /// The bus starts another one, locked, when it is called.
    func killKeyring() throws {
        let answer = try callBus("GetConnectionUnixProcessID")
        guard let last = answer.split(whereSeparator: \.isWhitespace).last, let process = pid_t(last) else { return }
        kill(process, SIGKILL)
        keyring?.waitUntilExit()
        keyring = nil
        while try isKeyringRunning {}
    }

    /// Ends the keyring and the bus.
    func end() {
        try? killKeyring()
        kill(bus.processIdentifier, SIGKILL)
        bus.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private var isKeyringRunning: Bool {
        get throws { try callBus("NameHasOwner").contains("true") }
    }

    private func callBus(_ method: String) throws -> String {
        try send("org.freedesktop.DBus", "/", "org.freedesktop.DBus.\(method)", "string:\(Self.keyringName)")
    }

    private func send(_ destination: String, _ arguments: String...) throws -> String {
        try run("dbus-send", ["--session", "--print-reply", "--dest=\(destination)"] + arguments)
    }

    /// Runs a program to its end, and returns its output.
    ///
    /// The program must leave no process behind: `Process` regards it as running while one has its descriptors.
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = try process(program, arguments)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    private func process(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: Self.programs + program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "password"))
        process.standardError = FileHandle.nullDevice
        return process
    }
}
#endif
