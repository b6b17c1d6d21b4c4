// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation

/// Reads service models and writes the shapes, operations and service protocols they describe.
@main
struct ShapeGeneratorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ShapeGenerator",
        abstract: "Writes Swift shapes from service models."
    )

    @Option(help: "The folder of the models.")
    var models: String

    @Option(help: "The folder that holds a folder for each generated target.")
    var output: String

    func run() throws {
        let folder = URL(filePath: models, directoryHint: .isDirectory)
        let table = try String(contentsOf: folder.appending(path: RateClasses.fileName), encoding: .utf8)
        let rateClasses = try RateClasses(table: table)
        let services = try Service.all.map { service in
            let text = try Data(contentsOf: folder.appending(path: service.modelName + ".json"))
            let classes = rateClasses.classes(of: service.modelName)
            return (service, try ServiceModel(json: try OrderedJSON(text), rateClasses: classes))
        }
        let files = try SourcePlan(services: services).files()
        try SourceWriter(folder: URL(filePath: output, directoryHint: .isDirectory)).write(files)
    }
}

/// Writes generated files, and removes files that are no longer generated.
struct SourceWriter {
    var folder: URL

    func write(_ files: [SourceFile]) throws {
        let paths = Set(files.map(\.path))
        for module in Module.allCases { try removeStale(in: module.rawValue, keeping: paths) }
        for file in files {
            let target = folder.appending(path: file.path)
            let text = Data(file.text().utf8)
            // Untouched files keep their dates, so that nothing is compiled again for nothing.
            if let present = try? Data(contentsOf: target), present == text { continue }
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: target)
        }
    }

    private func removeStale(in module: String, keeping paths: Set<String>) throws {
        let root = folder.appending(path: module)
        guard let walk = FileManager.default.enumerator(atPath: root.path) else { return }
        for case let name as String in walk where name.hasSuffix(".swift") && !paths.contains("\(module)/\(name)") {
            let file = root.appending(path: name)
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.contains(SourceFile.mark) { try FileManager.default.removeItem(at: file) }
        }
    }
}

/// The reason why shapes cannot be generated.
enum GeneratorError: Error, Equatable {
    case notJSON(offset: Int)
    case missing(String)
    /// A line of a table that does not have the table's form, or repeats another line.
    case invalidLine(Int, in: String)
    /// A line of a table is for an operation that the model does not have.
    case unknownOperation(String, in: String)
    case unknownShapeType(shape: String, type: String)
    case unknownShape(String)
    /// A structure that contains itself other than in a list or map has no layout in Swift.
    case recursiveStructure(String)
    /// A map must have text for keys.
    case unsupportedKey(map: String)
    case duplicateFile(String)
    case duplicateName(String, in: String)
}
