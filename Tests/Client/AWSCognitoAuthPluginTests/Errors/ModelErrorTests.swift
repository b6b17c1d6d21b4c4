// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseSession
import GatehouseWire
import Testing

@testable import AWSCognitoAuthPlugin

/// Every exception that the services' models declare for the operations behind the calls.
@Suite struct ModelErrorTests {
    /// The operations with the way in which their faults read.
    private static let operations: [(String, FaultReading)] = [
        ("SignUp", .userPool), ("ConfirmSignUp", .userPool), ("ResendConfirmationCode", .userPool),
        ("InitiateAuth", .signIn), ("RespondToAuthChallenge", .signIn),
        ("ForgotPassword", .userPool), ("ConfirmForgotPassword", .userPool), ("ChangePassword", .accountSecret),
        ("GetUser", .userPool), ("UpdateUserAttributes", .userPool),
        ("GetUserAttributeVerificationCode", .accountSecret), ("VerifyUserAttribute", .userPool),
        ("GetTokensFromRefreshToken", .session), ("GetId", .session), ("GetCredentialsForIdentity", .session),
        ("RevokeToken", .leaving), ("GlobalSignOut", .leaving), ("DeleteUser", .leaving),
        ("AssociateSoftwareToken", .userPool), ("VerifySoftwareToken", .userPool),
        ("SetUserMFAPreference", .userPool), ("ConfirmDevice", .signIn), ("ListDevices", .userPool),
        ("ForgetDevice", .userPool), ("UpdateDeviceStatus", .userPool), ("StartWebAuthnRegistration", .userPool),
        ("CompleteWebAuthnRegistration", .userPool), ("ListWebAuthnCredentials", .userPool),
        ("DeleteWebAuthnCredential", .userPool),
    ]

    /// Declared by the models, and left by the table to the underlying error.
    private static let outsideTheTable: Set<String> = [
        "UnauthorizedException", "UnsupportedOperationException", "UnsupportedTokenTypeException",
        "RefreshTokenReuseException", "OperationNotEnabledException", "FeatureUnavailableInTierException",
        "UserPoolAddOnNotEnabledException", "DeveloperUserAlreadyRegisteredException", "DeviceKeyExistsException",
    ]

    @Test func `none of them is unknown to the library`() throws {
        let models = try ["cognito-idp", "cognito-identity"].map(Self.errors)
        var count = 0
        for (operation, reading) in Self.operations {
            let exceptions = try #require(models.compactMap { $0[operation] }.first, "\(operation) is in no model")
            #expect(!exceptions.isEmpty)
            for exception in exceptions {
                let fault = ServiceFault(ServiceFault.Code(rawValue: exception), "what the service said")
                let error = AuthError(.service(fault), from: reading)
                #expect(error.errorDescription == "what the service said")
                if Self.outsideTheTable.contains(exception) {
                    #expect(error.underlyingError as? ServiceFault == fault, "\(exception) of \(operation)")
                    #expect(ServiceFault.Code.modelled.contains(fault.code), "\(exception)")
                } else if exception == "InternalErrorException" {
                    #expect(error.name == "unknown" && error.underlyingError == nil)
                } else {
                    #expect(error.name != "unknown", "\(exception) of \(operation)")
                    #expect(!(error.underlyingError is ServiceFault), "\(exception) of \(operation)")
                }
                count += 1
            }
        }
        #expect(count > 250)
    }

    /// The exceptions of each operation of a model.
    private static func errors(_ model: String) throws -> [String: [String]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let json = try WireValue(json: Data(contentsOf: root.appending(path: "Models/\(model).json")))
        let operations = try #require(json["operations"]?.objectValue)
        return operations.mapValues { operation in
            (operation["errors"]?.arrayValue ?? []).compactMap { $0["shape"]?.stringValue }
        }
    }
}
