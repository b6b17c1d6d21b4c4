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
