// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseClient
import GatehouseCrypto
package import GatehouseWire

/// What UpdateGraphqlApi sets of an API, as its request has it.
package struct DataAPIDefinition: Sendable, Equatable {
    /// The members of the request.
    package let members: [WireName: WireValue]

    /// Makes a definition.
    package init(members: [WireName: WireValue]) {
        self.members = members
    }
}

/// An API as the control plane describes it.
package struct DataAPIRecord: Sendable, Equatable {
    /// The id.
    package let id: String
    /// The ARN.
    package let arn: String
    /// The name for people.
    package let name: String
    /// The address of queries and mutations.
    package let endpoint: String
    /// The tags; those that begin with `gatehouse:` are settings.
    package let tags: [String: String]
    /// All members of the description.
    package let members: [WireName: WireValue]

    /// Reads a `GraphqlApi`.
    ///
    /// - Throws: a garbled fault if a member is missing.
    init(_ value: WireValue?) throws(ServiceFault) {
        guard let members = value?.objectValue, let id = members["apiId"]?.stringValue,
            let arn = members["arn"]?.stringValue, let name = members["name"]?.stringValue,
            let endpoint = members["uris"]?["GRAPHQL"]?.stringValue
        else { throw .garbled("The description of an API lacks a member.") }
        self.id = id
        self.arn = arn
        self.name = name
        self.endpoint = endpoint
        self.members = members
        var tags: [String: String] = [:]
        for (key, tag) in members["tags"]?.objectValue ?? [:] { tags[key.text] = tag.stringValue }
        self.tags = tags
    }
}

/// A key of an API, which is a secret of the apps that have it; its description does not show it.
package struct DataAPIKey: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The key.
    package let key: String
    /// The text for people; empty without one.
    package let text: String
    /// The time from which the key is refused.
    package let expires: Date

    /// Reads an `ApiKey`.
    ///
    /// - Throws: a garbled fault if a member is missing.
    init(_ value: WireValue?) throws(ServiceFault) {
        guard let key = value?["id"]?.stringValue, let seconds = value?["expires"]?.integerValue else {
            throw .garbled("The description of a key lacks a member.")
        }
        self.key = key
        text = value?["description"]?.stringValue ?? ""
        expires = Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    package var description: String { "DataAPIKey" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// All that a deployment sets of an API.
package struct DataAPIDeployment: Sendable {
    /// Name, modes and bounds.
    package var definition: DataAPIDefinition
    /// All tags of the API; others are removed.
    package var tags: [String: String]
    /// The text of the schema.
    package var schema: String
    /// Whether stored values may be lost.
    package var allowsLoss: Bool

    /// Makes a deployment.
    package init(definition: DataAPIDefinition, tags: [String: String], schema: String, allowsLoss: Bool = false) {
        self.definition = definition
        self.tags = tags
        self.schema = schema
        self.allowsLoss = allowsLoss
    }

    var body: WireValue {
        [
            "graphqlApi": .object(definition.members), "tags": .object(ofTexts: tags),
            "definition": .string(Base64.encode(Array(schema.utf8))), "allowDestroy": .bool(allowsLoss),
        ]
    }
}

/// What a deployment would change.
package struct DataAPIPlan: Sendable, Equatable {
    /// A change of a model.
    package struct Step: Sendable, Equatable {
        /// The change, in the server's words.
        package let text: String
        /// The number of records that it touches.
        package let records: Int
        /// Whether these records lose values.
        package let losesValues: Bool
    }

    /// Whether name, modes, bounds or tags change.
    package let changesSettings: Bool
    /// Whether the text of the schema changes.
    package let changesSchema: Bool
    /// The changes of models.
    package let steps: [Step]
    /// What the author of the schema should know.
    package let warnings: [String]

    /// Whether anything changes.
    package var changesAnything: Bool { changesSettings || changesSchema }
    /// The changes that lose values.
    package var losses: [Step] { steps.filter(\.losesValues) }

    /// Reads the answer of PlanDeployment.
    ///
    /// - Throws: a garbled fault if a member is missing.
    init(_ answer: WireValue) throws(ServiceFault) {
        guard let changesSettings = answer["changesSettings"]?.boolValue,
            let changesSchema = answer["changesSchema"]?.boolValue, let steps = answer["steps"]?.arrayValue
        else { throw .garbled("The plan of a deployment lacks a member.") }
        self.changesSettings = changesSettings
        self.changesSchema = changesSchema
        var read: [Step] = []
        for step in steps {
            guard let text = step["text"]?.stringValue, let records = step["records"]?.integerValue,
                let losesValues = step["losesValues"]?.boolValue
            else { throw .garbled("A step of the plan of a deployment lacks a member.") }
            read.append(Step(text: text, records: Int(clamping: records), losesValues: losesValues))
        }
        self.steps = read
        warnings = (answer["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
}
