// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseWire

/// A request to the server about one user, with everything that it sends.
enum ServerCall: Sendable {
    /// The tokens of a sign-in, as a client holds them.
    struct Holding: Sendable {
        /// The number of the sign-in.
        let signIn: Int
        let client: ServerLandscape.Client
        let accessToken: String
        /// The refresh token that is sent, and its number among the tokens of the sign-in.
        let refreshToken: String
        let tokenNumber: Int
        /// The key of the device that the sign-in belongs to.
        let deviceKey: String?
    }

    /// How a user proves a password.
    enum Flow: Sendable {
        case password
        case srp
        /// With the code of an authenticator app afterwards.
        case totp
    }

    case signUp(password: String)
    case confirmSignUp(code: String)
    case resendCode
    case signIn(Flow, password: String, ServerLandscape.Client)
    case signInByCode(ServerLandscape.Client)
    case refresh(Holding)
    case getUser(Holding)
    case revoke(Holding)
    case signOut(Holding)
    case changePassword(Holding, from: String, to: String)
    case forgotPassword
    case confirmForgotPassword(PostOffice.Letter, password: String)
    /// Sends a request again that may work once.
    case again(RespondToAuthChallengeRequest)

    case confirmDevice(Holding, SimulatedDevice)
    case rememberDevice(Holding, SimulatedDevice)
    case forgetDevice(Holding, SimulatedDevice)
    case signInWithDevice(SimulatedDevice, password: String, ServerLandscape.Client)

    case registerPasskey(Holding, seed: UInt64)
    case signInWithPasskey(SimulatedPasskey, ServerLandscape.Client)
    case deletePasskey(Holding, SimulatedPasskey)

    case startImport(SimulatedImport)
    /// The next step of each job that runs, which the server makes by itself.
    case advanceImports

    case adminSignOut
    case adminDisable
    case adminEnable
    case adminDelete
    case adminConfirm
    case adminResetPassword
    case adminSetPassword(String)
    case adminLook
}

/// The result of a call, as its caller sees it.
enum ServerAnswer: Sendable {
    /// Tokens of a new sign-in, or renewed ones; the refresh token is nil if the old one stays.
    struct Tokens: Sendable {
        let access: String
        let refresh: String?
        /// The keys of a device that the sign-in may confirm.
        let newDevice: NewDeviceMetadataType?
    }

    case done
    case tokens(Tokens, spent: RespondToAuthChallengeRequest?)
    case seen(Account.Status, isEnabled: Bool)
    /// A job has started.
    case importing(jobID: String)
    /// A passkey was registered, which is in this authenticator.
    case registered(TestAuthenticator)
    /// The same answer to a challenge was accepted twice.
    case acceptedTwice
    case refused(ServiceFault)
    /// The server failed: whether the call had an effect is unknown.
    case unavailable
    /// The process ended first: whether the call had an effect is unknown.
    case lost

    /// Whether the caller does not know the effect.
    var isDoubtful: Bool {
        switch self {
        case .unavailable, .lost: true
        case .done, .tokens, .seen, .importing, .registered, .acceptedTwice, .refused: false
        }
    }

    /// Whether the call had its effect.
    var isSuccess: Bool {
        switch self {
        case .done, .tokens, .seen, .importing, .registered, .acceptedTwice: true
        case .refused, .unavailable, .lost: false
        }
    }
}

extension ServerCall {
    /// The call for journals, without what differs between processes of the test.
    var name: String {
        switch self {
        case .signUp: "signUp"
        case .confirmSignUp(let code): "confirmSignUp(\(code))"
        case .resendCode: "resendCode"
        case .signIn(let flow, let password, let client): "signIn(\(flow), \(password), \(client.grace))"
        case .signInByCode(let client): "signInByCode(\(client.grace))"
        case .refresh(let holding): "refresh(\(holding.name), \(holding.client.grace))"
        case .getUser(let holding): "getUser(\(holding.name))"
        case .revoke(let holding): "revoke(\(holding.name))"
        case .signOut(let holding): "signOut(\(holding.name))"
        case .changePassword(let holding, let former, let new):
            "changePassword(\(holding.name), \(former) → \(new))"
        case .forgotPassword: "forgotPassword"
        case .confirmForgotPassword(let letter, let password): "confirmForgotPassword(\(letter.code), \(password))"
        case .again(let request): "again(\(request.challengeName.rawValue))"
        case .confirmDevice(let holding, let device): "confirmDevice(\(holding.name), device \(device.number))"
        case .rememberDevice(let holding, let device): "rememberDevice(\(holding.name), device \(device.number))"
        case .forgetDevice(let holding, let device): "forgetDevice(\(holding.name), device \(device.number))"
        case .signInWithDevice(let device, let password, let client):
            "signInWithDevice(\(device.number), \(password), \(client.grace))"
        case .registerPasskey(let holding, _): "registerPasskey(\(holding.name))"
        case .signInWithPasskey(let passkey, let client): "signInWithPasskey(\(passkey.number), \(client.grace))"
        case .deletePasskey(let holding, let passkey):
            "deletePasskey(\(holding.name), passkey \(passkey.number))"
        case .startImport(let file): "startImport(\(file.number))"
        case .advanceImports: "advanceImports"
        case .adminSignOut: "adminSignOut"
        case .adminDisable: "adminDisable"
        case .adminEnable: "adminEnable"
        case .adminDelete: "adminDelete"
        case .adminConfirm: "adminConfirm"
        case .adminResetPassword: "adminResetPassword"
        case .adminSetPassword(let password): "adminSetPassword(\(password))"
        case .adminLook: "adminLook"
        }
    }
}

extension ServerCall.Holding {
    fileprivate var name: String { "sign-in \(signIn), token \(tokenNumber)" }
}

extension ServerLandscape.Client {
    fileprivate var grace: String { gracePeriod.map { "rotation \($0)" } ?? "no rotation" }
}

extension ServerAnswer {
    /// The answer for journals.
    var text: String {
        switch self {
        case .done: "done"
        case .tokens(let tokens, _): tokens.refresh == nil ? "renewed" : "tokens"
        case .seen(let status, let isEnabled): "\(status)\(isEnabled ? "" : ", disabled")"
        case .importing: "importing"
        case .registered: "registered"
        case .acceptedTwice: "accepted twice"
        case .refused(let fault): "\(fault.code): \(fault.message)"
        case .unavailable: "unavailable"
        case .lost: "lost"
        }
    }
}
