// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServer
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite struct SpaceProbeTests {
    @Test func `a folder with space passes, and no file stays in it`() throws {
        let folder = try TemporaryFolder()
        try SpaceProbe(folder: folder.path).check()
        try SpaceProbe(folder: folder.path).check()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `a folder that is gone does not pass, and a link in it is not followed`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: StorageError.self) { try SpaceProbe(folder: folder.path("gone")).check() }
        let target = folder.path("target")
        try Data("kept".utf8).write(to: URL(fileURLWithPath: target))
        try FileManager.default.createSymbolicLink(atPath: folder.path("space.probe"), withDestinationPath: target)
        try SpaceProbe(folder: folder.path).check()
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "kept")
    }
}
