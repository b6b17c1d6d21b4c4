// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A condition that a record meets or does not meet.
public protocol Evaluable {
    /// Whether a record meets the condition.
    func evaluate(target: any Model) -> Bool
}

/// A condition on records: an operation on one field, a group of conditions, or a constant.
public protocol QueryPredicate: Evaluable, Encodable, Sendable {}

/// The way in which a group combines its conditions.
public enum QueryPredicateGroupType: String, Encodable, Sendable {
    /// All conditions.
    case and

    /// At least one condition.
    case or

    /// Not the condition.
    case not
}

/// The opposite of a condition.
public func not(_ predicate: some QueryPredicate) -> QueryPredicateGroup {
    QueryPredicateGroup(type: .not, predicates: [predicate])
}

/// A condition without fields.
public enum QueryPredicateConstant: QueryPredicate, Encodable {
    /// All records.
    case all

    /// True.
    public func evaluate(target: any Model) -> Bool { true }
}

/// A combination of conditions, which does not change.
public final class QueryPredicateGroup: QueryPredicate, Encodable {
    /// The way in which the conditions are combined.
    public let type: QueryPredicateGroupType

    /// The conditions.
    public let predicates: [any QueryPredicate]

    /// Makes a group.
    public init(type: QueryPredicateGroupType = .and, predicates: [any QueryPredicate] = []) {
        self.type = type
        self.predicates = predicates
    }

    /// The condition that this one and another hold.
    public func and(_ predicate: any QueryPredicate) -> QueryPredicateGroup {
        combined(.and, predicate)
    }

    /// The condition that this one or another holds.
    public func or(_ predicate: any QueryPredicate) -> QueryPredicateGroup {
        combined(.or, predicate)
    }

    /// A group of the same kind gets one more condition, another one becomes part of a new group.
    private func combined(_ type: QueryPredicateGroupType, _ predicate: any QueryPredicate) -> QueryPredicateGroup {
        QueryPredicateGroup(type: type, predicates: (self.type == type ? predicates : [self]) + [predicate])
    }

    /// The condition that both hold.
    public static func && (lhs: QueryPredicateGroup, rhs: any QueryPredicate) -> QueryPredicateGroup {
        lhs.and(rhs)
    }

    /// The condition that at least one holds.
    public static func || (lhs: QueryPredicateGroup, rhs: any QueryPredicate) -> QueryPredicateGroup {
        lhs.or(rhs)
    }

    /// The opposite of a condition.
    public static prefix func ! (rhs: QueryPredicateGroup) -> QueryPredicateGroup {
        not(rhs)
    }

    /// Whether a record meets the condition; a `not` without a condition is true for each record.
    public func evaluate(target: any Model) -> Bool {
        switch type {
        case .and: predicates.allSatisfy { $0.evaluate(target: target) }
        case .or: predicates.contains { $0.evaluate(target: target) }
        case .not: predicates.first.map { !$0.evaluate(target: target) } ?? true
        }
    }

    private enum Member: String, CodingKey {
        case type, predicates
    }

    /// Writes the kind as `type`, and the conditions as `predicates`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(type, forKey: .type)
        try container.encode(predicates.map { $0.eraseToAnyEncodable() }, forKey: .predicates)
    }
}

/// A condition on a field.
public final class QueryPredicateOperation: QueryPredicate, Encodable {
    /// The name of the field.
    public let field: String

    /// The condition on its value.
    public let `operator`: QueryOperator

    /// Makes a condition.
    public init(field: String, operator: QueryOperator) {
        self.field = field
        self.operator = `operator`
    }

    /// The condition that this one and another hold.
    public func and(_ predicate: any QueryPredicate) -> QueryPredicateGroup {
        QueryPredicateGroup(type: .and, predicates: [self, predicate])
    }

    /// The condition that this one or another holds.
    public func or(_ predicate: any QueryPredicate) -> QueryPredicateGroup {
        QueryPredicateGroup(type: .or, predicates: [self, predicate])
    }

    /// The condition that both hold.
    public static func && (lhs: QueryPredicateOperation, rhs: any QueryPredicate) -> QueryPredicateGroup {
        lhs.and(rhs)
    }

    /// The condition that at least one holds.
    public static func || (lhs: QueryPredicateOperation, rhs: any QueryPredicate) -> QueryPredicateGroup {
        lhs.or(rhs)
    }

    /// The opposite of a condition.
    public static prefix func ! (rhs: QueryPredicateOperation) -> QueryPredicateGroup {
        not(rhs)
    }

    /// Whether the record's field meets the condition; an unknown field has no value.
    public func evaluate(target: any Model) -> Bool {
        self.operator.evaluate(target: target[field] ?? nil)
    }
}

extension QueryPredicateOperation: Equatable {
    /// Whether the fields and the conditions are the same.
    public static func == (lhs: QueryPredicateOperation, rhs: QueryPredicateOperation) -> Bool {
        lhs.field == rhs.field && lhs.operator == rhs.operator
    }
}

extension QueryPredicateGroup: Equatable {
    /// Whether the groups have the same conditions in the same order.
    public static func == (lhs: QueryPredicateGroup, rhs: QueryPredicateGroup) -> Bool {
        lhs.type == rhs.type && lhs.predicates.count == rhs.predicates.count
            && zip(lhs.predicates, rhs.predicates).allSatisfy { isSame($0, $1) }
    }

    private static func isSame(_ left: any QueryPredicate, _ right: any QueryPredicate) -> Bool {
        switch (left, right) {
        case (let left as QueryPredicateOperation, let right as QueryPredicateOperation): left == right
        case (let left as QueryPredicateGroup, let right as QueryPredicateGroup): left == right
        case (is QueryPredicateConstant, is QueryPredicateConstant): true
        default: false
        }
    }
}
