// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// What a function says of somebody who is about to become a user: whether they need a code.
struct PreSignUp: Sendable, Equatable {
    /// Who makes the user.
    enum Source: String, Sendable {
        case signUp = "PreSignUp_SignUp"
        case adminCreateUser = "PreSignUp_AdminCreateUser"
    }

    var confirmsUser = false
    var verifiesEmail = false
    var verifiesPhone = false

    /// What happens where the pool has no function.
    static let nothing = PreSignUp()

    /// The event that the function is told.
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

    /// The kinds of names that the function vouches for.
    var proven: Set<SignInName.Kind> {
        var kinds: Set<SignInName.Kind> = []
        if verifiesEmail { kinds.insert(.email) }
        if verifiesPhone { kinds.insert(.phoneNumber) }
        return kinds
    }

    /// Does to a user what the function says.
    /// - Throws: `InvalidLambdaResponseException` for an attribute that is to be verified and is not there.
    func apply(to user: inout UserRecord) throws(ServiceFault) {
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

extension UserPools {
    /// Asks the pool's function, if it has one, before a user is made.
    /// - Throws: what ``run(_:_:)`` throws; nobody is made then.
    func preSignUp(
        _ source: PreSignUp.Source, of subject: TriggerSubject, validationData: [AttributeType]?,
        metadata: [String: String]?
    ) async throws(ServiceFault) -> PreSignUp {
        let event = PreSignUp.event(source, of: subject, validationData: validationData, metadata: metadata)
        guard let response = try await run(.preSignUp, event) else { return .nothing }
        return try PreSignUp(response)
    }
}
