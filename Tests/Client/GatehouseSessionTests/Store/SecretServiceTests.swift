// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Foundation
import GatehouseSession
import GatehouseTestSupport
import Testing

/// Programs whose sessions are sealed with a key in the Secret Service, here gnome-keyring on a bus of its own.
@Suite(
    .ownThread, .serialized, .hangLimit,
    .enabled(if: DesktopSession.isInstalled, "Needs gnome-keyring and D-Bus, which make test installs")
)
struct SecretServiceTests {
    private let folder = SealedFolder()

    private func start(_ desktop: DesktopSession, form: String = "sealed") throws -> SharingProcess {
        try SharingProcess(folder.directory, form: form, environment: desktop.environment)
    }

    @Test func `two processes share a session, whose key is in the keyring and in no file`() throws {
        let desktop = try DesktopSession()
        defer { desktop.end() }
        try desktop.unlock()
        let (one, two) = (try start(desktop), try start(desktop))
        defer {
            for process in [one, two] { process.kill() }
            try? folder.remove()
        }
        #expect(try two.ask("show") == ["signedOut"])
        #expect(try one.ask("signIn:ada") == ["ok"])
        #expect(try two.ask("show", "restart", "show") == ["ada", "ok", "ada"])
        #expect(try two.ask("renew", "signOut", "signIn:grace") == ["ok", "ok", "ok"])
        #expect(try one.ask("show", "restart", "show") == ["grace", "ok", "grace"])
        let contents = try folder.contents()
        #expect(try folder.sealedCount() == contents.count - 1)
        #expect(contents[".sealing-key"]?.count == 32)
        #expect(contents.values.allSatisfy { $0.firstRange(of: Data("grace".utf8)) == nil })
    }

    @Test func `while the keyring is locked, the session is unreadable and stays, until it is unlocked`() throws {
        let desktop = try DesktopSession()
        defer { desktop.end() }
        try desktop.unlock()
        let one = try start(desktop)
        defer {
            one.kill()
            try? folder.remove()
        }
        #expect(try one.ask("signIn:ada") == ["ok"])
        let contents = try folder.contents()
        try desktop.lock()
        let two = try start(desktop)
        defer { two.kill() }
        let answers = try two.ask("show", "signIn:grace", "federate:token", "clear", "renew", "restart", "show")
        for answer in [0, 1, 2, 3, 6].map({ answers[$0] }) {
            #expect(answer.contains("is_locked._Unlock_it"), "\(answers)")
        }
        #expect(try folder.contents() == contents)
        #expect(try one.ask("show") == ["ada"])
        try desktop.unlock()
        #expect(try two.ask("show") == ["ada"])
    }

    @Test func `a keyring that is killed midway ends no session`() throws {
        let desktop = try DesktopSession()
        defer { desktop.end() }
        try desktop.unlock()
        let one = try start(desktop)
        defer {
            one.kill()
            try? folder.remove()
        }
        #expect(try one.ask("signIn:ada") == ["ok"])
        try desktop.killKeyring()
        #expect(try one.ask("show", "renew", "show") == ["ada", "ok", "ada"])
        let contents = try folder.contents()
        let two = try start(desktop)
        defer { two.kill() }
        #expect(try two.ask("show")[0].hasPrefix("storeUnreadable"))
        #expect(try folder.contents() == contents)
        try desktop.unlock()
        #expect(try two.ask("show") == ["ada"])
    }

    @Test func `without a bus, the error says what helps, and nothing is stored in plain`() throws {
        let desktop = try DesktopSession()
        defer { desktop.end() }
        var environment = desktop.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        let process = try SharingProcess(folder.directory, form: "sealed", environment: environment)
        defer {
            process.kill()
            try? folder.remove()
        }
        let answers = try process.ask("show", "signIn:ada", "show")
        #expect(answers[0] == "signedOut" && answers[2] == "signedOut")
        #expect(answers[1].contains("no_D-Bus_session"), "\(answers)")
        #expect(try folder.contents().keys.allSatisfy { $0 == ".sealing-key" })
    }

    @Test func `the end of the bus ends neither the program nor its session`() throws {
        let desktop = try DesktopSession()
        try desktop.unlock()
        let one = try start(desktop)
        defer {
            one.kill()
            try? folder.remove()
        }
        #expect(try one.ask("signIn:ada") == ["ok"])
        desktop.end()
        #expect(try one.ask("show", "renew", "show") == ["ada", "ok", "ada"])
        #expect(try one.ask("restart", "show")[1].hasPrefix("storeUnreadable"))
    }

    /// A process is killed when it has changed some of the files, and another one ends the change.
    @Test func `a session moves into the keyring and back, also when the process is killed on the way`() throws {
        let desktop = try DesktopSession()
        defer {
            desktop.end()
            try? folder.remove()
        }
        try desktop.unlock()
        let first = try start(desktop, form: "opened")
        #expect(try first.ask("signIn:ada") == ["ok"])
        first.kill()
        #expect(try folder.sealedCount() == 0)
        let items = FileCredentialStore(directory: folder.directory)
        for number in 0..<100 { try items.write(Data("\(number)".utf8), for: "amplify.x.\(number).deviceASF") }
        let all = try items.keys(startingWith: "").count
        for round in 0..<6 {
            let seals = round % 2 == 0
            let killed = try start(desktop, form: seals ? "sealed" : "opened")
            try killed.tell(["settle"])
            // The other items are those that are not changed yet.
            while killed.isBusy, try changedCount(seals, of: all) < 20 * (round / 2 + 1) {}
            killed.kill()
            let next = try start(desktop, form: seals ? "sealed" : "opened")
            #expect(try next.ask("show", "settle", "show") == ["ada", "ok", "ada"])
            #expect(try changedCount(seals, of: all) == all)
            next.kill()
        }
        #expect(try folder.contents()[".sealing-key"] == nil)
    }

    private func changedCount(_ seals: Bool, of all: Int) throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.directory.path)
            .filter { !$0.hasPrefix(".") }
        let sealed = try names.count { try Data(contentsOf: folder.directory.appending(path: $0)).first == 0xFF }
        return seals ? sealed : all - sealed
    }
}
#endif
