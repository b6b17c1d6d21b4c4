// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProject
import GatehouseTesting

@testable import GatehouseDeployment

/// A machine with a project that was pushed.
///
/// Many tests are about what comes after the first push. It is made once, and each of them has a copy of the server and
/// of the folder.
extension Machine {
    /// What the first push left.
    private struct Pushed: Sendable {
        let gatehouse: TestGatehouse
        let files: FileChanges
    }

    private static let firstPush: Task<Pushed, any Error> = Task {
        let machine = try await Machine.withAuth()
        try await machine.push()
        var files = FileChanges()
        let root = machine.folder.root.path
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
            guard attributes[.type] as? FileAttributeType == .typeRegular,
                let bytes = try machine.folder.bytes(path)
            else { continue }
            files.write(bytes, to: path, isProgram: try machine.folder.isProgram(path))
        }
        return Pushed(gatehouse: machine.gatehouse, files: files)
    }

    /// A machine with the project of `withAuth(_:)` after its first push, and a server of its own.
    static func pushed() async throws -> Machine {
        let pushed = try await firstPush.value
        let machine = try Machine(try pushed.gatehouse.copy(seed: 11))
        try machine.folder.write(pushed.files)
        var changes = FileChanges()
        let local = try machine.folder.document(ProjectPaths.localEnvironment)
        changes.write(
            try LocalEnvironment(environment: "dev").document(changing: local, projectPath: machine.folder.root.path),
            to: ProjectPaths.localEnvironment)
        try machine.folder.write(changes)
        return machine
    }
}
