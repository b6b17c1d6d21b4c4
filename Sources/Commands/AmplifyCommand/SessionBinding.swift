// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseDialogue
import GatehouseSession

/// What a configuration says about the server and the client of a session, as it is written there.
///
/// It is stored beside the session, so that a configuration that changes does not send the tokens to another server.
struct SessionBinding: Codable, Equatable, Sendable {
    var userPoolID: String
    var clientID: String?
    var region: String?
    /// The address of all services; nil for the addresses of AWS.
    var endpoint: String?
    /// The address of the user pool alone.
    var userPoolEndpoint: String?
    /// The address of the identity pool alone, which gets the ID token.
    var identityPoolEndpoint: String?

    /// Reads the values of a configuration; `nil` for one without a user pool, which has no signed-in user.
    init?(_ configuration: Configuration) {
        guard let userPoolID = configuration.userPoolID else { return nil }
        self.userPoolID = userPoolID
        region = configuration.region
        endpoint = configuration.endpoint
        switch configuration {
        case .outputs(_, let auth, let servers):
            clientID = auth.userPoolClientId
            userPoolEndpoint = servers.userPoolEndpoint?.value
            identityPoolEndpoint = servers.identityPoolEndpoint?.value
        case .generation1(_, let block):
            let pool = block["CognitoUserPool"]?["Default"]
            clientID = pool?["AppClientId"]?.stringValue
            userPoolEndpoint = pool?["Endpoint"]?.stringValue
            identityPoolEndpoint =
                block["CredentialsProvider"]?["CognitoIdentity"]?["Default"]?["Endpoint"]?.stringValue
        }
    }

    /// The server, for messages.
    var place: String {
        let own = [userPoolEndpoint ?? endpoint, identityPoolEndpoint].compactMap(\.self)
        return own.isEmpty ? "AWS in \(region ?? "an unknown region")" : own.joined(separator: " and ")
    }

    /// Whether tokens name this server and this client, and no other server is configured.
    ///
    /// Their claims are not verified: they belong to the stored session, which its owner alone can write.
    func isNamed(in tokens: UserPoolTokens) -> Bool {
        guard let issuer = tokens.issuer, let client = tokens.clientID, client == clientID else { return false }
        let (address, ofIdentities) = (userPoolEndpoint ?? endpoint, identityPoolEndpoint ?? endpoint)
        guard address == ofIdentities else { return false }
        if let address { return issuer == "\(address.hasSuffix("/") ? address : address + "/")\(userPoolID)" }
        return region.map { issuer == "https://cognito-idp.\($0).amazonaws.com/\(userPoolID)" } ?? false
    }
}
