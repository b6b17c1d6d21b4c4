// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseWire
import Testing

/// A structure is read from a document, and written, as by way of values.
@Suite struct DocumentReadingTests {
    /// Answers every operation with nothing.
    private struct Empty: CognitoIdentityProviderService, OperationCaller {
        func call<Operation: ServiceOperation>(
            _ operation: Operation.Type, _ input: Operation.Input
        ) async throws(ServiceFault) -> Operation.Output {
            try Operation.Output(answer: WireDocument.emptyObject)
        }
    }

    /// The number of documents for each structure; a million for all of them where `GATEHOUSEBUILD_RUNS` asks for a
    /// thousand runs or more, as `make soak-release` does.
    private static let count =
        (ProcessInfo.processInfo.environment["GATEHOUSEBUILD_RUNS"].flatMap(Int.init) ?? 0) >= 1_000
        ? 1_000_000 / ComparedShape.all.count : 250

    @Test(arguments: ComparedShape.all)
    func `a structure is the same from a document and from a value, and has the same faults`(
        _ shape: ComparedShape
    ) throws {
        #expect(shape.verdict(Array(shape.sample.utf8)) == .obeyed)
        let sample = try WireValue(json: Array(shape.sample.utf8))
        var documents = RandomDocument(like: sample, seed: 1)
        for _ in 0..<Self.count {
            let document = documents.next()
            if shape.verdict(document) == nil {
                Issue.record("\(shape.testDescription) differs: \(Data(document).base64EncodedString())")
                return
            }
        }
    }

    @Test func `the compared documents obey the model, and break it in each way`() throws {
        let sample = try WireValue(json: Array(ComparedShape.signUp.sample.utf8))
        var documents = RandomDocument(like: sample, seed: 2)
        let verdicts = (0..<200).map { _ in ComparedShape.signUp.verdict(documents.next()) }
        #expect(ComparedShape.Verdict.allCases.allSatisfy { verdicts.contains($0) })
    }

    @Test func `the first fault in the order of the model is reported, whatever the order of the document`() {
        let texts = [
            #"{"UserAttributes":[{"Value":"v"}],"Username":"u","ClientId":"!"}"#,
            #"{"ClientId":"!","UserAttributes":[{"Value":"v"}],"Username":"u"}"#,
        ]
        let faults = texts.map { (text: String) -> ServiceFault? in
            #expect(throws: ServiceFault.self) {
                try SignUpRequest(validating: WireDocument(json: Array(text.utf8)), for: .cognitoIdentityProvider)
            }
        }
        #expect(faults[0] == faults[1])
        #expect(faults[0]?.message.contains("'clientId'") == true)
    }

    @Test func `a list of a thousand and one elements is refused, and repeated as from a value`() throws {
        let attributes = WireValue.array(Array(repeating: ["Name": "name", "Value": "a"], count: 1_001))
        for value in [
            ["ClientId": "c", "Username": "u", "UserAttributes": attributes],
            ["ClientId": "c", "Username": "u", "ClientMetadata": attributes],
        ] as [WireValue] {
            #expect(ComparedShape.signUp.verdict(value.jsonBytes()).map { $0 != .obeyed } == true)
        }
    }

    @Test(arguments: [31, 32, 33, 1_000])
    func `a map of any size is the same from a document and from a value`(_ count: Int) throws {
        let entries = (0..<count).map { (WireName("k\($0)"), WireValue.string("v\($0)")) }
        let value: WireValue = [
            "ClientId": "c", "Username": "u", "ClientMetadata": .object(Dictionary(uniqueKeysWithValues: entries)),
        ]
        #expect(ComparedShape.signUp.verdict(value.jsonBytes()) == .obeyed)
    }

    @Test func `a map of a thousand and one entries in a document is refused`() {
        let entries = (0..<1_001).map { (WireName("k\($0)"), WireValue.string("v\($0)")) }
        let value: WireValue = [
            "ClientId": "c", "Username": "u", "ClientMetadata": .object(Dictionary(uniqueKeysWithValues: entries)),
        ]
        let fault = #expect(throws: ServiceFault.self) {
            try SignUpRequest(validating: WireDocument(json: value.jsonBytes()), for: .cognitoIdentityProvider)
        }
        // A fault repeats the entries of a large map in any order.
        #expect(fault?.message.hasPrefix("1 validation error detected: Value '{k") == true)
        #expect(fault?.message.hasSuffix("Member must have length less than or equal to 1000") == true)
    }

    @Test func `the members of a structure are written in the order of their names`() {
        let user = GetUserResponse(
            username: "u\n", userAttributes: [AttributeType(name: "b", value: "é\"")], preferredMfaSetting: "")
        #expect(
            String(decoding: user.json(), as: UTF8.self)
                == #"{"PreferredMfaSetting":"","UserAttributes":[{"Name":"b","Value":"é\""}],"Username":"u\n"}"#)
        #expect(String(decoding: SignUpRequest(absent: ()).json(), as: UTF8.self) == #"{"ClientId":"","Username":""}"#)
        #expect(NoOutput().jsonBytes() == Array("{}".utf8))
    }

    @Test func `an empty structure and an empty map within others are written as objects`() {
        let answer = InitiateAuthResponse(challengeParameters: [:], authenticationResult: AuthenticationResultType())
        #expect(
            String(decoding: answer.json(), as: UTF8.self)
                == #"{"AuthenticationResult":{},"ChallengeParameters":{}}"#)
    }

    @Test func `a handler answers a document as it answers its value`() async throws {
        let handler = try #require(CognitoIdentityProviderOperations.table["SignUp"])
        let document = try WireDocument(foreignJSON: Array(ComparedShape.signUp.sample.utf8))
        let answer = try await handler.answer(to: .document(document), by: Empty())
        #expect(answer as? SignUpResponse == SignUpResponse(userConfirmed: false, userSub: ""))
        #expect(OperationInput.document(document)["Username"] == "ada")
        #expect(OperationInput.document(document).value == OperationInput.form(document.value).value)
        #expect(throws: ServiceFault.self) { try handler.validate(.document(.emptyObject)) }
        #expect(throws: ServiceFault.self) { try handler.validate(.form([:])) }
    }
}
