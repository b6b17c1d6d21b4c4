// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The kinds of failures.
@Suite struct AttemptFailureTests {
    /// The kind of a failure that another mode would not change; nil for the others.
    private static func end(_ failure: AttemptFailure) -> FailureKind? {
        if case .final(let failure) = failure { FailureKind(failure) } else { nil }
    }

    private static func status(_ code: Int, _ headers: [String: String] = [:]) throws -> APIError {
        let url = try #require(URL(string: "https://api.example.org"))
        let response = HTTPURLResponse(url: url, statusCode: code, httpVersion: nil, headerFields: headers)
        return .httpStatusError(code, try #require(response))
    }

    @Test(arguments: [
        (400, FailureKind.refused), (404, .refused), (408, .unavailable), (413, .refused), (429, .unavailable),
        (500, .unavailable), (502, .unavailable), (503, .unavailable), (504, .unavailable),
    ])
    func `a status of HTTP is a failure of its kind`(status: Int, kind: FailureKind) throws {
        #expect(Self.end(AttemptFailure(try Self.status(status))) == kind)
    }

    @Test(
        arguments: [
            ("30", Duration.seconds(30)), ("0", .zero), ("-1", nil), ("Wed, 21 Oct 2026 07:28:00 GMT", nil), (nil, nil),
        ] as [(String?, Duration?)])
    func `the pause that the service asks for is read in seconds`(text: String?, pause: Duration?) throws {
        let headers = text.map { ["Retry-After": $0] } ?? [:]
        guard case .final(.unavailable(let wait, _)) = AttemptFailure(try Self.status(503, headers)) else {
            Issue.record("The status is no pause.")
            return
        }
        #expect(wait == pause)
    }

    @Test func `a call without an answer is a failure of the network`() {
        let errors: [any Error] = [
            APIError.networkError("", nil, URLError(.timedOut)), APIError.networkError("", nil, nil),
            APIError.operationError("", "", AuthError.service("no network", "", nil)),
            APIError.operationError("", "", URLError(.networkConnectionLost)), URLError(.cannotFindHost),
            CancellationError(), APIError.operationError("", "", OperationCancelledError()),
        ]
        for error in errors { #expect(Self.end(AttemptFailure(error)) == .network, "\(error)") }
    }

    @Test(arguments: APIFailureKind.allCases)
    func `the kind of an error of the API plugin is known, whatever its details are`(kind: APIFailureKind) {
        let cause = URLError(.badURL)
        #expect(APIError.failure(kind, detail: " x", suggestion: "y", cause).failureKind == kind)
        #expect(APIError.operationError("Another text", "", cause).failureKind == nil)
    }

    @Test func `an answer that cannot be read is not a failure of the network`() {
        let errors: [any Error] = [
            APIError.unknown("The service returned some data without any `data` and `errors`", "", nil),
            APIError.operationError("Could not retrieve object, given decode path: x", "", nil),
            APIError.networkError("", nil, URLError(.dataLengthExceedsMaximum)),
        ]
        for error in errors { #expect(Self.end(AttemptFailure(error)) == .undecodable, "\(error)") }
    }

    @Test(arguments: [
        ("ConditionalCheckFailedException", FailureKind.conditionFailed),
        ("DynamoDB:ConditionalCheckFailedException", .conditionFailed), ("ConflictUnhandled", .conflict),
        ("OperationDisabled", .operationDisabled), ("InternalFailure", .unavailable),
        ("ExecutionTimeout", .unavailable), ("DynamoDB:ProvisionedThroughputExceededException", .unavailable),
        ("MaxSubscriptionsReachedError", .refused), ("BadRequest", .refused), ("ConflictError", .refused),
    ])
    func `an error of an answer is a failure of its type`(type: String, kind: FailureKind) {
        #expect(Self.end(AttemptFailure([.ofType(type)])) == kind)
    }

    @Test func `one refusal among several errors is a refusal of the caller`() {
        guard case .refusedCaller = AttemptFailure([.ofType("BadRequest"), .ofType("Unauthorized")]) else {
            Issue.record("The errors are no refusal.")
            return
        }
    }

    @Test func `a conflict has the record of the service, whose model the request tells if the service does not`() {
        ModelRegistry.register(modelType: PublicRecord.self)
        var members: [String: JSONValue] = [
            "id": "1", "content": "theirs", "_version": 7, "_deleted": nil, "_lastChangedAt": 1_800_000_000_123,
        ]
        for typeName in [nil, "PublicRecord"] as [String?] {
            members["__typename"] = typeName.map { .string($0) }
            let failure = AttemptFailure(
                [.ofType("ConflictUnhandled", data: .object(members))], model: "PublicRecord")
            guard case .final(.conflict(let remote?, _)) = failure else {
                Issue.record("The conflict has no record.")
                continue
            }
            #expect((remote.model.instance as? PublicRecord)?.content == "theirs")
            #expect(remote.syncMetadata.version == 7 && !remote.syncMetadata.deleted)
            #expect(remote.syncMetadata.lastChangedAt == 1_800_000_000_123)
        }
        for data in [nil, .null, .object(["id": "1"])] as [JSONValue?] {
            let failure = AttemptFailure([.ofType("ConflictUnhandled", data: data)], model: "PublicRecord")
            guard case .final(.conflict(nil, _)) = failure else {
                Issue.record("The conflict has a record.")
                continue
            }
        }
    }

    @Test func `a session that cannot be read is not a refusal`() {
        let error = AuthError.unknown("The keychain is locked.", nil)
        let list = ModeList(caller: Caller(userPool: "ada", openID: nil), modes: [.inferred])
        let failure = AttemptFailure(APIError.operationError("Failed to retrieve authorization token.", "", error))
        #expect(FailureKind(list.failure(after: [failure])) == .signedOut)
    }

    @Test func `only a missing sign-in and missing rights are refusals of the caller`() {
        let error = DataStoreError.sync("", "")
        let refusals: [RemoteFailure] = [.signedOut(error), .unauthorized(error)]
        let others: [RemoteFailure] = [
            .network(error), .unavailable(retryAfter: nil, error), .undecodable(error),
            .conflict(remote: nil, errors: []), .conditionFailed([]), .operationDisabled([]), .refused([]),
            .partial(nil, []),
        ]
        #expect(refusals.filter(\.isRefusalOfCaller).count == refusals.count)
        #expect(others.filter(\.isRefusalOfCaller).isEmpty)
    }
}
