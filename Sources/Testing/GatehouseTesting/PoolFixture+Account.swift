// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseAccounts
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// The calls with which an account is looked after.
extension PoolFixture {
    /// A password that may follow the fixture's.
    package static let newPassword = "Another-Horse-8!"

    /// The code of the newest message.
    package var newestCode: String { gatehouse.messages().first?.code ?? "" }

    /// A code that is not the newest message's.
    package var wrongCode: String { newestCode == "000000" ? "000001" : "000000" }

    /// Asks for a code with which a password can be set.
    /// - Throws: the service's fault.
    @discardableResult
    package func forgotPassword(_ username: String = "alice") async throws -> CodeDeliveryDetailsType? {
        try await anyone.forgotPassword(
            ForgotPasswordRequest(clientId: client.id, secretHash: hash(username), username: username)
        ).codeDeliveryDetails
    }

    /// Sets a password, with the code of the newest message unless there is another.
    /// - Throws: the service's fault.
    package func confirmForgotPassword(
        _ username: String = "alice", code: String? = nil, password: String = Self.newPassword
    ) async throws {
        _ = try await anyone.confirmForgotPassword(
            ConfirmForgotPasswordRequest(
                clientId: client.id, secretHash: hash(username), username: username,
                confirmationCode: code ?? newestCode, password: password))
    }

    /// Writes attributes of the bearer of an access token.
    /// - Throws: the service's fault.
    @discardableResult
    package func update(_ values: [String: String], token: String) async throws -> [CodeDeliveryDetailsType]? {
        try await anyone.updateUserAttributes(
            UpdateUserAttributesRequest(
                userAttributes: values.map { AttributeType(name: $0.key, value: $0.value) }, accessToken: token)
        ).codeDeliveryDetailsList
    }

    /// Deletes attributes of the bearer of an access token.
    /// - Throws: the service's fault.
    package func deleteAttributes(_ names: [String], token: String) async throws {
        _ = try await anyone.deleteUserAttributes(
            DeleteUserAttributesRequest(userAttributeNames: names, accessToken: token))
    }

    /// Asks for a code that verifies an attribute.
    /// - Throws: the service's fault.
    @discardableResult
    package func sendCode(for attribute: String = "email", token: String) async throws -> CodeDeliveryDetailsType? {
        try await anyone.getUserAttributeVerificationCode(
            GetUserAttributeVerificationCodeRequest(accessToken: token, attributeName: attribute)
        ).codeDeliveryDetails
    }

    /// Verifies an attribute, with the code of the newest message unless there is another.
    /// - Throws: the service's fault.
    package func verify(_ attribute: String = "email", code: String? = nil, token: String) async throws {
        _ = try await anyone.verifyUserAttribute(
            VerifyUserAttributeRequest(accessToken: token, attributeName: attribute, code: code ?? newestCode))
    }

    /// The user as an administrator sees them.
    /// - Throws: the service's fault.
    package func user(_ username: String = "alice") async throws -> AdminGetUserResponse {
        try await administrator.adminGetUser(AdminGetUserRequest(userPoolId: poolID, username: username))
    }

    /// Returns the attributes in the response of `GetUser`, without the sub.
    /// - Throws: the service's fault.
    package func ownAttributes(token: String) async throws -> [String: String] {
        let user = try await anyone.getUser(GetUserRequest(accessToken: token))
        return Dictionary(user.userAttributes.map { ($0.name, $0.value ?? "") }) { $1 }.filter { $0.key != "sub" }
    }

    /// Lets the pool keep the sessions of its users, or not.
    /// - Throws: the service's fault.
    package func trackSessions(_ tracking: UserSessionTrackingType = .enabled, maximum: Int = 20) async throws {
        _ = try await administrator.setUserPoolSessionConfiguration(
            SetUserPoolSessionConfigurationRequest(
                userPoolId: poolID, userSessionTracking: tracking,
                tokenSession: UserPoolTokenSessionConfigType(maxPerUser: maximum)))
    }
}
