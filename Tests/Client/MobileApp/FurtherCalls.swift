// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

// swift-format-ignore-file: NeverForceUnwrap
// Apps of the AWS Mobile SDK unwrap the results of calls by force.
import AWSMobileClient

/// Calls that the documentation of the AWS Mobile SDK names without showing them.
final class AccountScreen {
    func show() {
        let client = AWSMobileClient.default()
        print(client.username as Any, client.isSignedIn, client.identityId as Any, client.isLoggedIn)
        client.getTokens { (tokens, error) in
            if let tokens = tokens { print(tokens.accessToken!.tokenString!, tokens.idToken?.claims?["sub"] as Any) }
        }
        client.getAWSCredentials { (credentials, error) in
            if let credentials = credentials { print(credentials.accessKey) }
        }
        client.getUserAttributes { attributes, _ in print(attributes?["email"] as Any) }
        client.updateUserAttributes(attributeMap: ["name": "n"]) { details, _ in print(details?.count as Any) }
        client.verifyUserAttribute(attributeName: "email") { _, _ in }
        client.confirmVerifyUserAttribute(attributeName: "email", code: "1") { _ in }
        client.confirmUpdateUserAttributes(attributeName: "email", code: "1") { _ in }
        client.credentials().continueWith { (task) -> Any? in
            print(task.error as Any, task.result?.accessKey as Any)
            return nil
        }
        client.getIdentityId().continueWith(block: { task in task.result })
        client.logins().continueOnSuccessWith(block: { $0.result })
    }
}

/// What an app hands to other services of AWS.
final class Services {
    func setUp() {
        let configuration = AWSServiceConfiguration(
            region: .USEast1, credentialsProvider: AWSMobileClient.default())
        AWSServiceManager.default().defaultServiceConfiguration = configuration
        print(configuration!.regionType == AWSServiceManager.default()!.defaultServiceConfiguration.regionType)
    }
}
