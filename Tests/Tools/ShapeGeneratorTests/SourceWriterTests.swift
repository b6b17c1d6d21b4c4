// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import ShapeGenerator

@Suite struct SourceWriterTests {
    private func file(_ path: String) -> SourceFile {
        SourceFile(
            path: path, models: ["cognito-idp"], packageImports: ["GatehouseWire"], internalImports: [],
            body: .rules([])
        )
    }

    @Test func `stale generated files go, files by hand stay, unchanged files keep their dates`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let writer = SourceWriter(folder: folder)
        try writer.write([file("CognitoShapes/A.swift"), file("CognitoShapes/Shared/B.swift")])
        let byHand = folder.appending(path: "CognitoShapes/C.swift")
        try Data("// by hand\n".utf8).write(to: byHand)
        let old = Date(timeIntervalSince1970: 1_000_000)
        let kept = folder.appending(path: "CognitoShapes/A.swift").path
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: kept)
        try writer.write([file("CognitoShapes/A.swift")])
        #expect(FileManager.default.fileExists(atPath: byHand.path))
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "CognitoShapes/Shared/B.swift").path))
        #expect(try FileManager.default.attributesOfItem(atPath: kept)[.modificationDate] as? Date == old)
    }
}
