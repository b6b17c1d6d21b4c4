// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseOutbound
import GatehouseServer
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// The file that configures triggers.
@Suite struct TriggersConfigurationTests {
    private static let arn = "arn:aws:lambda:us-east-1:123456789012:function:one"
    private static let secret = "0123456789abcdef0123456789abcdef"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(
        _ text: String, name: String = "functions.json", mode: RunMode = .dev, permissions: Int = 0o600,
        named: Bool = true
    ) throws -> TriggerSettings? {
        let file = folder.path(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
        let environment = named ? ["GATEHOUSE_TRIGGERS": file] : [:]
        return try ServerConfiguration.read(
            mode: mode, commandLine: [.dataDirectory: folder.path], environment: environment
        ).triggers
    }

    @Test func `triggers are endpoints, programs or functions of the Lambda API, and keys have names`() throws {
        let key = Base64.encode([UInt8](repeating: 7, count: 32))
        let settings = try read(
            """
            {"functions": {
              "a": {"url": "https://example.org/t", "secret": "\(Self.secret)"},
              "b": {"program": ["/bin/sh", "-c", "cat"]}, "c": {"program": "/bin/cat"},
              "d": {"lambda": "http://localhost:4566/", "accessKeyId": "test", "secretAccessKey": "s"}},
             "keys": {"k": {"namespace": "house", "name": "codes", "key": "\(key)"}}}
            """)
        let folder = folder.path
        #expect(
            settings?.functions == [
                "a": .endpoint(url: "https://example.org/t", secret: Self.secret),
                "b": .program(["/bin/sh", "-c", "cat"], folder: folder), "c": .program(["/bin/cat"], folder: folder),
                "d": .lambda(
                    endpoint: "http://localhost:4566",
                    credentials: SigningCredentials(accessKeyID: "test", secretAccessKey: "s")),
            ])
        #expect(settings?.codeKeys["k"]?.name == "codes")
    }

    @Test func `a function can have bounds of its own`() throws {
        let settings = try read(
            """
            {"functions": {
              "a": {"program": "/bin/cat", "timeLimit": 3, "parallelCalls": 8},
              "b": {"program": "/bin/cat", "parallelCalls": 1}, "c": {"program": "/bin/cat"}}}
            """)
        #expect(
            settings?.bounds == [
                "a": FunctionBounds(time: .seconds(3), parallelCalls: 8), "b": FunctionBounds(parallelCalls: 1),
            ])
    }

    @Test func `in dev the file may lie in the data folder`() throws {
        let text = #"{"functions": {"c": {"program": "/bin/cat"}}}"#
        #expect(try read(text, name: "triggers.json", named: false)?.functions.count == 1)
    }

    @Test func `without a file there are no triggers`() throws {
        #expect(try read("{}", named: false) == nil)
    }

    @Test(arguments: [
        "", "[]", #"{"function": {}}"#, #"{"functions": []}"#, #"{"functions": {"a": "x"}}"#,
        #"{"functions": {"a": {}}}"#, #"{"functions": {"a": {"url": "https://example.org", "secret": "short"}}}"#,
        #"{"functions": {"a": {"url": "https://example.org"}}}"#,
        #"{"functions": {"a": {"url": "http://example.org/t", "secret": "0123456789abcdef0123456789abcdef"}}}"#,
        #"{"functions": {"a": {"url": "nowhere", "secret": "0123456789abcdef0123456789abcdef"}}}"#,
        #"{"functions": {"a": {"url": "https://a:b@example.org", "secret": "0123456789abcdef0123456789abcdef"}}}"#,
        #"{"functions": {"a": {"program": "/bin/cat", "url": "https://example.org"}}}"#,
        #"{"functions": {"a": {"program": []}}}"#, #"{"functions": {"a": {"program": ["/bin/cat", 1]}}}"#,
        #"{"functions": {"a": {"program": "/no/such/program"}}}"#,
        #"{"functions": {"a": {"program": "/bin/cat", "timeout": 3}}}"#,
        #"{"functions": {"a": {"program": "/bin/cat", "timeLimit": 0}}}"#,
        #"{"functions": {"a": {"program": "/bin/cat", "timeLimit": "3"}}}"#,
        #"{"functions": {"a": {"program": "/bin/cat", "parallelCalls": 1001}}}"#,
        #"{"functions": {"a": {"lambda": "https://lambda.example.org"}}}"#,
        #"{"functions": {"a": {"lambda": "http://lambda.example.org", "accessKeyId": "a", "secretAccessKey": "b"}}}"#,
        #"{"keys": {"k": {"namespace": "n", "name": "k", "key": "c2hvcnQ="}}}"#, #"{"keys": {"k": {"key": 1}}}"#,
    ])
    func `an invalid value is refused with its file and setting`(_ text: String) throws {
        let error = try #require(throws: StartupRefusal.self) { try read(text) }
        #expect(error.description.contains("functions.json"))
        #expect(error.description.contains("GATEHOUSE_TRIGGERS"))
        #expect(!error.description.contains(Self.secret))
    }

    private static let withSecret = #"{"functions": {"a": {"url": "https://example.org", "secret": "\#(secret)"}}}"#

    @Test(arguments: [0o644, 0o642, 0o641])
    func `a file with secrets that other users may use is refused`(permissions: Int) throws {
        let key = #"{"keys": {"k": {"namespace": "n", "name": "k", "key": "c2hvcnQ="}}}"#
        for text in [Self.withSecret, key] {
            let error = try #require(throws: StartupRefusal.self) { try read(text, permissions: permissions) }
            #expect(error.description.contains("chmod o= \(folder.path("functions.json"))"))
        }
    }

    @Test func `a file without secrets may be readable by other users`() throws {
        let text = #"{"functions": {"a": {"program": "/bin/cat"}}}"#
        for permissions in [0o644, 0o664, 0o444] {
            #expect(try read(text, permissions: permissions)?.functions.count == 1)
            try FileManager.default.removeItem(atPath: folder.path("functions.json"))
        }
    }

    @Test func `a file that other users may change is refused, because it names programs`() throws {
        let text = #"{"functions": {"a": {"program": "/bin/cat"}}}"#
        let error = try #require(throws: StartupRefusal.self) { try read(text, permissions: 0o646) }
        #expect(error.description.contains("chmod o-w \(folder.path("functions.json"))"))
    }

    @Test func `all faults of a file are reported at once`() throws {
        let text = """
            {"functions": {
              "a": {"url": "http://example.org", "secret": "short", "timeout": 3}, "b": {"program": "/no/such/program"},
              "c": {}},
             "keys": {"k": {"key": 1}}, "function": {}}
            """
        let error = try #require(throws: StartupRefusal.self) { try read(text, permissions: 0o644) }
        #expect(
            error.description == """
                The triggers in \(folder.path("functions.json")) are not valid: the file has the unknown member function; \
                a has the unknown member timeout; a would receive passwords and codes in clear: use https; a needs a secret \
                of 32 characters or more; /no/such/program of b does not exist; c needs one of url, program \
                and lambda; k needs namespace, name and key, which is 32 bytes in Base64; it contains secrets and \
                every user of this machine may use it, which this command corrects: chmod o= \
                \(folder.path("functions.json")). Correct GATEHOUSE_TRIGGERS.
                """)
    }

    @Test func `a program that is not executable, or a folder, is no missing one`() throws {
        let program = folder.path("answer.py")
        try Data("#!/bin/sh".utf8).write(to: URL(fileURLWithPath: program))
        let text = #"{"functions": {"a": {"program": "./answer.py"}, "b": {"program": "/tmp"}}}"#
        let error = try #require(throws: StartupRefusal.self) { try read(text) }
        #expect(error.description.contains("answer.py of a is not executable for this user"))
        #expect(error.description.contains("chmod u+x \(folder.path)/./answer.py"))
        #expect(error.description.contains("/tmp of b is a folder"))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        #expect(throws: Never.self) { try read(#"{"functions": {"a": {"program": "./answer.py"}}}"#) }
    }

    @Test func `a file with invalid JSON is refused with the line`() throws {
        let error = try #require(throws: StartupRefusal.self) { try read("{\n\"functions\": {\n,}}") }
        #expect(error.description.contains("line 3 cannot be read as JSON"))
    }

    @Test func `a file that is not there is named as missing`() throws {
        let error = try #require(throws: StartupRefusal.self) {
            try ServerConfiguration.read(
                mode: .dev, commandLine: [.triggers: folder.path("nosuch.json")], environment: [:])
        }
        #expect(error.description == "There is no file \(folder.path("nosuch.json")): correct GATEHOUSE_TRIGGERS.")
    }
}
