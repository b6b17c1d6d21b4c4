// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import Testing

@Suite struct PolicyVariableTests {
    private static func allows(_ resource: String, _ request: AccessRequest, effect: String = "Allow") throws -> Bool {
        let own = try policy(#"{"Effect":"\#(effect)","Action":"*","Resource":"\#(resource)"}"#)
        return own.decision(on: request) == (effect == "Allow" ? .allowed : .explicitlyDenied)
    }

    @Test func `a variable has the value of the request, whose wildcards are none`() throws {
        let home = "arn:aws:s3:::home/${aws:username}/*"
        #expect(try Self.allows(home, request(on: "arn:aws:s3:::home/ada/x", ["aws:username": ["ada"]])))
        #expect(try Self.allows(home, request(on: "arn:aws:s3:::home/ada/x", ["AWS:UserName": ["ada"]])))
        #expect(try !Self.allows(home, request(on: "arn:aws:s3:::home/bob/x", ["aws:username": ["ada"]])))
        #expect(try !Self.allows(home, request(on: "arn:aws:s3:::home/bob/x", ["aws:username": ["*"]])))
        #expect(try !Self.allows(home, request(on: "arn:aws:s3:::home/bob/x", ["aws:username": ["b?b"]])))
        #expect(try Self.allows(home, request(on: "arn:aws:s3:::home/*/x", ["aws:username": ["*"]])))
    }

    @Test func `a variable in the value of a variable is text`() throws {
        let values: [ContextKey: [String]] = ["aws:username": ["${aws:userid}"], "aws:userid": ["x"]]
        #expect(try !Self.allows("arn:aws:s3:::${aws:username}", request(on: "arn:aws:s3:::x", values)))
    }

    @Test func `a variable without a value permits nothing, also beside a resource that matches`() throws {
        let list = try policy(
            #"{"Effect":"Allow","Action":"*","Resource":["arn:aws:s3:::a","arn:aws:s3:::${aws:username}"]}"#)
        #expect(list.decision(on: request(on: "arn:aws:s3:::a")) == .implicitlyDenied)
        #expect(list.decision(on: request(on: "arn:aws:s3:::a", ["aws:username": ["b"]])) == .allowed)
        #expect(try !Self.allows("arn:aws:s3:::${aws:username}", request(on: "arn:aws:s3:::")))
        let other = try policy(
            #"{"Effect":"Allow","Action":"*","NotResource":"arn:aws:s3:::${aws:username}"}"#)
        #expect(other.decision(on: request(on: "arn:aws:s3:::a")) == .implicitlyDenied)
    }

    @Test func `a variable without a value does not switch off the rest of a deny`() throws {
        let deny = try policy(
            #"{"Effect":"Deny","Action":"*","Resource":["arn:aws:s3:::a","arn:aws:s3:::${aws:username}"]}"#)
        #expect(deny.decision(on: request(on: "arn:aws:s3:::a")) == .explicitlyDenied)
        #expect(deny.decision(on: request(on: "arn:aws:s3:::b")) == .implicitlyDenied)
    }

    @Test func `a variable with several values has none`() throws {
        let values: [ContextKey: [String]] = ["aws:username": ["a", "b"]]
        #expect(try !Self.allows("arn:aws:s3:::${aws:username}", request(on: "arn:aws:s3:::a", values)))
    }

    @Test func `a default is used without a value, and escapes are characters`() throws {
        #expect(try Self.allows("arn:aws:s3:::${aws:username, 'guest'}", request(on: "arn:aws:s3:::guest")))
        #expect(try Self.allows("arn:aws:s3:::${*}${?}${$}", request(on: "arn:aws:s3:::*?$")))
        #expect(try !Self.allows("arn:aws:s3:::${*}", request(on: "arn:aws:s3:::x")))
    }

    @Test func `a policy of 2008 has no variables`() throws {
        let old = try Policy(
            json: #"{"Statement":{"Effect":"Allow","Action":"*","Resource":"arn:aws:s3:::${aws:username}"}}"#,
            for: .identity)
        let values: [ContextKey: [String]] = ["aws:username": ["a"]]
        #expect(old.decision(on: request(on: "arn:aws:s3:::a", values)) == .implicitlyDenied)
        #expect(old.decision(on: request(on: "arn:aws:s3:::${aws:username}", values)) == .allowed)
    }
}
