// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import Testing

@Suite struct AnyModelTests {
    @Test func `a record of any model has the key and the values of its own`() throws {
        let item = try Item(code: "a", count: 2).eraseToAnyModel()
        #expect(item.id == "a" && item.identifier == "a" && item.modelName == "Item" && item.schema.name == "Item")
        #expect(item["count"] as? Int == 2 && item[Item.keys.code] as? String == "a")
        let missing: Any? = item["missing"]
        #expect(missing == nil)
        #expect(item.identifier(schema: Item.schema).keys == ["code"] && AnyModel.schema.isSystem)
        #expect((Item.keys.count == 2).evaluate(target: item.instance))
    }

    @Test func `JSON of a record of any model is read with the registered model`() throws {
        Blog.Models().registerModels(registry: ModelRegistry.self)
        let json = try JSONEncoder().encode(Item(code: "a", count: 2).eraseToAnyModel())
        #expect(try JSONDecoder().decode(AnyModel.self, from: json).instance as? Item == Item(code: "a", count: 2))
        let unknown = Data(#"{"id":"1","modelName":"Unknown","instance":"{}"}"#.utf8)
        #expect(throws: DataStoreError.self) { try JSONDecoder().decode(AnyModel.self, from: unknown) }
    }
}
