// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Synchronization

/// Triggers that a test defines, which record their events.
final class ScriptedTriggers: TriggerCaller {
    /// A function's answer to an event: the response that it fills in, or any other output.
    enum Answer: Sendable {
        case response([WireName: WireValue])
        case output(WireValue)
        case failure(TriggerFailure)
    }

    typealias Function = @Sendable (_ event: WireValue) async -> Answer

    private let functions: [Trigger: Function]
    private let key: RawAESKey?
    private let told = Mutex<[WireValue]>([])

    init(_ functions: [Trigger: Function], key: RawAESKey? = nil) {
        self.functions = functions
        self.key = key
    }

    /// The events so far, the first one first.
    var events: [WireValue] { told.withLock { $0 } }
    /// Their sources.
    var sources: [String] { events.compactMap { $0["triggerSource"]?.stringValue } }

    /// The request of the only or the last event with a trigger source.
    func request(_ source: String) -> [WireName: WireValue]? {
        events.last { $0["triggerSource"]?.stringValue == source }?["request"]?.objectValue
    }

    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
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

    func codeKey(_ id: String) -> RawAESKey? { id == Self.keyID ? key : nil }

    static let keyID = "arn:aws:kms:us-east-1:123456789012:key/codes"

    static func arn(_ trigger: Trigger) -> String {
        "arn:aws:lambda:us-east-1:123456789012:function:\(trigger.rawValue)"
    }

    /// The Lambda configuration of a pool with all of these functions.
    var settings: LambdaConfigType {
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
            kmsKeyID: Self.keyID)
    }
}
