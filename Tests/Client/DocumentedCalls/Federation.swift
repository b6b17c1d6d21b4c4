// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation

// "Identity Pool Federation", as it is written there. "YOUR_TOKEN" is a token of the Facebook that the script plays; the
// identity id comes from the environment.

func federateToIdentityPools() async throws {
    guard
        let authCognitoPlugin = try Amplify.Auth.getPlugin(
            for: "awsCognitoAuthPlugin") as? AWSCognitoAuthPlugin
    else {
        fatalError("Unable to get the Auth plugin")
    }
    do {
        let result = try await authCognitoPlugin.federateToIdentityPool(
            withProviderToken: "YOUR_TOKEN", for: .facebook)
        print("Federation successful with result: \(result)")
    } catch {
        print("Failed to federate to identity pools with error: \(error)")
    }
}

func clearFederationToIdentityPools() async throws {
    guard
        let authCognitoPlugin = try Amplify.Auth.getPlugin(
            for: "awsCognitoAuthPlugin") as? AWSCognitoAuthPlugin
    else {
        fatalError("Unable to get the Auth plugin")
    }
    do {
        try await authCognitoPlugin.clearFederationToIdentityPool()
        print("Federation cleared successfully")
    } catch {
        print("Clear federation failed with error: \(error)")
    }
}

func federateToIdentityPoolsUsingCustomIdentityId() async throws {
    guard
        let authCognitoPlugin = try Amplify.Auth.getPlugin(
            for: "awsCognitoAuthPlugin") as? AWSCognitoAuthPlugin
    else {
        fatalError("Unable to get the Auth plugin")
    }
    do {
        let identityId = ProcessInfo.processInfo.environment["YOUR_CUSTOM_IDENTITY_ID"] ?? ""
        let result = try await authCognitoPlugin.federateToIdentityPool(
            withProviderToken: "YOUR_TOKEN",
            for: .facebook,
            options: .init(developerProvidedIdentityID: identityId))
        print("Federation successful with result: \(result)")
    } catch {
        print("Failed to federate to identity pools with error: \(error)")
    }
}
