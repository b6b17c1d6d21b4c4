// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProject
import GatehouseWire
import ProjectShapes

@testable import GatehouseDeployment

/// A folder without files, and the place of an environment that this machine knows.
private let folder = ProjectFolder(URL(filePath: "/nonexistent/fuzzed"))
private let place = TeamProviderInfo.Gatehouse(
    baseURL: "http://localhost:9229", region: "us-east-1", appID: "d0123456789abc", authRoleName: nil,
    unauthRoleName: nil)

extension FuzzedParser {
    /// A state of a project as a pull reads it: the first line is the answer, the rest the content of each file.
    func feedProjectState(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let content = Array(bytes.dropFirst(line.count + 1))
        guard let answer = try? WireValue(json: Array(line)),
            let response = try? GetStateResponse(answer: answer, form: .json),
            let state = try? RecordedState(response, of: "dev")
        else { return }
        state.files.forEach(check)
        if let outputs = state.outputs, let resources = try? BackendConfig(outputs) { _ = KnownIDs(resources) }
        let contents = Dictionary(state.files.map { ($0.sha256, content) }) { first, _ in first }
        let pulled = PushedFolder(state.files, contents)
        precondition(pulled.differences(from: pulled.stateFiles).isEmpty, "a folder differs from its own list")
        guard let merged = try? pulled.merging(folder, environment: "dev", place: place) else { return }
        merged.stateFiles.forEach(check)
        guard let environments = merged.items.first(where: { $0.path == ProjectPaths.teamProviderInfo }),
            let document = try? JSONDocument(environments.bytes), let read = try? TeamProviderInfo(document)
        else { return }
        let found = read.environments["dev"]?.gatehouse
        precondition(found?.baseURL == place.baseURL && found?.appID == place.appID, "a state moved its environment")
    }

    /// A file of a state is written below the folder `amplify`, and is none of the machine's own.
    private func check(_ file: StateFile) {
        let names = file.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        precondition(names.count > 1 && names[0].elementsEqual("amplify".utf8), "a file is outside of the project")
        precondition(
            !names.contains { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) },
            "a path leaves the project")
        precondition(!file.path.lowercased().hasPrefix("amplify/.config/local-"), "a file is one of this machine")
        precondition(file.path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a path has control characters")
    }
}
