// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseTestServer
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.ownsAmplify) struct GatehouseTestServerTests {
    /// The program of this build, beside the tests.
    private static let program = Bundle.main.bundleURL.appending(path: "gatehouse").path

    private func signIn(_ username: String) async throws -> Bool {
        try await Amplify.Auth.signIn(username: username, password: GatehouseTestServer.password).isSignedIn
    }

    @Test func `a sign-up is confirmed with the code of its message`() async throws {
        let gatehouse = try await GatehouseTestServer(program: Self.program)
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration())

        let email = AuthUserAttribute(.email, value: "bob@example.com")
        _ = try await Amplify.Auth.signUp(
            username: "bob", password: GatehouseTestServer.password, options: .init(userAttributes: [email]))
        let sent = try #require(try await gatehouse.messages(to: "bob@example.com").first)
        #expect([sent.kind, sent.medium] == ["SignUp", "EMAIL"])
        #expect(try await gatehouse.code(for: "bob") == sent.code)
        _ = try await Amplify.Auth.confirmSignUp(for: "bob", confirmationCode: sent.code)
        #expect(try await signIn("bob"))
    }

    @Test func `a reset removes the users of a test and ends their sessions`() async throws {
        let gatehouse = try await GatehouseTestServer(program: Self.program)
        try await gatehouse.makeUser("ada")
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration())
        #expect(try await signIn("ada"))

        try await gatehouse.reset()
        await #expect(throws: AuthError.self) { try await Amplify.Auth.fetchUserAttributes() }
        await #expect(throws: TestServerError.self) { try await gatehouse.code(for: "ada") }
        try await gatehouse.makeUser("ada")
    }

    @Test func `a session belongs to its device`() async throws {
        let gatehouse = try await GatehouseTestServer(program: Self.program)
        try await gatehouse.makeUser("ada")
        for (device, isSignedIn) in [("phone", false), ("tablet", false), ("phone", true)] {
            await Amplify.reset()
            try Amplify.add(plugin: gatehouse.plugin(onDevice: device))
            try await Amplify.configure(gatehouse.configuration())
            #expect(try await Amplify.Auth.fetchAuthSession().isSignedIn == isSignedIn, "\(device)")
            if device == "phone", !isSignedIn { #expect(try await signIn("ada")) }
        }
    }

    @Test func `the users of a seed sign in`() async throws {
        let seed = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: seed) }
        let entries = """
            {"userPools": [{"name": "gatehouse-dev", "users": [
                {"username": "eve", "password": "\(GatehouseTestServer.password)",
                 "attributes": {"email": "eve@example.com", "email_verified": "true"}}
            ]}]}
            """
        try Data(entries.utf8).write(to: seed)
        let gatehouse = try await GatehouseTestServer(program: Self.program, seed: seed)
        try Amplify.add(plugin: gatehouse.plugin())
        try await Amplify.configure(gatehouse.configuration())
        #expect(try await signIn("eve"))
    }

    @Test func `a server ends with the last plugin that uses it`() async throws {
        let url: URL
        do {
            let gatehouse = try await GatehouseTestServer(program: Self.program)
            url = gatehouse.url
            try Amplify.add(plugin: gatehouse.plugin())
            try await Amplify.configure(gatehouse.configuration())
        }
        // The plugin still has its server.
        await #expect(throws: AuthError.self) { try await signIn("unknown") }
        let (_, response) = try await URLSession.shared.data(from: url.appending(path: "health"))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        await Amplify.reset()
        await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url.appending(path: "health")) }
    }

    @Test func `a missing program is an error that says where it is looked for`() async throws {
        let error = await #expect(throws: TestServerError.self) {
            try await GatehouseTestServer(program: "/nonexistent/gatehouse")
        }
        #expect(error?.description.hasPrefix("The program /nonexistent/gatehouse cannot be started") == true)
    }

    @Test func `a server that does not start is an error with its reason`() async throws {
        let seed = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-missing.json")
        let error = await #expect(throws: TestServerError.self) {
            try await GatehouseTestServer(program: Self.program, seed: seed)
        }
        #expect(error?.description.contains(seed.lastPathComponent) == true)
    }

    @Test(.timeLimit(.minutes(5))) func `a program that prints nothing is an error after the limit`() async throws {
        let program = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-silent")
        defer { try? FileManager.default.removeItem(at: program) }
        // The shell keeps its output open until its input ends, with the process of the test at the latest.
        try Data("#!/bin/sh\ncat >/dev/null\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        let error = await #expect(throws: TestServerError.self) {
            try await GatehouseTestServer(program: program.path, limit: .zero)
        }
        #expect(
            error?.description.hasPrefix(
                "The program \(program.path) has not printed the address of a server within 0 seconds:") == true)
    }
}
