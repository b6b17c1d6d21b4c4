// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

/// The values of REST requests.
@Suite struct RESTOperationTests {
    @Test(arguments: [
        (RESTOperationType.get, "GET", "API.get"), (.put, "PUT", "API.put"), (.post, "POST", "API.post"),
        (.patch, "PATCH", "API.patch"), (.delete, "DELETE", "API.delete"), (.head, "HEAD", "API.head"),
    ])
    func `each method has its name in HTTP and the name of its Hub event`(
        type: RESTOperationType, method: String, event: String
    ) {
        #expect(type.rawValue == method && type.hubEventName == event)
    }

    @Test func `a request keeps its parts, which are nil unless given`() {
        let bare = RESTRequest()
        #expect(bare.apiName == nil && bare.path == nil && bare.headers == nil && bare.queryParameters == nil)
        #expect(bare.body == nil)
        let request = RESTRequest(
            apiName: "rest", path: "/items", headers: ["a": "1"], queryParameters: ["b": "2"], body: Data("{}".utf8))
        #expect(request.apiName == "rest" && request.path == "/items" && request.headers == ["a": "1"])
        #expect(request.queryParameters == ["b": "2"] && request.body == Data("{}".utf8))
        let operation = RESTOperationRequest(
            apiName: nil, operationType: .put, path: "/items", options: RESTOperationRequest.Options())
        #expect(operation.operationType == .put && operation.headers == nil && operation.body == nil)
    }
}

extension GlobalAmplify {
    /// Operations of an app's own plugin.
    @Suite struct OwnRESTOperationTests {
        /// An operation that ends with its path.
        private final class Echo: AmplifyOperation<RESTOperationRequest, Data, APIError>, RESTOperation,
            @unchecked Sendable
        {
            // Unchecked because its superclass is so.
            init(_ request: RESTOperationRequest, _ listener: ResultListener?) {
                super.init(
                    categoryType: .api, eventName: request.operationType.hubEventName, request: request,
                    resultListener: listener)
            }

            override func main() {
                dispatch(result: .success(Data((request.path ?? "").utf8)))
                finish()
            }
        }

        @Test func `an operation has a listener, and a task with its value`() async throws {
            try await fresh {
                let request = RESTOperationRequest(
                    apiName: nil, operationType: .get, path: "/items", options: RESTOperationRequest.Options())
                let (results, queue) = AsyncStream.makeStream(of: RESTOperation.OperationResult.self)
                let operation: any RESTOperation = Echo(request) { queue.yield($0) }
                let task = RESTTask(operation: operation)
                operation.start()
                let value = try await task.value
                let heard = try await results.first { _ in true }?.get()
                #expect(value == Data("/items".utf8) && heard == value)
                #expect(operation.isFinished && operation.eventName == "API.get")
            }
        }
    }
}
