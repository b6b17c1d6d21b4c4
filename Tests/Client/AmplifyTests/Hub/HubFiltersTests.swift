// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@Suite struct HubFiltersTests {
    private let payload = HubPayload(eventName: "a")

    @Test(arguments: [true, false], [true, false])
    func `all needs every filter, any needs one`(first: Bool, second: Bool) {
        #expect(HubFilters.all(filters: { _ in first }, { _ in second })(payload) == (first && second))
        #expect(HubFilters.any(filters: { _ in first }, { _ in second })(payload) == (first || second))
    }

    @Test func `an operation's filter passes only the operation's own events`() {
        let request = AuthFetchDevicesRequest(options: .init())
        let operations = (0..<2).map { _ in
            AmplifyOperation<AuthFetchDevicesRequest, Void, AuthError>(
                categoryType: .auth,
                eventName: "devices",
                request: request
            )
        }
        let filter = HubFilters.forOperation(operations[0])
        let payloads = operations.map { operation in
            HubPayload(
                eventName: "devices", context: AmplifyOperationContext(operationId: operation.id, request: request))
        }
        #expect(payloads.map(filter) == [true, false])
        #expect(!filter(payload))
    }

    @Test(arguments: CategoryType.allCases)
    func `each category has a channel of its own`(type: CategoryType) {
        #expect("\(HubChannel(from: type))" == type.rawValue)
    }

    @Test func `custom channels differ by name`() {
        #expect(HubChannel.custom("a") != .custom("b"))
        #expect(HubChannel.custom("auth") != .auth)
    }

    @Test func `life-cycle events have the names that apps wait for`() {
        #expect(HubPayload.EventName.Auth.signedIn == "Auth.signedIn")
        #expect(HubPayload.EventName.Auth.signedOut == "Auth.signedOut")
        #expect(HubPayload.EventName.Auth.userDeleted == "Auth.userDeleted")
        #expect(HubPayload.EventName.Auth.sessionExpired == "Auth.sessionExpired")
        #expect(HubPayload.EventName.Logging.writeLogFailure == "Logging.writeLogFailure")
        #expect(HubPayload.EventName.Logging.flushLogFailure == "Logging.flushLogFailure")
    }
}
