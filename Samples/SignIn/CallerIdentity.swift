// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import CognitoShapes
import GatehouseClient
import GatehouseCrypto

/// Who the credentials of a session belong to, in the eyes of the services that they are for.
struct CallerIdentity {
    let arn: String
    let account: String

    /// Asks the security token service (`GetCallerIdentity`), with a request signed by the credentials.
    init(of credentials: any AWSTemporaryCredentials, in auth: AmplifyOutputsData.Auth) async throws {
        let client = SecurityTokenClient(
            endpoint: try Self.endpoint(auth),
            region: auth.awsRegion,
            credentials: SigningCredentials(
                accessKeyID: credentials.accessKeyId,
                secretAccessKey: credentials.secretAccessKey,
                sessionToken: credentials.sessionToken
            ),
            transport: .platform
        )
        let answer = try await client.getCallerIdentity(GetCallerIdentityRequest())
        guard let arn = answer.arn, let account = answer.account else {
            throw Unexpected("the security token service does not say who the caller is")
        }
        self.arn = arn
        self.account = account
    }

    private static func endpoint(_ auth: AmplifyOutputsData.Auth) throws -> Endpoint {
        guard let endpoint = auth.endpoint else {
            return try .amazon("sts", region: auth.awsRegion, key: "auth.aws_region")
        }
        return try Endpoint(endpoint, key: "auth.endpoint", allowsInsecure: auth.allowsInsecureEndpoint ?? false)
    }
}
