// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseUserPoolKernel
import GatehouseWire
import Synchronization

/// The functions of a pool's triggers, by the source of the event; without a function, the response is empty.
final class FederationTriggers: PromptFunctions {
    typealias Function = @Sendable (_ event: WireValue) async throws(TriggerFailure) -> [WireName: WireValue]

    private static let arn = "arn:aws:lambda:us-east-1:123456789012:function:all"
    private let functions: [String: Function]
    private let told = Mutex<[WireValue]>([])

    init(_ functions: [String: Function] = [:]) {
        self.functions = functions
    }

    /// The events so far, the first one first.
    var events: [WireValue] { told.withLock { $0 } }
    /// Their sources.
    var sources: [String] { events.compactMap { $0["triggerSource"]?.stringValue } }

    /// The request of the last event with a source.
    func request(_ source: String) -> WireValue? {
        events.last { $0["triggerSource"]?.stringValue == source }?["request"]
    }

    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        guard let event = try? WireValue(json: Array(call.event.utf8)), var members = event.objectValue else {
            throw .notJSON
        }
        told.withLock { $0.append(event) }
        let source = event["triggerSource"]?.stringValue ?? ""
        if let function = functions[source] { members["response"] = .object(try await function(event)) }
        return .object(members)
    }

    func codeKey(_ id: String) -> RawAESKey? { nil }

    /// The Lambda configuration of a pool with a function for every trigger of a federated sign-in, and for two that
    /// never run in one.
    static var settings: LambdaConfigType {
        LambdaConfigType(
            preSignUp: arn, customMessage: arn, postConfirmation: arn, preAuthentication: arn, postAuthentication: arn,
            userMigration: arn, inboundFederation: InboundFederationLambdaType(lambdaVersion: .v1_0, lambdaArn: arn))
    }
}
