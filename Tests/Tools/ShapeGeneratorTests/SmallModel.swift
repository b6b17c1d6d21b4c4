// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

@testable import ShapeGenerator

/// Models of a few lines, one for each of the real services.
struct SmallModel {
    /// The operations, as the text of a JSON object.
    var operations = "{}"
    /// The shapes, as the text of a JSON object.
    var shapes = "{}"
    /// The rate classes of the operations; `nil` makes all of them `read`.
    var rateClasses: [String: RateClass]?

    func model() throws -> ServiceModel {
        let metadata = #"{"apiVersion":"2020-01-01","endpointPrefix":"small","protocol":"json","targetPrefix":"Small"}"#
        let text = #"{"metadata":\#(metadata),"operations":\#(operations),"shapes":\#(shapes)}"#
        let json = try OrderedJSON(Data(text.utf8))
        let names = json["operations"]?.members.map(\.name) ?? []
        let classes = rateClasses ?? Dictionary(uniqueKeysWithValues: names.map { ($0, RateClass.read) })
        return try ServiceModel(json: json, rateClasses: classes)
    }

    /// The files that come of up to five models, by their paths.
    static func files(_ models: SmallModel...) throws -> [String: String] {
        let services = try zip(Service.all, models).map { ($0, try $1.model()) }
        let files = try SourcePlan(services: services).files()
        return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text()) })
    }
}
