// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

@testable import GatehouseSchemaCompiler

@Suite
struct AWSScalarTests {
    @Test(arguments: [
        ("AWSDate", "2026-02-28", true), ("AWSDate", "2024-02-29Z", true), ("AWSDate", "2026-02-29", false),
        ("AWSDate", "2026-2-2", false), ("AWSDate", "10000-01-01", false), ("AWSDate", "2026-01-01+01:00", true),
        ("AWSTime", "23:59:59.999", true), ("AWSTime", "24:00:00", false), ("AWSTime", "10:00:00Z", true),
        ("AWSDateTime", "2026-01-01T00:00:00Z", true), ("AWSDateTime", "2026-01-01T00:00:00", false),
        ("AWSDateTime", "2026-01-01T00:00:00.123+05:30", true), ("AWSDateTime", "2026-01-01 00:00:00Z", false),
        ("AWSEmail", "a.b@c.example", true), ("AWSEmail", "a@b", false), ("AWSEmail", "a..b@c.example", false),
        ("AWSEmail", "@c.example", false), ("AWSJSON", "{\"a\":[1]}", true), ("AWSJSON", "{a:1}", false),
        ("AWSJSON", "", false), ("AWSURL", "https://example.com/a?b", true), ("AWSURL", "example.com", false),
        ("AWSURL", "1http://x", false), ("AWSURL", "https://a b", false), ("AWSPhone", "+49 30 123456", true),
        ("AWSPhone", "(555) 123-4567", true), ("AWSPhone", "12", false), ("AWSPhone", "+1a2345678", false),
        ("AWSIPAddress", "127.0.0.1", true), ("AWSIPAddress", "127.0.0.256", false),
        ("AWSIPAddress", "10.0.0.0/8", true), ("AWSIPAddress", "10.0.0.0/33", false), ("AWSIPAddress", "::1", true),
        ("AWSIPAddress", "::", true), ("AWSIPAddress", "1::2::3", false), ("AWSIPAddress", "1:2:3:4:5:6:7:8", true),
        ("AWSIPAddress", "1:2:3:4:5:6:7", false), ("AWSIPAddress", "::ffff:1.2.3.4", true),
        ("AWSIPAddress", "fe80::/64", true), ("AWSIPAddress", ":1", false), ("AWSIPAddress", ":::", false),
    ])
    func `a text is a value of its type or not`(type: String, text: String, isValid: Bool) {
        #expect((AWSScalars.rules[type].accept(.string(text), false) != nil) == isValid)
    }

    @Test
    func `a timestamp is a whole number of seconds or milliseconds up to the year 9999`() {
        let rule = AWSScalars.rules["AWSTimestamp"]
        #expect(rule.accept(.int(1_767_225_600_000), false) == .int(1_767_225_600_000))
        #expect(rule.accept(.int(-1), false) == .int(-1) && rule.accept(.float(1.5), false) == nil)
        #expect(rule.accept(.int(253_402_300_799_999), false) != nil)
        #expect(rule.accept(.int(253_402_300_800_000), false) == nil && rule.accept(.int(.min), false) == nil)
    }

    @Test(arguments: [
        ("1", "Int", GraphQLValue.int(1)), ("1.5", "Float", .float(1.5)), ("true", "Boolean", .boolean(true)),
        ("x", "String", .string("x")), ("1", "AWSTimestamp", .int(1)),
    ])
    func `a spelling has the value of its type`(text: String, type: String, value: GraphQLValue) {
        #expect(AWSScalars.value(of: text, as: type) == value)
    }

    @Test(arguments: [("x", "Int"), ("3000000000", "Int"), ("nan", "Float"), ("1", "Boolean"), ("x", "AWSDate")])
    func `a wrong spelling has no value`(text: String, type: String) {
        #expect(AWSScalars.value(of: text, as: type) == nil)
    }
}
