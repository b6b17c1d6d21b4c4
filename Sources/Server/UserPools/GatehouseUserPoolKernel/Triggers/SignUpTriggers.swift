// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
package import GatehouseUserPoolModel
package import GatehouseWire

/// The response of the PreSignUp trigger, which can confirm a new user and verify their attributes without a code.
package struct PreSignUp: Sendable, Equatable {
    /// The operation that creates the user.
    package enum Source: String, Sendable {
        case signUp = "PreSignUp_SignUp"
        case adminCreateUser = "PreSignUp_AdminCreateUser"
        case externalProvider = "PreSignUp_ExternalProvider"
    }

    /// Whether the user is confirmed without a code.
    package var confirmsUser = false
    var verifiesEmail = false
    var verifiesPhone = false

    /// The response in a pool without this trigger.
    package static let nothing = PreSignUp()

    /// Returns the trigger's event.
    static func event(
        _ source: Source, of subject: TriggerSubject, validationData: [AttributeType]?, metadata: [String: String]?
    ) -> TriggerEvent {
        let given = (validationData ?? []).map { (WireName($0.name), WireValue.string($0.value ?? "")) }
        var request: [WireName: WireValue] = .metadata(metadata)
        request["validationData"] = validationData == nil ? .null : .object(Dictionary(given) { $1 })
        return TriggerEvent(
            subject: subject, source: source.rawValue, request: request,
            response: ["autoConfirmUser": false, "autoVerifyEmail": false, "autoVerifyPhone": false])
    }

    /// The kinds of names that the trigger has verified.
    package var proven: Set<SignInName.Kind> {
        var kinds: Set<SignInName.Kind> = []
        if verifiesEmail { kinds.insert(.email) }
        if verifiesPhone { kinds.insert(.phoneNumber) }
        return kinds
    }

    /// Applies the response to a new user.
    ///
    /// - Throws: `InvalidLambdaResponseException` if the response verifies an attribute that the user does not have.
    package func apply(to user: inout UserRecord) throws(ServiceFault) {
        for kind in proven {
            guard user.attributes[kind.rawValue] != nil else {
                throw ServiceFault(
                    .invalidLambdaResponse, "PreSignUp cannot verify a \(kind.rawValue) that the user does not have.")
            }
            user.attributes[kind.rawValue + "_verified"] = "true"
        }
        if confirmsUser { user.status = .confirmed }
    }
}

extension PreSignUp {
    init(_ response: TriggerResponse) throws(ServiceFault) {
        self.init(
            confirmsUser: try response.flag("autoConfirmUser"), verifiesEmail: try response.flag("autoVerifyEmail"),
            verifiesPhone: try response.flag("autoVerifyPhone"))
    }
}

extension TriggerRunner {
    /// Calls the pool's trigger, if it has one, before a user is created.
    ///
    /// - Throws: the faults of ``run(_:_:)``; the server then creates no user.
    package func preSignUp(
        _ source: PreSignUp.Source, of subject: TriggerSubject, validationData: [AttributeType]?,
        metadata: [String: String]?
    ) async throws(ServiceFault) -> PreSignUp {
        let event = PreSignUp.event(source, of: subject, validationData: validationData, metadata: metadata)
        guard let response = try await run(.preSignUp, event) else { return .nothing }
        return try PreSignUp(response)
    }
}

/// The PostConfirmation trigger, which runs after a user was confirmed or has set a new password with a code.
package enum PostConfirmation {
    /// The operation that confirmed the user.
    package enum Source: String, Sendable {
        case confirmSignUp = "PostConfirmation_ConfirmSignUp"
        case confirmForgotPassword = "PostConfirmation_ConfirmForgotPassword"
    }

    /// Returns the trigger's event.
    static func event(_ source: Source, of subject: TriggerSubject, metadata: [String: String]?) -> TriggerEvent {
        TriggerEvent(subject: subject, source: source.rawValue, request: .metadata(metadata), response: [:])
    }
}

extension TriggerRunner {
    /// Calls the pool's trigger, if it has one; a fault does not undo the confirmation.
    ///
    /// - Throws: the faults of ``run(_:_:)``.
    package func postConfirmation(
        _ source: PostConfirmation.Source, of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord?,
        metadata: [String: String]?
    ) async throws(ServiceFault) {
        let subject = TriggerSubject(user, in: pool, by: client)
        _ = try await run(.postConfirmation, PostConfirmation.event(source, of: subject, metadata: metadata))
    }
}
