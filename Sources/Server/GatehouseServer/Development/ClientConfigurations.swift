// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseWire

/// The configuration files that client libraries read, for one pool, client and identity pool of a deployment.
package struct ClientConfigurations {
    package let resources: DevelopmentResources
    package let deployment: Deployment

    /// Names what the files are to describe.
    package init(resources: DevelopmentResources, deployment: Deployment) {
        self.resources = resources
        self.deployment = deployment
    }

    /// The files' contents by their names.
    package var all: [(name: String, content: WireValue)] {
        [
            ("amplify_outputs.json", amplifyOutputs),
            ("amplifyconfiguration.json", amplifyConfiguration),
            ("awsconfiguration.json", awsConfiguration),
        ]
    }

    /// Amplify, generation 2.
    package var amplifyOutputs: WireValue {
        [
            "version": "1",
            "auth": [
                "aws_region": .string(resources.region), "user_pool_id": .string(resources.userPoolID),
                "user_pool_client_id": .string(resources.userPoolClientID),
                "identity_pool_id": .string(resources.identityPoolID), "endpoint": .string(deployment.baseURL),
                "user_verification_types": ["email"], "unauthenticated_identities_enabled": true,
                "password_policy": [
                    "min_length": 8, "require_lowercase": true, "require_uppercase": true,
                    "require_numbers": true, "require_symbols": true,
                ],
            ],
        ]
    }

    /// Amplify, generation 1.
    package var amplifyConfiguration: WireValue {
        [
            "UserAgent": "aws-amplify-cli/2.0", "Version": "1.0",
            "auth": ["plugins": ["awsCognitoAuthPlugin": authPlugin]],
        ]
    }

    /// AWSMobileClient and the mobile SDKs; a section's own endpoint is what those read.
    package var awsConfiguration: WireValue {
        authPlugin
    }

    private var authPlugin: WireValue {
        let region = WireValue.string(resources.region)
        let endpoint = WireValue.string(deployment.baseURL)
        return [
            "IdentityManager": ["Default": [:]],
            "CredentialsProvider": [
                "CognitoIdentity": [
                    "Default": ["PoolId": .string(resources.identityPoolID), "Region": region]
                ]
            ],
            "CognitoUserPool": [
                "Default": [
                    "PoolId": .string(resources.userPoolID), "AppClientId": .string(resources.userPoolClientID),
                    "Region": region,
                ]
            ],
            "Auth": ["Default": ["authenticationFlowType": "USER_SRP_AUTH", "Endpoint": endpoint]],
        ]
    }
}
