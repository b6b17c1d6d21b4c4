// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGraphQL
import GatehouseWire

/// The answers with which authorizers let tokens in, each for as long as it says.
///
/// A refusal is not kept: a caller with invented tokens must not push out the answers about valid ones.
struct AuthorizerAnswers: Sendable {
    /// A token of an API with its settings; the token itself is not kept.
    struct Question: Hashable, Sendable {
        let api: String
        let revision: Int
        /// The digest of the token.
        let token: [UInt8]
    }

    private struct Kept {
        let answer: AuthorizerAnswer
        let end: Date
    }

    /// The longest time in seconds for which an answer is kept.
    private static let longestLifetime = 3_600

    private let most: Int
    private var kept: [Question: Kept] = [:]

    /// Makes a place for some answers at most.
    init(most: Int = 10_000) { self.most = most }

    /// The answer that still counts.
    func answer(to question: Question, at now: Date) -> AuthorizerAnswer? {
        kept[question].flatMap { $0.end > now ? $0.answer : nil }
    }

    /// Keeps an answer that lets a token in, for `lifetime` seconds unless it says another time.
    ///
    /// With too many answers, those that end first make room.
    mutating func keep(_ answer: AuthorizerAnswer, to question: Question, usually lifetime: Int, at now: Date) {
        let seconds = min(answer.lifetime ?? lifetime, Self.longestLifetime)
        guard answer.isAuthorized, seconds > 0 else { return }
        if kept.count >= most, kept[question] == nil { makeRoom(at: now) }
        kept[question] = Kept(answer: answer, end: now.addingTimeInterval(TimeInterval(seconds)))
    }

    /// Removes the answers that have ended, and then those that end first, until a tenth of the room is free.
    ///
    /// To remove one answer takes a search of all of them, too, which each new token would repeat.
    private mutating func makeRoom(at now: Date) {
        kept = kept.filter { $0.value.end > now }
        let surplus = kept.count - (most - max(1, most / 10))
        guard surplus > 0 else { return }
        for first in kept.sorted(by: { $0.value.end < $1.value.end }).prefix(surplus) { kept[first.key] = nil }
    }
}

/// The result of an authorizer.
struct AuthorizerAnswer: Sendable {
    private static let mostFields = 10_000

    let isAuthorized: Bool
    /// The fields that the caller may not use, as `Type.field`.
    let deniedFields: Set<String>
    /// `ttlOverride`, in seconds.
    let lifetime: Int?
    /// `resolverContext`, which functions of fields learn.
    let context: GraphQLObject

    /// Reads a result; `nil` for one that is not of the contract, which must not let a caller in.
    init?(_ value: WireValue) {
        guard let isAuthorized = value["isAuthorized"]?.boolValue else { return nil }
        self.isAuthorized = isAuthorized
        let names = value["deniedFields"] ?? .null
        guard names.isNull || (names.arrayValue?.count ?? .max) <= Self.mostFields else { return nil }
        var denied: Set<String> = []
        for name in names.arrayValue ?? [] {
            guard let field = name.stringValue.flatMap(Self.field) else { return nil }
            denied.insert(field)
        }
        deniedFields = denied
        let lifetime = value["ttlOverride"] ?? .null
        guard lifetime.isNull || (lifetime.integerValue ?? -1) >= 0 else { return nil }
        self.lifetime = lifetime.integerValue.map { Int(clamping: $0) }
        context = value["resolverContext"].flatMap { GraphQLValue($0).members } ?? [:]
    }

    /// `Type.field` of this form or of an ARN `…/types/<Type>/fields/<field>`; `nil` for another text.
    private static func field(_ name: String) -> String? {
        guard name.utf8.starts(with: "arn:".utf8) else {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } ? name : nil
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[2] == "types", parts[4] == "fields", !parts[3].isEmpty, !parts[5].isEmpty else {
            return nil
        }
        return "\(parts[3]).\(parts[5])"
    }
}
