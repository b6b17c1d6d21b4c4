// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
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

/// The real models against the tree.
@Suite struct GeneratedTreeTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func services() throws -> [(Service, ServiceModel)] {
        let table = try String(contentsOf: root.appending(path: "Models/rate-classes.tsv"), encoding: .utf8)
        let rateClasses = try RateClasses(table: table)
        return try Service.all.map { service in
            let text = try Data(contentsOf: root.appending(path: "Models/\(service.modelName).json"))
            let classes = rateClasses.classes(of: service.modelName)
            return (service, try ServiceModel(json: try OrderedJSON(text), rateClasses: classes))
        }
    }

    @Test func `the tree is what the models say`() throws {
        for file in try SourcePlan(services: services()).files() {
            let present = try String(contentsOf: root.appending(path: "Sources/Shared/\(file.path)"), encoding: .utf8)
            #expect(present == file.text(), "Run Scripts/generate-shapes.sh: \(file.path) has drifted.")
        }
    }

    @Test(arguments: Module.allCases)
    func `no target grows past ten thousand lines of code`(module: Module) throws {
        let files = try SourcePlan(services: services()).files().filter { $0.path.hasPrefix(module.rawValue + "/") }
        // Comments and empty lines cost the compiler nothing.
        let lines = files.flatMap { $0.text().split(separator: "\n") }.count {
            !$0.drop { $0 == " " }.isEmpty && !$0.drop { $0 == " " }.hasPrefix("//")
        }
        #expect(lines <= 10_000)
    }

    @Test func `every pattern of the models compiles`() throws {
        for (_, model) in try services() {
            for case .text(let pattern?) in model.shapes.values.map(\.kind) {
                #expect(WirePattern(pattern).isCompiled, "\(pattern)")
            }
        }
    }

    @Test func `every operation of the models is generated`() throws {
        let files = try SourcePlan(services: services()).files()
        let operations = files.compactMap { file -> String? in
            if case .operation(let operation, _) = file.body { operation.name } else { nil }
        }
        #expect(operations.count == 248)
    }
}
