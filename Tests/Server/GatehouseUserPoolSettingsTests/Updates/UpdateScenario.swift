// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

/// An object that an operation changes, on a server of its own.
struct UpdatedObject: Sendable {
    let fixture: PoolFixture
    /// The members of requests that name the object.
    let names: [WireName: WireValue]
    /// Reads the object's settings, by the names that they have in requests.
    let read: @Sendable () async throws -> WireValue
    /// Brings the object into a state in which it can have every setting.
    var prepare: @Sendable () async throws -> Void = {}

    /// Performs an operation with the members that name the object.
    @discardableResult
    func call(_ operation: String, _ input: WireValue) async throws -> WireValue {
        let known = try #require(PoolFixture.members(of: operation))
        let members = names.filter { known.contains($0.key) }.merging(input.objectValue ?? [:]) { $1 }
        return try await fixture.perform(operation, .object(members))
    }
}

/// How the rows of an operation are performed.
struct UpdateScenario: Sendable, CustomTestStringConvertible {
    let operation: String
    /// The state of the object, where rows name one.
    var condition: UpdateRow.Condition?
    /// A request with values that a new object does not have.
    let full: WireValue
    /// The members that have one value only.
    var constant: Set<String> = []
    /// Brings the object into the state of the condition after the full request.
    var settle: @Sendable (UpdatedObject) async throws -> Void = { _ in }
    let make: @Sendable () async throws -> UpdatedObject

    var testDescription: String { condition.map { "\(operation) for \($0.rawValue)" } ?? operation }

    /// Gives the object every value.
    func fill(_ object: UpdatedObject) async throws {
        try await object.call(operation, full)
        try await settle(object)
    }

    /// The value of a member, also of one in a structure.
    static func value(_ member: String, in reading: WireValue) -> WireValue? {
        member.split(separator: ".").reduce(Optional(reading)) { value, name in value?[String(name)] }
    }

    /// The request without members, also without those in structures.
    static func request(_ request: WireValue, without members: [String]) -> WireValue {
        var result = request.objectValue ?? [:]
        for member in members {
            let parts = member.split(separator: ".").map { WireName(String($0)) }
            if parts.count == 1 {
                result[parts[0]] = nil
            } else if var inner = result[parts[0]]?.objectValue {
                inner[parts[1]] = nil
                result[parts[0]] = inner.isEmpty ? nil : .object(inner)
            }
        }
        return .object(result)
    }
}

extension PoolFixture {
    /// Performs an operation by its name, as an administrator where it needs one.
    func perform(_ operation: String, _ input: WireValue) async throws -> WireValue {
        if let handler = CognitoIdentityProviderAdminOperations.table[operation] {
            return try await handler.perform(input, with: administrator)
        }
        let handler = try #require(CognitoIdentityProviderOperations.table[operation])
        return try await handler.perform(input, with: anyone)
    }

    /// The members that a request of an operation can have.
    static func members(of operation: String) -> Set<WireName>? {
        CognitoIdentityProviderAdminOperations.table[operation]?.members
            ?? CognitoIdentityProviderOperations.table[operation]?.members
    }
}
