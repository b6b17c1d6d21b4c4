// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

/// The callers that may call the operations of project records.
@Suite(.tags(.security)) struct ProjectPermissionTests {
    /// A call of each operation, for the environment `dev` of a project.
    private static func calls(_ project: String) -> [(operation: String, members: WireValue)] {
        let app: WireValue = ["AppId": .string(project)]
        let token: [WireName: WireValue] = ["LockToken": "none"]
        return [
            ("CreateProject", ["ProjectName": "Shop"]), ("ListProjects", [:]), ("ListEnvironments", app),
            (
                "CreateEnvironment",
                ProjectCalls.place(project, "test", ["AuthRoleName": "a", "UnauthRoleName": "b"])
            ),
            ("DescribeEnvironment", ProjectCalls.place(project, "dev")),
            ("LockEnvironment", ProjectCalls.place(project, "dev", ["Holder": "eve"])),
            ("RenewLock", ProjectCalls.place(project, "dev", token)),
            ("UnlockEnvironment", ProjectCalls.place(project, "dev", token)),
            ("FindMissingFiles", ["AppId": .string(project), "Hashes": []]),
            ("PutFiles", ProjectCalls.contents(project, [Data("text".utf8)])),
            ("GetFiles", ["AppId": .string(project), "Hashes": []]),
            ("PutState", ProjectCalls.state(project, "dev", token: "none", [])),
            ("GetState", ProjectCalls.place(project, "dev")), ("ListStates", ProjectCalls.place(project, "dev")),
            ("ArchiveUserPool", ["UserPoolId": "us-east-1_abc"]),
            ("DeleteEnvironment", ProjectCalls.place(project, "dev", token)), ("DeleteProject", app),
        ]
    }

    @Test func `a request without a signature is refused before its members are read`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev")
        let empty: [(operation: String, members: WireValue)] = [("PutState", [:])]
        for (operation, members) in Self.calls(project) + empty {
            let answer = await calls.gatehouse.send(ProjectCalls.request(operation, members))
            #expect(answer.fault == "MissingAuthenticationTokenException", "\(operation)")
        }
    }

    @Test func `a wrong secret, an unknown key and the scope of another service are refused`() async throws {
        let calls = try await ProjectCalls()
        let administrator = TestGatehouse.administratorKeyID
        let wrong = await calls.send("ListProjects", [:], by: (administrator, "wrong"))
        #expect(wrong.fault == "InvalidSignatureException")
        let unknown = await calls.send("ListProjects", [:], by: ("AKIANOBODY", "wrong"))
        #expect(unknown.fault == "UnrecognizedClientException")
        for service in ["cognito-idp", "iam"] {
            let request = ProjectCalls.request("ListProjects", [:]).signed(service, at: calls.gatehouse.clock.now)
            #expect(await calls.gatehouse.send(request).status >= 400, "\(service)")
        }
    }

    @Test func `a guest of an identity pool and a user without a policy reach none of the operations`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev")
        let guest = try await GuestCredentials(calls.gatehouse)
        let key = try await calls.gatehouse.registerUser(
            "eve", policy: #"{"Effect":"Allow","Action":["cognito-idp:*","iam:*"],"Resource":"*"}"#)
        for (operation, members) in Self.calls(project) {
            let request = guest.sign(ProjectCalls.request(operation, members), for: "gatehouse")
            #expect(await calls.gatehouse.send(request).fault == "AccessDeniedException", "\(operation)")
            let answer = await calls.send(operation, members, by: key)
            #expect(answer.fault == "AccessDeniedException", "\(operation)")
            #expect(answer.text.contains("is not authorized to perform: gatehouse:\(operation) on resource: "))
        }
        let environments = try await calls.call("ListEnvironments", ["AppId": .string(project)])
        #expect(environments["Environments"]?.arrayValue?.count == 1)
    }

    @Test func `a policy for one environment permits nothing in another one`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev", "prod")
        let other = try await calls.makeProject("dev")
        let key = try await calls.gatehouse.registerUser(
            "eve",
            policy: #"""
                {"Effect":"Allow","Action":"gatehouse:*",
                 "Resource":"arn:aws:gatehouse:us-east-1:123456789012:project/\#(project)/dev"}
                """#)
        let locked = await calls.send(
            "LockEnvironment", ProjectCalls.place(project, "dev", ["Holder": "eve"]), by: key)
        let token = try #require(locked.json["LockToken"]?.stringValue)
        let made = await calls.send("PutState", ProjectCalls.state(project, "dev", token: token, []), by: key)
        #expect(made.json["State"]?["PushedBy"] == "arn:aws:iam::123456789012:user/eve")
        let refused: [(String, WireValue)] = [
            ("LockEnvironment", ProjectCalls.place(project, "prod", ["Holder": "eve"])),
            ("GetState", ProjectCalls.place(other, "dev")),
            ("PutState", ProjectCalls.state(project, "prod", token: token, [])),
            // Contents belong to the whole project, and a list to the server.
            ("PutFiles", ProjectCalls.contents(project, [Data()])), ("DeleteProject", ["AppId": .string(project)]),
            ("ListProjects", [:]), ("CreateProject", ["ProjectName": "Shop"]),
            // Members that the operation does not have add no resource on which the caller is permitted.
            ("PutFiles", ProjectCalls.place(project, "dev", ["Files": []])),
            ("ListProjects", ProjectCalls.place(project, "dev")),
            ("ArchiveUserPool", ProjectCalls.place(project, "dev", ["UserPoolId": "us-east-1_abc"])),
        ]
        for (operation, members) in refused {
            #expect(await calls.send(operation, members, by: key).fault == "AccessDeniedException", "\(operation)")
        }
    }

    @Test func `another region in the signature does not avoid a Deny`() async throws {
        let calls = try await ProjectCalls()
        let project = try await calls.makeProject("dev", "prod")
        let key = try await calls.gatehouse.registerUser(
            "eve",
            policy: #"""
                {"Effect":"Allow","Action":"gatehouse:*","Resource":"*"},
                {"Effect":"Deny","Action":"gatehouse:*",
                 "Resource":"arn:aws:gatehouse:us-east-1:123456789012:project/\#(project)/prod"}
                """#)
        for region in ["us-east-1", "eu-west-1"] {
            let dev = await calls.send("ListStates", ProjectCalls.place(project, "dev"), by: key, region: region)
            #expect(dev.status == 200)
            let prod = await calls.send("ListStates", ProjectCalls.place(project, "prod"), by: key, region: region)
            #expect(prod.fault == "AccessDeniedException")
        }
    }

    @Test func `a sealed copy of a user pool needs a permission on the pool`() async throws {
        let calls = try await ProjectCalls()
        let permitted = try await calls.gatehouse.makeUserPool()
        let other = try await calls.gatehouse.makeUserPool()
        let key = try await calls.gatehouse.registerUser(
            "eve",
            policy: #"""
                {"Effect":"Allow","Action":"gatehouse:ArchiveUserPool",
                 "Resource":"arn:aws:cognito-idp:us-east-1:123456789012:userpool/\#(permitted)"}
                """#)
        let refused = await calls.send("ArchiveUserPool", ["UserPoolId": .string(other)], by: key)
        #expect(refused.fault == "AccessDeniedException")
        // A server in memory has no folder for the copy.
        let reached = await calls.send("ArchiveUserPool", ["UserPoolId": .string(permitted)], by: key)
        #expect(reached.fault == "ArchiveFailedException" && reached.status == 500)
        let foreign = await calls.send(
            "ArchiveUserPool", ["UserPoolId": .string(permitted)], region: "eu-west-1")
        #expect(foreign.fault == "ResourceNotFoundException")
    }
}
