// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@testable import GeneratedModels

/// The models that `amplify codegen models` generates, as an app has them.
@Suite struct GeneratedModelsTests {
    @Test func `all models of the schemas are registered under their names`() {
        let models = AmplifyModels()
        models.registerModels(registry: ModelRegistry.self)
        for name in ["Story", "Enrolment", "Reading", "guard", "memoTag", "EveryScalar"] {
            #expect(ModelRegistry.modelType(from: name) != nil, "\(name)")
        }
        #expect(models.version.count == 32)
    }

    @Test func `a description has names, fields, keys and rules`() throws {
        let schema = ChatMessage.schema
        #expect(schema.name == "ChatMessage" && schema.syncPluralName == "ChatMessages")
        #expect(schema.primaryKey.fields.map(\.name) == ["id"])
        #expect(schema.attributes.contains(.index(fields: ["roomID", "createdAt"], name: "byRoom")))
        #expect(schema.authRules.map(\.provider) == [.userPools, .userPools])
        #expect(schema.fields["content"]?.isRequired == true && schema.fields["updatedAt"]?.isReadOnly == true)
        #expect(schema.fields["roomID"] == nil && schema.fields["room"]?.isRequired == false)
        #expect(Reading.schema.primaryKey.fields.map(\.name) == ["sensor", "takenAt", "channel"])
    }

    @Test func `an identifier has the values of the key`() {
        let identifier = Label.IdentifierProtocol.identifier(name: "soup", language: "en")
        #expect(identifier.stringValue == Label(name: "soup", language: "en").identifier)
        #expect(
            Preference.IdentifierProtocol.identifier(kind: .fontSize, since: .now()).values.first as? String
                == "FONT_SIZE")
        #expect(Story(id: "1", title: "t").identifier == "1")
    }

    @Test func `a path leads along relations`() {
        let title = Remark.Path().story.magazine.name.getMetadata()
        #expect(title.name == "name" && title.parent?.getMetadata().name == "magazine")
        #expect(Magazine.Path().stories.getMetadata().isCollection)
    }

    @Test func `a record is read again as it is written`() throws {
        let forecast = Forecast(
            weather: .http2Outage, tomorrow: nil, later: [.sunny, .default], maybe: [nil, .`self`])
        let shop = Shop(
            address: Address(street: "Main", city: nil, position: Coordinates(latitude: 1, longitude: 2)),
            hours: [OpeningHours(day: .monday, from: try .init(iso8601String: "08:00"), to: .now(), notes: nil)])
        #expect(try again(forecast) == text(forecast))
        #expect(try again(shop) == text(shop))
        #expect(try again(Keywords(class: "c", default: 1, `inout`: "i", `_`: "_")).contains(#""class":"c""#))
    }

    private func again<Value: Codable>(_ value: Value) throws -> String {
        try text(JSONDecoder().decode(Value.self, from: Data(text(value).utf8)))
    }

    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
