// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation

/// Every call that an app can make, with arguments that are as good as the state allows.
enum AppCall: String, CaseIterable, Sendable {
    case initialize, readProperties, setState, addListener, removeListener
    case signUp, confirmSignUp, resendSignUpCode
    case signIn, confirmSignIn, federatedSignIn, hostedUI, dropInUI, handleAuthResponse
    case forgotPassword, confirmForgotPassword, changePassword
    case userAttributes, updateUserAttributes, verifyUserAttribute, confirmUpdate, confirmVerify
    case tokens, awsCredentials, credentials, identityID, logins
    case invalidateCredentials, clearCredentials, clearKeychain, releaseSignInWait
    case devices, device, deviceByID, updateDevice, updateDeviceByID, forgetDevice, forgetDeviceByID
    case signOut, signOutWithOptions
    // These change what the server knows of the user.
    case signOutGlobally, deleteUser

    /// Whether the call needs a token of the user, so that it waits where none can be had.
    var needsToken: Bool {
        switch self {
        case .changePassword, .userAttributes, .updateUserAttributes, .verifyUserAttribute, .confirmUpdate,
            .confirmVerify, .tokens, .awsCredentials, .credentials, .logins, .devices, .device, .deviceByID,
            .updateDevice, .updateDeviceByID, .forgetDevice, .forgetDeviceByID, .deleteUser:
            true
        default: false
        }
    }

    /// Whether the call sends no request.
    var isLocal: Bool {
        switch self {
        case .initialize, .readProperties, .setState, .addListener, .removeListener, .federatedSignIn, .hostedUI,
            .dropInUI,
            .handleAuthResponse, .tokens, .logins, .invalidateCredentials, .clearCredentials, .clearKeychain,
            .releaseSignInWait, .signOut, .confirmSignIn, .identityID:
            true
        default: false
        }
    }

    /// The token and its provider's name with which `federatedSignIn` is called.
    struct Federation: Sendable {
        let provider: String
        let token: String
    }

    /// Makes the call.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - federation: the arguments of `federatedSignIn`.
    ///   - done: called in the call's own callback, or after a call that has none.
    func perform(_ app: MobileApp, _ federation: Federation, _ done: @escaping ((any Error)?) -> Void) {
        let client = app.client
        switch self {
        case .initialize: client.initialize { done($1) }
        case .readProperties:
            _ = (
                client.isSignedIn, client.isLoggedIn, client.username, client.userSub, client.identityId,
                client.currentUserState
            )
            done(nil)
        case .setState:
            // A change between the two is lost, as in an app.
            client.currentUserState = client.currentUserState
            done(nil)
        case .addListener:
            client.addUserStateListener(app.phone.clock) { _, _ in }
            done(nil)
        case .removeListener:
            client.removeUserStateListener(app.phone.clock)
            done(nil)
        case .federatedSignIn:
            client.federatedSignIn(providerName: federation.provider, token: federation.token) { done($1) }
        case .hostedUI: client.showSignIn(hostedUIOptions: HostedUIOptions()) { done($1) }
        case .dropInUI: client.showSignIn { done($1) }
        case .handleAuthResponse:
            if let url = URL(string: "nobody://signin?code=1&state=2") { client.handleAuthResponse(url) }
            done(nil)
        case .invalidateCredentials:
            client.invalidateCachedTemporaryCredentials()
            done(nil)
        case .clearCredentials:
            client.clearCredentials()
            done(nil)
        case .clearKeychain:
            client.clearKeychain()
            done(nil)
        case .releaseSignInWait:
            client.releaseSignInWait()
            done(nil)
        case .signOut:
            client.signOut()
            done(nil)
        case .signOutWithOptions: client.signOut(options: SignOutOptions()) { done($0) }
        case .signOutGlobally: client.signOut(options: SignOutOptions(signOutGlobally: true)) { done($0) }
        case .deleteUser: client.deleteUser { done($0) }
        case .credentials: follow(client.credentials(), done)
        case .identityID: follow(client.getIdentityId(), done)
        case .logins: follow(client.logins(), done)
        default: performAsUser(client, done)
        }
    }

    private func follow<Value>(_ task: AWSTask<Value>, _ done: @escaping ((any Error)?) -> Void) {
        task.continueWith { task in
            done(task.error)
            return nil
        }
    }

    private func performAsUser(_ client: AWSMobileClient, _ done: @escaping ((any Error)?) -> Void) {
        let password = MobileWorld.password
        switch self {
        case .signUp:
            client.signUp(username: "new", password: password, userAttributes: ["email": "new@example.com"]) {
                done($1)
            }
        case .confirmSignUp: client.confirmSignUp(username: "new", confirmationCode: "000000") { done($1) }
        case .resendSignUpCode: client.resendSignUpCode(username: "new") { done($1) }
        case .signIn: client.signIn(username: "ada", password: password) { done($1) }
        case .confirmSignIn: client.confirmSignIn(challengeResponse: "000000") { done($1) }
        case .forgotPassword: client.forgotPassword(username: "ada") { done($1) }
        case .confirmForgotPassword:
            client.confirmForgotPassword(username: "ada", newPassword: password, confirmationCode: "0") { done($1) }
        case .changePassword: client.changePassword(currentPassword: password, proposedPassword: password) { done($0) }
        case .userAttributes: client.getUserAttributes { done($1) }
        case .updateUserAttributes: client.updateUserAttributes(attributeMap: ["name": "Ada"]) { done($1) }
        case .verifyUserAttribute: client.verifyUserAttribute(attributeName: "email") { done($1) }
        case .confirmUpdate: client.confirmUpdateUserAttributes(attributeName: "email", code: "000000") { done($0) }
        case .confirmVerify: client.confirmVerifyUserAttribute(attributeName: "email", code: "000000") { done($0) }
        case .tokens: client.getTokens { done($1) }
        case .awsCredentials: client.getAWSCredentials { done($1) }
        default: performOnDevices(client.deviceOperations, done)
        }
    }

    private func performOnDevices(_ devices: DeviceOperations, _ done: @escaping ((any Error)?) -> Void) {
        let id = "us-east-1_00000000-0000-0000-0000-000000000000"
        switch self {
        case .devices: devices.list { done($1) }
        case .device: devices.get { done($1) }
        case .deviceByID: devices.get(deviceId: id) { done($1) }
        case .updateDevice: devices.updateStatus(remembered: true) { done($1) }
        case .updateDeviceByID: devices.updateStatus(deviceId: id, remembered: true) { done($1) }
        case .forgetDevice: devices.forget { done($0) }
        default: devices.forget(deviceId: id) { done($0) }
        }
    }
}
