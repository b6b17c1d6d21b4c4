// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Testing

@testable import AWSAPIPlugin

/// Records whose values are found by name.
@Suite struct HeldRecordTests {
    init() {
        Blog.Models().registerModels(registry: ModelRegistry.self)
    }

    @Test func `the key of a related record keeps its type in the input`() {
        let reading = Reading(id: "1", counter: ["number": 5, "__typename": "Counter"])
        let input = GraphQLRequest<Reading>.create(reading).variables?["input"] as? [String: Any]
        #expect(input?["id"] as? String == "1")
        #expect(input?["counterNumber"] as? Int == 5)
    }

    private struct Reading: Model, JSONValueHolder {
        let id: String
        let counter: [String: JSONValue]

        enum CodingKeys: String, ModelKey {
            case id, counter
        }

        static let schema = defineSchema { model in
            model.attributes(.primaryKey(fields: [CodingKeys.id]))
            model.fields(
                .field(CodingKeys.id),
                .belongsTo(CodingKeys.counter, ofType: Counter.self, targetNames: ["counterNumber"]))
        }

        func jsonValue(for key: String) -> Any?? {
            switch key {
            case "id": .some(id)
            case "counter": .some(counter)
            default: nil
            }
        }

        func jsonValue(for key: String, modelSchema: ModelSchema) -> Any?? { jsonValue(for: key) }
    }
}
