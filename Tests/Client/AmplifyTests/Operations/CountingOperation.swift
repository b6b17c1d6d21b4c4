// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// The request of an operation under test.
struct CountingRequest: AmplifyOperationRequest, RequestIdentifier {
    struct Options {}

    let options = Options()
    let requestID = "request-1"
}

/// An operation that reports numbers and results in text, when the test says so.
final class CountingOperation: AmplifyInProcessReportingOperation<CountingRequest, Int, String, AuthError>,
    @unchecked Sendable
{
    static let eventName = "Counting"

    let pauses = AtomicValue(initialValue: [String]())

    init(inProcessListener: InProcessListener? = nil, resultListener: ResultListener? = nil) {
        super.init(
            categoryType: .auth, eventName: Self.eventName, request: CountingRequest(),
            inProcessListener: inProcessListener, resultListener: resultListener)
    }

    override func main() {}

    override func pause() {
        pauses.append("pause")
    }

    override func resume() {
        pauses.append("resume")
    }
}
