// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// Attacks on project records over the wire, by a caller that may call the operations.
@Suite(.tags(.security)) struct ProjectCallTests {
    @Test func `a push goes its way over the wire`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev")
        let token = try await calls.lock("dev", of: project)
        let file = ProjectCalls.file("backend/a.json", "text")
        let hash = try #require(file["Sha256"])
        let asked: WireValue = ["AppId": .string(project), "Hashes": [hash]]
        #expect(try await calls.call("FindMissingFiles", asked) == ["Hashes": [hash]])
        let stored = try await calls.call("PutFiles", ProjectCalls.contents(project, [Data("text".utf8)]))
        #expect(stored == ["Hashes": [hash]])
        #expect(try await calls.call("FindMissingFiles", asked) == ["Hashes": []])
        let made = try await calls.call("PutState", ProjectCalls.state(project, "dev", token: token, [file]))
        #expect(made["State"]?["StateNumber"] == 1)
        #expect(made["State"]?["PushedBy"] == .string(TestGatehouse.administratorKeyID))
        let found = try await calls.call("GetState", ProjectCalls.place(project, "dev", ["StateNumber": 1]))
        #expect(found["State"] == made["State"] && found["Outputs"] == "{}")
        #expect(found["Files"]?.arrayValue?.first?["Path"] == "backend/a.json")
        let files = try await calls.call("GetFiles", asked)
        #expect(files["Files"]?.arrayValue?.first?["Content"] == "dGV4dA==")
        try await calls.call("UnlockEnvironment", ProjectCalls.place(project, "dev", ["LockToken": .string(token)]))
        let late = ProjectCalls.state(project, "dev", token: token, [file])
        #expect(await calls.refusal("PutState", late) == "409 LockLostException")
    }

    @Test func `a held environment answers who holds it`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev")
        _ = try await calls.lock("dev", of: project)
        let answer = await calls.send("LockEnvironment", ProjectCalls.place(project, "dev", ["Holder": "bob@two"]))
        #expect(answer.status == 409 && answer.fault == "EnvironmentLockedException")
        let now = Int64(calls.gatehouse.clock.now.timeIntervalSince1970)
        #expect(answer.json["Holder"] == "ada@one")
        #expect(answer.json["LockedAt"] == .integer(now) && answer.json["ExpiresAt"] == .integer(now + 600))
        #expect(answer.header("x-amzn-ErrorType") == "EnvironmentLockedException:")
    }

    @Test func `the token of another environment, or of another project, opens nothing`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev", "prod")
        let other = try await calls.makeProject("dev")
        let token = try await calls.lock("dev", of: project)
        let foreign = try await calls.lock("dev", of: other)
        _ = try await calls.lock("prod", of: project)
        for (place, name, wrong) in [
            (project, "prod", token), (project, "dev", foreign), (other, "dev", token), (project, "dev", "guess"),
            (project, "dev", String(token.dropLast())), (project, "dev", token + "A"),
        ] {
            let held = ProjectCalls.place(place, name, ["LockToken": .string(wrong)])
            for operation in ["RenewLock", "DeleteEnvironment"] {
                #expect(await calls.refusal(operation, held) == "409 LockLostException", "\(operation) \(wrong)")
            }
            let state = ProjectCalls.state(place, name, token: wrong, [])
            #expect(await calls.refusal("PutState", state) == "409 LockLostException")
            // This changes nothing, and says nothing about the token.
            #expect(try await calls.call("UnlockEnvironment", held) == [:])
        }
        for (place, name) in [(project, "dev"), (project, "prod"), (other, "dev")] {
            let locked = await calls.refusal("LockEnvironment", ProjectCalls.place(place, name, ["Holder": "eve"]))
            #expect(locked == "409 EnvironmentLockedException")
        }
    }

    @Test(arguments: [
        "/etc/passwd", "../../.ssh/authorized_keys", "a/../../b", "a\\b", "a\0b", "a//b", "", "a\u{1B}]0;x\u{7}",
    ])
    func `a path that leads out of the project is refused, and nothing is stored`(path: String) async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev")
        let token = try await calls.lock("dev", of: project)
        try await calls.call("PutFiles", ProjectCalls.contents(project, [Data("text".utf8)]))
        let state = ProjectCalls.state(project, "dev", token: token, [ProjectCalls.file(path, "text")])
        #expect(await calls.refusal("PutState", state) == "400 ValidationException")
        #expect(try await calls.call("ListStates", ProjectCalls.place(project, "dev")) == ["States": []])
    }

    @Test func `texts with control characters, and outputs without a JSON object, are refused`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev")
        for holder in ["", "a\u{1B}[2J", "a\0", String(repeating: "a", count: 257)] {
            let members = ProjectCalls.place(project, "dev", ["Holder": .string(holder)])
            #expect(await calls.refusal("LockEnvironment", members) == "400 ValidationException")
        }
        let token = try await calls.lock("dev", of: project)
        let changes: [(WireName, WireValue)] = [
            ("PushedFrom", "a\nb"), ("PushedFrom", ""), ("Outputs", "[]"), ("Outputs", "{]"), ("Outputs", "null"),
            ("Outputs", .string(String(repeating: "[", count: 100_000))), ("ExpectedStateNumber", 0),
            ("Outputs", .string(#"{"a":""# + String(repeating: "a", count: 262_144) + #""}"#)),
        ]
        for (name, value) in changes {
            let state = ProjectCalls.state(project, "dev", token: token, [], [name: value])
            #expect(await calls.refusal("PutState", state) == "400 ValidationException", "\(name)")
        }
    }

    @Test func `names and hashes of another form are refused before the database is read`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev")
        let refused: [(String, WireValue)] = [
            ("CreateProject", ["ProjectName": "ab"]), ("CreateProject", ["ProjectName": "a-b-c"]),
            ("CreateProject", ["ProjectName": "Shop", "Frontend": "../x"]), ("CreateProject", [:]),
            ("DescribeEnvironment", ProjectCalls.place("d1/*", "dev")),
            ("DescribeEnvironment", ProjectCalls.place(project, "Dev")),
            ("DescribeEnvironment", ProjectCalls.place(project, "a")),
            ("DescribeEnvironment", ProjectCalls.place(project, "abcdefghijk")),
            ("ListProjects", ["NextToken": "a b"]), ("ListProjects", ["MaxResults": 61]),
            ("GetFiles", ["AppId": .string(project), "Hashes": ["ABC"]]),
            ("GetFiles", ["AppId": .string(project), "Hashes": [.string(String(repeating: "A", count: 64))]]),
            ("FindMissingFiles", ["AppId": .string(project), "Hashes": .array(Self.hashes(2_001))]),
            ("PutFiles", ["AppId": .string(project), "Files": []]),
            ("PutFiles", ProjectCalls.contents(project, Array(repeating: Data(), count: 101))),
            ("ArchiveUserPool", ["UserPoolId": "../x"]),
        ]
        for (operation, members) in refused {
            #expect(await calls.refusal(operation, members) == "400 ValidationException", "\(operation)")
        }
        let most: WireValue = ["AppId": .string(project), "Hashes": .array(Self.hashes(2_000))]
        #expect(try await calls.call("FindMissingFiles", most)["Hashes"]?.arrayValue?.count == 2_000)
    }

    @Test func `a state beyond the limits stores nothing`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev")
        let token = try await calls.lock("dev", of: project)
        let many = (0..<2_001).map { ProjectCalls.file("\($0)", "") }
        let wide = (0..<6).map { number -> WireValue in
            ["Path": .string("\(number)"), "Sha256": Self.hashes(1)[0], "Size": 1_048_576]
        }
        let expected = [(many, "400 ValidationException"), (wide, "400 LimitExceededException")]
        for (files, code) in expected {
            let state = ProjectCalls.state(project, "dev", token: token, files)
            #expect(await calls.refusal("PutState", state) == code)
        }
        // In Base64, the longest file is longer than a request without a setting.
        let long = ProjectCalls.contents(project, [Data(count: 1_048_576)])
        #expect(await calls.refusal("PutFiles", long) == "413 RequestEntityTooLargeException")
        let negative: WireValue = ["Path": "a", "Sha256": Self.hashes(1)[0], "Size": -1]
        let state = ProjectCalls.state(project, "dev", token: token, [negative])
        #expect(await calls.refusal("PutState", state) == "400 ValidationException")
        #expect(try await calls.call("ListStates", ProjectCalls.place(project, "dev")) == ["States": []])
    }

    @Test func `the token of a lock is neither stored nor shown`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev")
        let token = try await calls.lock("dev", of: project)
        for operation in ["DescribeEnvironment", "ListStates"] {
            let answer = await calls.send(operation, ProjectCalls.place(project, "dev"))
            #expect(answer.status == 200 && !answer.text.contains(token))
        }
        let listed = await calls.send("ListEnvironments", ["AppId": .string(project)])
        #expect(listed.text.contains("ada@one") && !listed.text.contains(token))
        let wrong = ProjectCalls.place(project, "dev", ["LockToken": .string(token + "!")])
        #expect(await calls.refusal("RenewLock", wrong) == "400 ValidationException")
    }

    /// Hashes that no content has.
    private static func hashes(_ count: Int) -> [WireValue] {
        (0..<count).map { number in
            let digits = String(number, radix: 16)
            return .string(String(repeating: "0", count: 64 - digits.count) + digits)
        }
    }
}
