// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

@Suite struct AWSJSONTests {
    @Test func `an empty body is an empty object`() throws {
        #expect(try AWSJSON.request(Data()) == [:])
        #expect(try AWSJSON.answer(Data()) == [:])
    }

    @Test(arguments: ["[]", "1", "\"{}\"", "null", "{", "Action=GetId", "<xml/>"])
    func `a body that is no object is refused`(text: String) {
        let request = #expect(throws: ServiceFault.self) { try AWSJSON.request(Data(text.utf8)) }
        #expect(request?.code == .serialization)
        #expect(request?.origin == .service)
        let answer = #expect(throws: ServiceFault.self) { try AWSJSON.answer(Data(text.utf8)) }
        #expect(answer?.origin == .garbled)
    }

    @Test func `a fault is written with type, message and members`() {
        let fault = ServiceFault("InvalidParameterException", "No \"x\"", members: ["reasonCode": "R"])
        let text = #"{"__type":"InvalidParameterException","message":"No \"x\"","reasonCode":"R"}"#
        #expect(String(decoding: AWSJSON.body(of: fault), as: UTF8.self) == text)
    }

    @Test func `a fault is read back as it was`() {
        let fault = ServiceFault("CodeMismatchException", "Wrong", members: ["reasonCode": "R"])
        #expect(AWSJSON.fault(body: AWSJSON.body(of: fault), errorType: nil, status: 400) == fault)
    }

    @Test(
        arguments: [
            (#"{"__type":"com.amazonaws#AliasExistsException","message":"m"}"#, nil, "AliasExistsException", "m"),
            (#"{"__type":"A:http://x/","Message":"M"}"#, nil, "A", "M"),
            (#"{"code":"B","message":"m"}"#, nil, "B", "m"),
            (#"{"__type":"Body","message":"m"}"#, "Header:", "Header", "m"),
            ("", "ns#Header:http://internal.amazon.com/", "Header", ""),
            (#"{"__type":5,"message":7}"#, "H", "H", ""),
        ] as [(String, String?, String, String)])
    func `codes are found bare`(body: String, header: String?, code: String, message: String) {
        let fault = AWSJSON.fault(body: Data(body.utf8), errorType: header, status: 400)
        #expect(fault.code.rawValue == code)
        #expect(fault.message == message)
        #expect(fault.origin == .service)
    }

    @Test(arguments: ["", "<html>", "{}", #"{"__type":""}"#, ##"{"__type":"#:"}"##])
    func `an answer without a code is garbled`(body: String) {
        let fault = AWSJSON.fault(body: Data(body.utf8), errorType: nil, status: 502)
        #expect(fault.origin == .garbled)
        #expect(fault.message.contains("502"))
    }
}
