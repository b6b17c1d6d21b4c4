// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

// "Accessing credentials", as it is written there but for the lines that print values.

func fetchSession() async {
    do {
        let session = try await Amplify.Auth.fetchAuthSession()
        // Get user sub or identity id
        if let identityProvider = session as? AuthCognitoIdentityProvider {
            let usersub = try identityProvider.getUserSub().get()
            let identityId = try identityProvider.getIdentityId().get()
            print("User sub - \(usersub) and identity id \(identityId)")
        }
        // Get AWS credentials
        if let awsCredentialsProvider = session as? AuthAWSCredentialsProvider {
            let credentials = try awsCredentialsProvider.getAWSCredentials().get()
            // Do something with the credentials
            print("Access key - \(credentials.accessKeyId)")
        }
        // Get cognito user pool token
        if let cognitoTokenProvider = session as? AuthCognitoTokensProvider {
            let tokens = try cognitoTokenProvider.getCognitoTokens().get()
            // Do something with the JWT tokens
            print("Parts of the id token - \(tokens.idToken.split(separator: ".").count)")
        }
    } catch let error as AuthError {
        print("Fetch auth session failed with error - \(error)")
    } catch {
    }
}

func fetchGuestSession() async {
    do {
        let session = try await Amplify.Auth.fetchAuthSession()
        // Get identity id
        if let identityProvider = session as? AuthCognitoIdentityProvider {
            let identityId = try identityProvider.getIdentityId().get()
            print("Identity id \(identityId)")
        }
        // Get AWS credentials
        if let awsCredentialsProvider = session as? AuthAWSCredentialsProvider {
            let credentials = try awsCredentialsProvider.getAWSCredentials().get()
            // Do something with the credentials
            print("Access key - \(credentials.accessKeyId)")
        }
    } catch let error as AuthError {
        print("Fetch auth session failed with error - \(error)")
    } catch {
        print("Unexpected error: \(error)")
    }
}
