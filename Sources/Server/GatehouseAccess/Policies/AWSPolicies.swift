// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

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
