// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// A record of about a kilobyte with an indexed field, in the form that `amplify codegen models` writes.
struct Note: Model {
    let id: String
    var text: String
    var category: String
    var rank: Int
    var createdAt: Temporal.DateTime?
    var updatedAt: Temporal.DateTime?

    init(id: String = UUID().uuidString, text: String = LocalAPI.text, category: String, rank: Int) {
        self.id = id
        self.text = text
        self.category = category
        self.rank = rank
    }
}

extension Note {
    enum CodingKeys: String, ModelKey {
        case id, text, category, rank, createdAt, updatedAt
    }

    static let keys = CodingKeys.self

    static let schema = definition(named: "Note")

    /// The schema under another name, for models whose records are not read.
    static func definition(named name: String) -> ModelSchema {
        defineSchema(name: name) { model in
            model.authRules = [
                rule(allow: .public, provider: .apiKey, operations: [.create, .update, .delete, .read])
            ]
            model.listPluralName = name + "s"
            model.syncPluralName = name + "s"
            model.attributes(.index(fields: ["category"], name: "byCategory"), .primaryKey(fields: [keys.id]))
            model.fields(
                .field(keys.id, is: .required, ofType: .string), .field(keys.text, is: .required, ofType: .string),
                .field(keys.category, is: .required, ofType: .string), .field(keys.rank, is: .required, ofType: .int),
                .field(keys.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime),
                .field(keys.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime))
        }
    }

    /// New records, a hundred of each category.
    static func made(_ count: Int) -> [Note] {
        (0..<count).map { Note(category: "category-\($0 / 100)", rank: $0) }
    }
}

extension Note: ModelIdentifiable {
    typealias IdentifierFormat = ModelIdentifierFormat.Default
    typealias IdentifierProtocol = DefaultModelIdentifier<Self>
}

/// The list of the models.
struct NoteModels: AmplifyModelRegistration {
    let version = "1"

    func registerModels(registry: ModelRegistry.Type) {
        registry.register(modelType: Note.self)
    }
}
