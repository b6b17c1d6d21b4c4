// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProject
import GatehouseTestSupport
import ProjectShapes
import Testing

@testable import GatehouseDeployment

@Suite struct PushedFolderTests {
    private let temporary: TemporaryFolder
    private let folder: ProjectFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = ProjectFolder(temporary.url)
    }

    private func write(_ text: String, to path: String) throws {
        let url = temporary.url.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test func `files of one machine, builds and secrets are left out`() throws {
        let sent = [
            "amplify/.config/project-config.json", "amplify/backend/backend-config.json",
            "amplify/backend/function/f/src/index.js", "amplify/cli.json",
        ]
        let kept = [
            "amplify/#current-cloud-backend/backend-config.json", "amplify/.config/local-env-info.json",
            "amplify/.config/local-kept/2026/cli.json", "amplify/backend/amplify-meta.json",
            "amplify/backend/function/f/node_modules/x/index.js", "amplify/backend/function/f/dist/f.zip",
            "amplify/.secret-key", "amplify/mock-data/x", "amplify/generated/models/AmplifyModels.swift",
            "amplify/backend/awsconfiguration.json", "src/app.js",
        ]
        for path in sent + kept { try write("{}", to: path) }
        #expect(try PushedFolder(folder).items.map { $0.path } == sent)
    }

    @Test func `a link is refused`() throws {
        try write("{}", to: "amplify/cli.json")
        try FileManager.default.createSymbolicLink(
            atPath: temporary.path("amplify/link"), withDestinationPath: "/etc/passwd")
        let fault = #expect(throws: DeploymentFault.self) { try PushedFolder(folder) }
        #expect(fault?.kind == .unusable)
        #expect(fault?.text.contains("amplify/link") == true)
    }

    @Test func `a file that is too large, and a folder that is, are refused before anything is sent`() throws {
        let largest = String(repeating: "x", count: PushedFolder.largestFile)
        try write(largest, to: "amplify/a")
        #expect(try PushedFolder(folder).items.count == 1)
        try write(largest + "x", to: "amplify/b")
        #expect(throws: DeploymentFault.self) { try PushedFolder(folder) }
        for name in ["b", "c", "d", "e", "f", "g"] { try write(largest, to: "amplify/\(name)") }
        let fault = #expect(throws: DeploymentFault.self) { try PushedFolder(folder) }
        #expect(fault?.text.contains("5 MiB") == true)
    }

    @Test func `more than two thousand files are refused`() throws {
        for number in 0..<PushedFolder.mostFiles { try write("", to: "amplify/\(number)") }
        #expect(try PushedFolder(folder).items.count == PushedFolder.mostFiles)
        try write("", to: "amplify/one-more")
        #expect(throws: DeploymentFault.self) { try PushedFolder(folder) }
    }

    @Test func `a digest follows content, path and mode`() throws {
        try write("one", to: "amplify/a.sh")
        let first = try PushedFolder(folder)
        #expect(first.differences(from: first.stateFiles) == [])
        try folder.setProgram(true, "amplify/a.sh")
        let second = try PushedFolder(folder)
        #expect(second.digest != first.digest)
        #expect(second.differences(from: first.stateFiles) == ["amplify/a.sh"])
        try write("two", to: "amplify/b.sh")
        #expect(try PushedFolder(folder).differences(from: second.stateFiles) == ["amplify/b.sh"])
    }

    @Test(arguments: [
        "amplify/../x", "amplify//x", "/amplify/x", "amplify", "other/x", "amplify/a\\b", "amplify/a\nb", "amplify/./x",
    ])
    func `a path that leaves the project is none`(path: String) {
        #expect(!PushedFolder.isPath(path))
    }

    @Test(arguments: [
        "amplify/#current-cloud-backend/backend-config.json", "amplify/backend/function/f/node_modules/x/index.js",
        "amplify/.config/local-aws-info.json", "amplify/.config/Local-AWS-info.json", "amplify/.git/config",
        "amplify/logs/a/b", "amplify/../x", "amplify/backend/Amplify-Meta.json",
        "amplify/#Current-cloud-backend/cli.json",
    ])
    func `a state has no file that a push leaves out, nor one below a folder that it leaves out`(path: String) {
        #expect(!PushedFolder.isSent(path))
        #expect(PushedFolder.isSent("amplify/backend/function/f/src/index.js"))
    }

    @Test func `the knowledge of this machine survives writing and reading, beside other environments`() throws {
        var local = LocalGatehouse()
        local.stateNumber = 3
        local.folder = "ab"
        local.files = ["amplify/cli.json": "cd", "amplify/a.sh": "ef+x"]
        local.appFiles = ["awsconfiguration.json": "12"]
        local.deletesUsersOf = ["shop"]
        local.baseURL = "https://auth.example.com"
        local.lockToken = "token"
        local.lockRequest = "request"
        try folder.keep(local, of: "dev")
        try folder.keep(LocalGatehouse(), of: "prod")
        #expect(try folder.localGatehouse("dev") == local)
        try folder.keep(nil, of: "dev")
        #expect(try folder.localGatehouse("dev") == LocalGatehouse())
    }
}
