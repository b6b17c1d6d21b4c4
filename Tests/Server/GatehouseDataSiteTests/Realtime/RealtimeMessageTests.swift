// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import GatehouseSites
import Testing

@testable import GatehouseDataSite

/// The texts of the messages of `graphql-ws`.
@Suite struct RealtimeMessageTests {
    @Test func `the messages of clients are read, with or without further members`() {
        #expect(RealtimeMessage(#"{"type":"connection_init"}"#) == .initialize)
        #expect(RealtimeMessage(#"{"type":"connection_init","payload":{"a":1},"id":"x"}"#) == .initialize)
        #expect(RealtimeMessage(#"{"id":"1","type":"stop"}"#) == .stop(id: "1"))
        let start = RealtimeMessage(
            #"""
            {"type":"start","id":"8F0-é","payload":{"data":"{\"query\":\"q\"}","extensions":{"authorization":
            {"host":"localhost","Authorization":"token","x-amz-user-agent":"js","number":1}}}}
            """#)
        #expect(
            start
                == .start(
                    id: "8F0-é",
                    RealtimeStart(
                        data: #"{"query":"q"}"#,
                        authorization: [
                            AuthorizationHeader(name: "Authorization", value: "token"),
                            AuthorizationHeader(name: "host", value: "localhost"),
                            AuthorizationHeader(name: "x-amz-user-agent", value: "js"),
                        ])))
        #expect(
            RealtimeMessage(#"{"type":"start","id":"1","payload":{"data":"x"}}"#)
                == .start(id: "1", RealtimeStart(data: "x", authorization: [])))
    }

    @Test(arguments: [
        "", "{", "[]", "1", "null", #""connection_init""#, "{}", #"{"type":1}"#, #"{"type":"Connection_Init"}"#,
        #"{"type":"start","payload":{"data":"x"}}"#, #"{"type":"stop"}"#, #"{"type":"stop","id":""}"#,
        #"{"type":"stop","id":1}"#,
    ])
    func `an invalid message has no id`(text: String) {
        #expect(RealtimeMessage(text) == .unsupported(id: nil))
    }

    @Test(arguments: [
        #"{"type":"start","id":"1"}"#, #"{"type":"start","id":"1","payload":{}}"#,
        #"{"type":"start","id":"1","payload":{"data":{"query":"q"}}}"#, #"{"type":"ka","id":"1"}"#,
    ])
    func `a message that is not supported keeps its id`(text: String) {
        #expect(RealtimeMessage(text) == .unsupported(id: "1"))
    }

    @Test func `an id has 1 to 128 bytes`() {
        for (id, isRead) in [
            (String(repeating: "a", count: 128), true), (String(repeating: "a", count: 129), false),
            (String(repeating: "é", count: 64), true), (String(repeating: "é", count: 65), false),
        ] {
            let message = RealtimeMessage(#"{"type":"stop","id":"\#(id)"}"#)
            #expect(message == (isRead ? .stop(id: id) : .unsupported(id: nil)))
        }
    }

    @Test func `the messages of the server have the texts that clients of AppSync know`() {
        #expect(
            RealtimeAnswer.connectionAck.text == #"{"type":"connection_ack","payload":{"connectionTimeoutMs":300000}}"#)
        #expect(RealtimeAnswer.keepAlive.text == #"{"type":"ka"}"#)
        #expect(RealtimeAnswer.startAck(id: "1").text == #"{"type":"start_ack","id":"1"}"#)
        #expect(RealtimeAnswer.complete(id: "1").text == #"{"id":"1","type":"complete"}"#)
        #expect(
            RealtimeAnswer.data(id: "1", ["data": .object(["onCreateTodo": .null])]).text
                == #"{"id":"1","type":"data","payload":{"data":{"onCreateTodo":null}}}"#)
        #expect(
            RealtimeAnswer.connectionError(RealtimeError(.unauthorized(.notAuthorized))).text
                == #"{"payload":{"errors":[{"errorType":"UnauthorizedException","message":"You are not authorized "#
                + #"to make this call.","errorCode":401}]},"type":"connection_error"}"#)
        #expect(
            RealtimeAnswer.error(id: nil, [RealtimeError.unsupported.members]).text
                == #"{"type":"error","payload":{"errors":[{"errorType":"UnsupportedOperation","message":"unknown not "#
                + #"supported through the realtime channel"}]}}"#)
    }

    @Test func `an error at a limit is an object, as older clients read it`() {
        #expect(
            RealtimeAnswer.limit(id: "101", .tooMany).text
                == #"{"id":"101","type":"error","payload":{"errors":{"errorType":"MaxSubscriptionsReachedError","#
                + #""message":"Max number of 100 subscriptions reached","errorCode":400}}}"#)
        #expect(
            RealtimeAnswer.limit(id: nil, .tooOften).text
                == #"{"type":"error","payload":{"errors":{"errorType":"LimitExceededError","message":"Rate limit "#
                + #"exceeded","errorCode":429}}}"#)
    }
}
