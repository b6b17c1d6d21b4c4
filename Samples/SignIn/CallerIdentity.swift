// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import CognitoShapes
import GatehouseClient
import GatehouseCrypto
import GatehouseDialogue

/// The identity that the services see in the credentials of a session.
struct CallerIdentity {
    /// The name of the role that was assumed; `nil` if the service does not say.
    let arn: String?

    /// Asks the security token service (`GetCallerIdentity`), with a request signed by the credentials.
    init(of credentials: any AWSTemporaryCredentials, by configuration: Configuration) async throws {
        let region = configuration.region ?? "us-east-1"
        let client = SecurityTokenClient(
            endpoint: try Self.endpoint(configuration, region),
            region: region,
            credentials: SigningCredentials(
                accessKeyID: credentials.accessKeyId,
                secretAccessKey: credentials.secretAccessKey,
                sessionToken: credentials.sessionToken
            ),
            transport: .platform
        )
        arn = try await client.getCallerIdentity(GetCallerIdentityRequest()).arn
    }

    private static func endpoint(_ configuration: Configuration, _ region: String) throws -> Endpoint {
        guard let endpoint = configuration.endpoint else { return try .amazon("sts", region: region, key: "region") }
        return try Endpoint(endpoint, key: "endpoint", allowsInsecure: configuration.allowsInsecureEndpoint)
    }
}
