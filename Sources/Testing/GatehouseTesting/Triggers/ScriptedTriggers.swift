// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import GatehouseCore
package import GatehouseServerCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire
import Synchronization

/// Triggers that a test defines, which record their events.
package final class ScriptedTriggers: TriggerCaller {
    /// A function's answer to an event: the response that it fills in, or any other output.
    package enum Answer: Sendable {
        /// The member `response` of the returned event.
        case response([WireName: WireValue])
        /// The whole output.
        case output(WireValue)
        /// The failure of the call.
        case failure(TriggerFailure)
    }

    /// A function of a trigger.
    package typealias Function = @Sendable (_ event: WireValue) async -> Answer

    private let functions: [Trigger: Function]
    private let key: RawAESKey?
    private let told = Mutex<[WireValue]>([])

    /// Creates triggers; `key` is the data key with which custom senders get codes.
    package init(_ functions: [Trigger: Function], key: RawAESKey? = nil) {
        self.functions = functions
        self.key = key
    }

    /// Creates functions for some triggers that change nothing, except for one that fails with a text.
    package convenience init(accepting triggers: [Trigger], failing failed: Trigger? = nil, with text: String = "no") {
        let functions = triggers.map { trigger -> (Trigger, Function) in
            (trigger, { event in trigger == failed ? .failure(.functionError(text)) : .output(event) })
        }
        self.init(Dictionary(uniqueKeysWithValues: functions))
    }

    /// The events so far, the first one first.
    package var events: [WireValue] { told.withLock { $0 } }
    /// Their sources.
    package var sources: [String] { events.compactMap { $0["triggerSource"]?.stringValue } }

    /// The request of the only or the last event with a trigger source.
    package func request(_ source: String) -> [WireName: WireValue]? {
        events.last { $0["triggerSource"]?.stringValue == source }?["request"]?.objectValue
    }

    package func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        guard let event = try? WireValue(json: Array(call.event.utf8)),
            let trigger = Trigger.allCases.first(where: { Self.arn($0) == call.function }),
            let function = functions[trigger]
        else { throw .notCallable(.notFound, "no such function") }
        told.withLock { $0.append(event) }
        switch await function(event) {
        case .failure(let failure): throw failure
        case .output(let output): return output
        case .response(let response):
            var members = event.objectValue ?? [:]
            members["response"] = .object(response)
            return .object(members)
        }
    }

    /// Calls the function, which answers at once and needs no limit.
    package func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue {
        try await self.call(call)
    }

    package func codeKey(_ id: String) -> RawAESKey? { id == Self.keyID ? key : nil }

    /// The key that pools name for custom senders.
    package static let keyID = "arn:aws:kms:us-east-1:123456789012:key/codes"

    /// The ARN of a trigger's function.
    package static func arn(_ trigger: Trigger) -> String {
        "arn:aws:lambda:us-east-1:123456789012:function:\(trigger.rawValue)"
    }

    /// The Lambda configuration of a pool with all of these functions.
    package var settings: LambdaConfigType {
        func function(_ trigger: Trigger) -> String? { functions[trigger] == nil ? nil : Self.arn(trigger) }
        return LambdaConfigType(
            preSignUp: function(.preSignUp), customMessage: function(.customMessage),
            postConfirmation: function(.postConfirmation), preAuthentication: function(.preAuthentication),
            postAuthentication: function(.postAuthentication),
            defineAuthChallenge: function(.defineAuthChallenge), createAuthChallenge: function(.createAuthChallenge),
            verifyAuthChallengeResponse: function(.verifyAuthChallengeResponse),
            preTokenGeneration: function(.preTokenGeneration), userMigration: function(.userMigration),
            customSMSSender: function(.customSMSSender).map {
                CustomSMSLambdaVersionConfigType(lambdaVersion: .v1_0, lambdaArn: $0)
            },
            customEmailSender: function(.customEmailSender).map {
                CustomEmailLambdaVersionConfigType(lambdaVersion: .v1_0, lambdaArn: $0)
            },
            kmsKeyID: Self.keyID,
            inboundFederation: function(.inboundFederation).map {
                InboundFederationLambdaType(lambdaVersion: .v1_0, lambdaArn: $0)
            })
    }
}
