// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// A policy of the registry, which roles, users and sessions may have in common.
package struct ManagedPolicy: AccessEntry {
    package static let kind = AccessKind.policy

    package let name: String
    /// The path in the ARN.
    package let path: String
    package let policy: Policy

    package init(name: String, document: WireValue) throws(AccessFlaw) {
        try AccessName.check(name, limit: 128, allowing: AccessName.usual)
        self.name = name
        let node = try AccessNode(document, allowing: ["path", "document"])
        path = try node.text("path", limit: 512) ?? "/"
        do throws(AccessFlaw) { try AccessName.check(path: path) } catch { throw error.inside("path") }
        guard let policy = node["document"] else { throw AccessFlaw(.missing, at: ["document"]) }
        do throws(AccessFlaw) {
            self.policy = try Policy(policy, for: .identity)
        } catch {
            throw error.inside("document")
        }
    }

    package var narrowDenials: [AccessFlaw] { policy.narrowDenials.map { $0.inside("document") } }

    package var document: WireValue { ["path": .string(path), "document": policy.document] }

    /// The ARN `arn:aws:iam::<account>:policy<path><name>`.
    package func arn(inAccount account: String) -> String {
        "arn:aws:iam::\(account):policy\(path)\(name)"
    }
}

/// The policies of AWS that every account has without a registration.
package enum AWSPolicies {
    /// The ARN of the policy that restricts guests of identity pools, whatever their role permits.
    ///
    /// Source: the Cognito developer guide, "IAM roles", the list of services for unauthenticated identities.
    package static let unauthenticatedIdentities = "arn:aws:iam::aws:policy/AmazonCognitoUnauthenticatedIdentities"

    /// The policy with an ARN; `nil` for one that this server does not have.
    /// - Throws: ``AccessFlaw`` for a policy that is not valid; never, because the texts are constant.
    package static func policy(_ arn: String) throws(AccessFlaw) -> Policy? {
        arn == unauthenticatedIdentities ? try guests.get() : nil
    }

    private static let services = [
        "appsync", "cognito-identity", "cognito-idp", "cognito-sync", "comprehend", "dynamodb", "execute-api",
        "firehose", "iot", "kinesis", "lambda", "lex", "logs", "cloudwatch", "mobileanalytics", "mobiletargeting",
        "polly", "s3", "sns", "sqs", "transcribe", "translate",
    ]

    /// The policy for guests, parsed once.
    private static let guests = Result { () throws(AccessFlaw) in
        try Policy(
            [
                "Version": "2012-10-17",
                "Statement": [
                    [
                        "Effect": "Allow", "Action": .array(services.map { .string($0 + ":*") }), "Resource": "*",
                    ]
                ],
            ], for: .identity)
    }
}
