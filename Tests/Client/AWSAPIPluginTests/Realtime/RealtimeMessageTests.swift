// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// The messages of the subprotocol.
@Suite struct RealtimeMessageTests {
    @Test func `messages of the client have AppSync's form`() {
        #expect(RealtimeRequest.initialize.text == #"{"type":"connection_init"}"#)
        #expect(RealtimeRequest.stop(id: "a").text == #"{"id":"a","type":"stop"}"#)
        let start = RealtimeRequest.start(id: "a", document: #"{"query":"s"}"#, authorization: ["host": "h"])
        #expect(
            start.text
                == #"{"id":"a","payload":{"data":"{\"query\":\"s\"}","extensions":{"authorization":{"host":"h"}}},"#
                + #""type":"start"}"#)
    }

    @Test func `messages of the service are read from text and from bytes`() {
        let text = #"{"type":"data","id":"a","payload":{"data":1},"more":[]}"#
        let expected = RealtimeResponse(.data, id: "a", payload: ["data": 1])
        #expect(RealtimeResponse(.text(text)) == expected)
        #expect(RealtimeResponse(.binary(Data(text.utf8))) == expected)
        #expect(RealtimeResponse(.text(#"{"type":"ka"}"#)) == RealtimeResponse(.keepAlive))
    }

    @Test(arguments: [
        "", "{", "[]", #""ka""#, #"{"type":7}"#, #"{"type":"other"}"#, "{}", "<html>",
        #"{"type":"data","id":"a","payl"#,
        String(repeating: "[", count: 100_000),
    ])
    func `a message that is not one of the subprotocol is ignored`(text: String) {
        #expect(RealtimeResponse(.text(text)) == nil)
    }

    @Test func `the errors of a message are a list or one object`() {
        let error: WireValue = ["errorType": "A"]
        #expect(RealtimeResponse(.error, payload: ["errors": [error, error]]).errors == [error, error])
        #expect(RealtimeResponse(.error, payload: ["errors": error]).errors == [error])
        for payload in [WireValue.null, ["errors": nil], [:]] {
            #expect(RealtimeResponse(.error, payload: payload).errors.isEmpty)
        }
    }
}
