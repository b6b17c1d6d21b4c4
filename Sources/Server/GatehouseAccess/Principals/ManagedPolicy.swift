// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseWire

/// A policy of the registry, which roles, users and sessions may have in common.
package struct ManagedPolicy: AccessEntry {
    package static let kind = AccessKind.policy

    package let name: String
    /// The path in the ARN.
    package let path: String
    /// The text for administrators; `nil` if there is none.
    package let description: String?
    package let tags: EntryTags
    /// The versions, of which one is in force.
    package let versions: PolicyVersions

    /// The policy that is in force.
    package var policy: Policy { versions.standard.policy }

    package init(name: String, document: WireValue) throws(AccessFlaw) {
        try AccessName.check(name, limit: 128, allowing: AccessName.usual)
        self.name = name
        let node = try AccessNode(
            document,
            allowing: ["path", "document", "description", EntryTags.member] + PolicyVersions.members)
        path = try node.text("path", limit: 512) ?? "/"
        do throws(AccessFlaw) { try AccessName.check(path: path) } catch { throw error.inside("path") }
        description = try node.text("description", limit: 4_000)
        tags = try EntryTags(node)
        guard let document = node["document"] else { throw AccessFlaw(.missing, at: ["document"]) }
        let policy: Policy
        do throws(AccessFlaw) {
            policy = try Policy(document, for: .identity)
        } catch {
            throw error.inside("document")
        }
        versions = try PolicyVersions(node, standard: policy)
    }

    private init(_ former: ManagedPolicy, versions: PolicyVersions) {
        (name, path, description, tags) = (former.name, former.path, former.description, former.tags)
        self.versions = versions
    }

    /// The policy with other versions.
    package func with(_ versions: PolicyVersions) -> ManagedPolicy { ManagedPolicy(self, versions: versions) }

    /// A new document has the description and the tags of the former one, and replaces its versions.
    package func succeeding(_ former: ManagedPolicy, at now: Date) -> ManagedPolicy {
        ManagedPolicy(former, versions: former.versions.replacing(by: policy, at: now))
    }

    package var narrowDenials: [AccessFlaw] { policy.narrowDenials.map { $0.inside("document") } }

    package var document: WireValue {
        var members = versions.members
        members["path"] = .string(path)
        members["document"] = policy.document
        members["description"] = description.map { .string($0) }
        members[WireName(EntryTags.member)] = tags.document
        return .object(members)
    }

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
