// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseProject
import Testing

@testable import GatehouseDeployment

/// `authenticationFlowType` in the files of an app: what the tool writes, and what a person chose.
@Suite struct AppFileFlowTests {
    private let project: AppProject

    init() throws { project = try AppProject() }

    private static let files: [(path: String, place: JSONPointer)] = [
        ("awsconfiguration.json", "/Auth/Default/authenticationFlowType"),
        ("amplifyconfiguration.json", "/auth/plugins/awsCognitoAuthPlugin/Auth/Default/authenticationFlowType"),
    ]

    private func flows() throws -> [JSONValue?] {
        try Self.files.map { try project.json($0.path)[$0.place] }
    }

    private func choose(_ flow: String) throws {
        for file in Self.files { try project.set(.string(flow), at: file.place, in: file.path) }
    }

    private static func content(_ hasCustomChallenges: Bool, flows: [ExplicitAuthFlowsType]? = nil) -> AppContent {
        AppContent(flows: flows, hasCustomChallenges: hasCustomChallenges)
    }

    @Test func `the three triggers of custom challenges turn the flow to them and back`() throws {
        for (hasTriggers, flow) in [(false, "USER_SRP_AUTH"), (true, "CUSTOM_AUTH"), (false, "USER_SRP_AUTH")] {
            try project.update(Self.content(hasTriggers).files)
            #expect(try flows() == [.string(flow), .string(flow)])
        }
    }

    @Test(arguments: [
        ([ExplicitAuthFlowsType.allowUserSrpAuth, .allowCustomAuth], "CUSTOM_AUTH"),
        ([.customAuthFlowOnly], "CUSTOM_AUTH"), ([], "CUSTOM_AUTH"), ([.allowUserSrpAuth], "USER_SRP_AUTH"),
        ([.allowUserPasswordAuth], "USER_PASSWORD_AUTH"),
    ])
    func `a client that does not allow custom challenges keeps its flow`(
        allowed: [ExplicitAuthFlowsType], flow: String
    ) throws {
        try project.update(Self.content(true, flows: allowed).files)
        #expect(try flows() == [.string(flow), .string(flow)])
    }

    @Test(arguments: [false, true], ["USER_SRP_AUTH", "CUSTOM_AUTH", "USER_PASSWORD_AUTH", "CUSTOM_AUTH_WITHOUT_SRP"])
    func `a flow that a person chose after a push is never overwritten`(hasTriggers: Bool, chosen: String) throws {
        try project.update(Self.content(hasTriggers).files)
        let written = try flows()
        try choose(chosen)
        // What the tool wrote itself is no choice.
        guard try flows() != written else { return }
        for content in [Self.content(hasTriggers), Self.content(!hasTriggers), Self.content(hasTriggers)] {
            try project.update(content.files)
            #expect(try flows() == [.string(chosen), .string(chosen)])
        }
    }

    @Test func `a flow that a person chose before the first push is never overwritten`() throws {
        let text = #"{"Auth": {"Default": {"authenticationFlowType": "CUSTOM_AUTH"}}}"#
        try project.write(text, to: "awsconfiguration.json")
        for hasTriggers in [false, true, false] {
            try project.update(Self.content(hasTriggers).files)
            #expect(try flows()[0] == "CUSTOM_AUTH")
        }
    }

    @Test func `the usual flow of a file that another tool wrote gives way to custom challenges`() throws {
        let auth = #""Auth": {"Default": {"authenticationFlowType": "USER_SRP_AUTH"}}"#
        try project.write(#"{"UserAgent": "aws-amplify/cli", \#(auth)}"#, to: "awsconfiguration.json")
        try project.update(Self.content(true).files)
        #expect(try flows() == ["CUSTOM_AUTH", "CUSTOM_AUTH"])
    }

    @Test func `the usual flow of a file that no tool wrote is a person's`() throws {
        let text = #"{"Auth": {"Default": {"authenticationFlowType": "USER_SRP_AUTH"}}}"#
        try project.write(text, to: "awsconfiguration.json")
        try project.update(Self.content(true).files)
        #expect(try flows() == ["USER_SRP_AUTH", "CUSTOM_AUTH"])
    }

    @Test func `a choice in one file leaves the other to the tool`() throws {
        try project.update(Self.content(false).files)
        try project.set("USER_PASSWORD_AUTH", at: Self.files[0].place, in: Self.files[0].path)
        try project.update(Self.content(true).files)
        #expect(try flows() == ["USER_PASSWORD_AUTH", "CUSTOM_AUTH"])
    }

    @Test(arguments: ["[]", #"{"awsconfiguration.json": "USER_SRP_AUTH"}"#])
    func `a record of another shape is named with what helps`(text: String) throws {
        try project.write(text, to: AppFileRecord.path)
        let fault = #expect(throws: ProjectFault.self) { try project.update(Self.content(false).files) }
        #expect(fault?.path == AppFileRecord.path && fault?.cure.contains("Remove the file") == true)
    }

    @Test func `a value of another type than text is replaced`() throws {
        try project.write(#"{"Auth": {"Default": {"authenticationFlowType": 7}}}"#, to: "awsconfiguration.json")
        try project.update(Self.content(false).files)
        #expect(try flows()[0] == "USER_SRP_AUTH")
    }
}
