// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A record with a field of each type that a filter of the service compares.
struct ComparedRecord: Model {
    let id: String
    var text: String?
    var number: Int?
    var fraction: Double?
    var flag: Bool?
    var key: String?
    var day: Temporal.Date?
    var hour: Temporal.Time?
    var moment: Temporal.DateTime?
    var seconds: Int?
    var mail: String?
    var link: String?
    var phone: String?
    var address: String?
    var mood: ComparedMood?
    var tags: [String?]?
    var moods: [ComparedMood]?

    init(id: String) {
        self.id = id
    }

    enum CodingKeys: String, ModelKey {
        case id, text, number, fraction, flag, key, day, hour, moment, seconds, mail, link, phone, address, mood, tags
        case moods
    }

    static let keys = CodingKeys.self

    static let schema = defineSchema { model in
        model.listPluralName = "ComparedRecords"
        model.syncPluralName = "ComparedRecords"
        model.authRules = [rule(allow: .owner, ownerField: "owner", identityClaim: "cognito:username")]
        model.attributes(.primaryKey(fields: [keys.id]))
        model.fields(
            .field(keys.id, is: .required, ofType: .string),
            .field(keys.text, is: .optional, ofType: .string),
            .field(keys.number, is: .optional, ofType: .int),
            .field(keys.fraction, is: .optional, ofType: .double),
            .field(keys.flag, is: .optional, ofType: .bool),
            .field(keys.key, is: .optional, ofType: .string),
            .field(keys.day, is: .optional, ofType: .date),
            .field(keys.hour, is: .optional, ofType: .time),
            .field(keys.moment, is: .optional, ofType: .dateTime),
            .field(keys.seconds, is: .optional, ofType: .int),
            .field(keys.mail, is: .optional, ofType: .string),
            .field(keys.link, is: .optional, ofType: .string),
            .field(keys.phone, is: .optional, ofType: .string),
            .field(keys.address, is: .optional, ofType: .string),
            .field(keys.mood, is: .optional, ofType: .enum(type: ComparedMood.self)),
            .field(keys.tags, is: .optional, ofType: .embeddedCollection(of: String.self)),
            .field(keys.moods, is: .optional, ofType: .embeddedCollection(of: ComparedMood.self)))
    }

    final class Path: ModelPath<ComparedRecord> {}
    static var rootPath: (any PropertyContainerPath)? { Path() }

    /// The schema of the service.
    static let definition = """
        type ComparedRecord @model @auth(rules: [{ allow: owner }]) {
          id: ID!
          text: String
          number: Int
          fraction: Float
          flag: Boolean
          key: ID
          day: AWSDate
          hour: AWSTime
          moment: AWSDateTime
          seconds: AWSTimestamp
          mail: AWSEmail
          link: AWSURL
          phone: AWSPhone
          address: AWSIPAddress
          mood: ComparedMood
          tags: [String]
          moods: [ComparedMood!]
        }
        enum ComparedMood { CALM LOUD }
        """
}

enum ComparedMood: String, EnumPersistable, CaseIterable {
    case calm = "CALM"
    case loud = "LOUD"
}
