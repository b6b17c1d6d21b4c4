// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire

/// The policy that restricts guests of identity pools, whatever their role permits.
///
/// Source: the Cognito developer guide, "IAM roles", the list of services for unauthenticated identities.
enum GuestPolicy {
    static let arn = "arn:aws:iam::aws:policy/AmazonCognitoUnauthenticatedIdentities"

    private static let services = [
        "appsync", "cognito-identity", "cognito-idp", "cognito-sync", "comprehend", "dynamodb", "execute-api",
        "firehose", "iot", "kinesis", "lambda", "lex", "logs", "cloudwatch", "mobileanalytics", "mobiletargeting",
        "polly", "s3", "sns", "sqs", "transcribe", "translate",
    ]

    /// The policy, parsed once; never a failure, because the text is constant.
    static let policy = Result { () throws(AccessFlaw) in
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
