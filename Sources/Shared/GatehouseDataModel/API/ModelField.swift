// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL

/// A field of a model or of a plain type.
package struct ModelField: Named, Hashable, Sendable {
    /// What the values are.
    package enum Kind: Hashable, Sendable {
        /// Values of a scalar type.
        case scalar
        /// Values of an enum.
        case enumeration
        /// Values of a plain type, stored inside the record.
        case plain
        /// Other records.
        case relation(Relation)
    }

    /// The origin of the field.
    package enum Origin: Hashable, Sendable {
        /// The author.
        case written
        /// The compiler, as key.
        case key
        /// The compiler, as time that the server fills.
        case timestamp
        /// The compiler, for an owner rule.
        case owner
        /// The compiler, as stored end of a relation.
        case relationKey
        /// The compiler, for versions.
        case version
    }

    /// The name.
    package var name: Name
    /// The type in the written schema.
    package var type: GraphQLType
    /// What the values are.
    package var kind: Kind
    /// The origin of the field.
    package var origin: Origin
    /// The value of a new record that does not give one.
    package var defaultValue: GraphQLValue?
    /// The functions that answer the field, one after another.
    package var functions: [FunctionCall]
    /// The text for readers of the schema.
    package var description: String?

    /// Makes a field.
    package init(
        _ name: Name, _ type: GraphQLType, kind: Kind = .scalar, origin: Origin = .written,
        defaultValue: GraphQLValue? = nil, functions: [FunctionCall] = [], description: String? = nil
    ) {
        self.name = name
        self.type = type
        self.kind = kind
        self.origin = origin
        self.defaultValue = defaultValue
        self.functions = functions
        self.description = description
    }

    /// Whether the field is a list.
    package var isList: Bool {
        if case .list = type.nullable { true } else { false }
    }

    /// The relation, if values are other records.
    package var relation: Relation? {
        if case .relation(let relation) = kind { relation } else { nil }
    }

    /// Whether records hold the values themselves.
    package var isStored: Bool { relation == nil && functions.isEmpty }
}

/// How the records of a field are found.
package struct Relation: Hashable, Sendable {
    /// The directive that the author wrote, many-to-many as the has-many that it becomes.
    package enum Kind: String, Hashable, Sendable {
        /// One record, by attributes of this one.
        case hasOne
        /// Many records, by attributes of the others.
        case hasMany
        /// The record at the other end, by attributes of this one.
        case belongsTo
    }

    /// The directive.
    package var kind: Kind
    /// The model of the other records.
    package var model: String
    /// The attributes of this record.
    package var ownFields: [String]
    /// The attributes of the other records that equal them, in the same order.
    package var otherFields: [String]
    /// The index of the other model; `nil` for its primary key.
    package var index: String?
    /// The length of a page.
    package var limit: Int

    /// Makes a relation.
    package init(
        _ kind: Kind, to model: String, ownFields: [String], otherFields: [String], index: String? = nil,
        limit: Int = 100
    ) {
        self.kind = kind
        self.model = model
        self.ownFields = ownFields
        self.otherFields = otherFields
        self.index = index
        self.limit = limit
    }
}

/// A type without a table, whose values are stored inside records or made by functions.
package struct PlainType: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The fields.
    package var fields: NamedList<ModelField>
    /// The rules of fields that have rules; they are static.
    package var access: [String: AccessMatrix]

    /// Makes a type.
    package init(name: String, fields: NamedList<ModelField>, access: [String: AccessMatrix] = [:]) {
        self.name = name
        self.fields = fields
        self.access = access
    }
}

/// A field of a root type that the author wrote.
package struct RootField: Hashable, Sendable {
    /// The kind of the operation.
    package var operation: OperationKind
    /// The name.
    package var name: String
    /// The type of the values.
    package var type: GraphQLType
    /// The functions that answer the field, one after another.
    package var functions: [FunctionCall]
    /// The mutations whose answers a subscription gets.
    package var mutations: [String]
    /// The rules, if the field has any; they are static.
    package var access: AccessMatrix?

    /// Makes a field.
    package init(
        _ operation: OperationKind, _ name: String, _ type: GraphQLType, functions: [FunctionCall] = [],
        mutations: [String] = [], access: AccessMatrix? = nil
    ) {
        self.operation = operation
        self.name = name
        self.type = type
        self.functions = functions
        self.mutations = mutations
        self.access = access
    }
}

/// A use of `@function`.
package struct FunctionCall: Hashable, Sendable {
    /// The name of the function, or its ARN.
    package var name: String
    /// The region of the function; `nil` for the server's own.
    package var region: String?
    /// The id of the account that has the function; `nil` for the server's own.
    package var account: String?
    /// Whether the answer is not awaited.
    package var isEvent: Bool

    /// Makes a call.
    package init(_ name: String, region: String? = nil, account: String? = nil, isEvent: Bool = false) {
        self.name = name
        self.region = region
        self.account = account
        self.isEvent = isEvent
    }

    /// The ARN of the function, by which the functions file has it.
    ///
    /// A server is one environment: `-${env}` in a name, which Amplify replaces by the name of an environment, is left
    /// out.
    package func arn(region: String, account: String) -> String {
        guard !name.utf8.starts(with: "arn:".utf8) else { return name }
        let name = name.replacing("-${env}", with: "")
        return "arn:aws:lambda:\(self.region ?? region):\(self.account ?? account):function:\(name)"
    }
}
