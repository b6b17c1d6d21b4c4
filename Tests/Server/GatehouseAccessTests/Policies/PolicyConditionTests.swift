// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import Testing

@Suite struct PolicyConditionTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let condition: String
        let values: [String]
        let holds: Bool

        init(_ condition: String, _ values: [String], _ holds: Bool) {
            (self.condition, self.values, self.holds) = (condition, values, holds)
        }

        var testDescription: String { "\(condition) \(values)" }
    }

    private static func holds(_ condition: String, _ values: [ContextKey: [String]]) throws -> Bool {
        let own = try policy(
            #"{"Effect":"Allow","Action":"*","Resource":"*","Condition":{\#(condition)}}"#)
        return own.decision(on: request("s3:GetObject", on: "*", values)) == .allowed
    }

    @Test(arguments: [
        Case(#""StringEquals":{"x:k":"a"}"#, ["a"], true), Case(#""StringEquals":{"x:k":"a"}"#, ["A"], false),
        Case(#""StringEquals":{"X:K":["b","a"]}"#, ["a"], true), Case(#""StringEquals":{"x:k":"a*"}"#, ["ab"], false),
        Case(#""StringNotEquals":{"x:k":["a","b"]}"#, ["b"], false),
        Case(#""StringNotEquals":{"x:k":"a"}"#, ["b"], true),
        Case(#""StringEqualsIgnoreCase":{"x:k":"aB"}"#, ["Ab"], true),
        Case(#""StringNotEqualsIgnoreCase":{"x:k":"a"}"#, ["A"], false),
        Case(#""StringLike":{"x:k":"a*?"}"#, ["ab"], true), Case(#""StringLike":{"x:k":"a?"}"#, ["a"], false),
        Case(#""StringNotLike":{"x:k":"a*"}"#, ["ab"], false),
        Case(#""NumericEquals":{"x:k":10}"#, ["10.0"], true), Case(#""NumericNotEquals":{"x:k":10}"#, ["10"], false),
        Case(#""NumericLessThan":{"x:k":"10"}"#, ["9"], true), Case(#""NumericLessThan":{"x:k":"10"}"#, ["10"], false),
        Case(#""NumericLessThanEquals":{"x:k":"10"}"#, ["10"], true),
        Case(#""NumericGreaterThan":{"x:k":"10"}"#, ["11"], true),
        Case(#""NumericGreaterThanEquals":{"x:k":"10"}"#, ["9"], false),
        Case(#""NumericLessThan":{"x:k":"10"}"#, ["many"], false),
        Case(#""DateLessThan":{"x:k":"2026-01-02T00:00:00Z"}"#, ["2026-01-01T23:59:59Z"], true),
        Case(#""DateGreaterThan":{"x:k":"2026-01-02"}"#, ["2026-01-02T00:00:01Z"], true),
        Case(#""DateEquals":{"x:k":"1767225600"}"#, ["2026-01-01T00:00:00Z"], true),
        Case(#""Bool":{"x:k":true}"#, ["true"], true), Case(#""Bool":{"x:k":"true"}"#, ["false"], false),
        Case(#""IpAddress":{"x:k":"10.0.0.0/8"}"#, ["10.1.2.3"], true),
        Case(#""IpAddress":{"x:k":"10.0.0.0/8"}"#, ["11.1.2.3"], false),
        Case(#""IpAddress":{"x:k":"10.0.0.0/8"}"#, ["::ffff:10.1.2.3"], true),
        Case(#""IpAddress":{"x:k":"2001:db8::/32"}"#, ["2001:db8::1"], true),
        Case(#""NotIpAddress":{"x:k":"10.0.0.0/8"}"#, ["10.1.2.3"], false),
        Case(#""ArnLike":{"x:k":"arn:aws:iam::*:role/a*"}"#, ["arn:aws:iam::123456789012:role/abc"], true),
        Case(#""ArnEquals":{"x:k":"arn:aws:*:role/a"}"#, ["arn:aws:iam::123456789012:role/a"], false),
        Case(#""ArnNotLike":{"x:k":"arn:aws:iam::*:role/a"}"#, ["arn:aws:iam::123456789012:role/a"], false),
        Case(#""Null":{"x:k":"true"}"#, [], true), Case(#""Null":{"x:k":"true"}"#, ["a"], false),
        Case(#""Null":{"x:k":false}"#, ["a"], true),
    ])
    func `an operator holds as IAM defines it`(_ line: Case) throws {
        #expect(try Self.holds(line.condition, ["x:k": line.values]) == line.holds)
    }

    @Test(arguments: [
        Case(#""StringEquals":{"x:k":"a"}"#, [], false), Case(#""StringNotEquals":{"x:k":"a"}"#, [], true),
        Case(#""StringEqualsIfExists":{"x:k":"a"}"#, [], true),
        Case(#""StringEqualsIfExists":{"x:k":"a"}"#, ["b"], false), Case(#""Bool":{"x:k":"false"}"#, [], false),
        Case(#""NotIpAddress":{"x:k":"10.0.0.0/8"}"#, [], true),
        Case(#""ForAnyValue:StringEquals":{"x:k":"a"}"#, [], false),
        Case(#""ForAnyValue:StringNotEquals":{"x:k":"a"}"#, [], false),
        Case(#""ForAllValues:StringEquals":{"x:k":"a"}"#, [], true),
        Case(#""ForAllValues:StringNotEquals":{"x:k":"a"}"#, [], true),
    ])
    func `a missing key fails a positive operator and fulfils a negated one`(_ line: Case) throws {
        #expect(try Self.holds(line.condition, ["x:k": line.values]) == line.holds)
    }

    @Test(arguments: [
        Case(#""ForAnyValue:StringLike":{"x:k":"a*"}"#, ["b", "ab"], true),
        Case(#""ForAnyValue:StringLike":{"x:k":"a*"}"#, ["b", "c"], false),
        Case(#""ForAnyValue:StringNotEquals":{"x:k":"a"}"#, ["a", "b"], true),
        Case(#""ForAnyValue:StringNotEquals":{"x:k":["a","b"]}"#, ["a", "b"], false),
        Case(#""ForAllValues:StringEquals":{"x:k":["a","b"]}"#, ["a", "b"], true),
        Case(#""ForAllValues:StringEquals":{"x:k":"a"}"#, ["a", "b"], false),
        Case(#""ForAllValues:StringNotEquals":{"x:k":"a"}"#, ["b", "a"], false),
        Case(#""StringEquals":{"x:k":"a"}"#, ["b", "a"], true),
        Case(#""StringNotEquals":{"x:k":"a"}"#, ["b", "a"], false),
    ])
    func `a key with several values is compared as the prefix says`(_ line: Case) throws {
        #expect(try Self.holds(line.condition, ["x:k": line.values]) == line.holds)
    }

    @Test func `all operators and keys of a condition must hold`() throws {
        let condition = #""StringEquals":{"x:k":"a","x:l":"b"},"Bool":{"x:m":"true"}"#
        let values: [ContextKey: [String]] = ["x:k": ["a"], "x:l": ["b"], "x:m": ["true"]]
        #expect(try Self.holds(condition, values))
        for key: ContextKey in ["x:k", "x:l", "x:m"] {
            var fewer = values
            fewer[key] = nil
            #expect(try !Self.holds(condition, fewer))
        }
    }

    @Test func `a variable without a value fulfils no condition of an allow, negated or not`() throws {
        for condition in ["StringEquals", "StringNotEquals", "StringNotLike", "ForAllValues:StringNotEquals"] {
            #expect(try !Self.holds(#""\#(condition)":{"x:k":"${aws:username}"}"#, ["x:k": ["a"]]))
        }
        #expect(try Self.holds(#""StringEquals":{"x:k":"${aws:username}"}"#, ["x:k": ["a"], "aws:username": ["a"]]))
    }

    @Test func `a deny whose negated condition has a variable without a value still denies`() throws {
        let deny = try policy(
            #"{"Effect":"Deny","Action":"*","Resource":"*","Condition":{"StringNotEquals":{"x:k":"${x:own}"}}}"#)
        #expect(deny.decision(on: request("a:B", on: "*", ["x:k": ["a"]])) == .explicitlyDenied)
    }
}
