// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The code snippets of the overview page.
enum OverviewSnippets {
    /// A snippet with its title.
    struct Snippet {
        let title: String
        let text: String
    }

    static func all(for overview: DevelopmentOverview) -> [Snippet] {
        [
            Snippet(title: "Swift, with Amplify", text: swift(overview)),
            Snippet(title: "AWS CLI", text: commandLine(overview)),
            Snippet(title: "Python, with boto3", text: python(overview)),
            Snippet(title: "Back to the state of the first start, between tests", text: reset(overview)),
        ]
    }

    private static func swift(_ overview: DevelopmentOverview) -> String {
        """
        try Amplify.add(plugin: AWSCognitoAuthPlugin())
        try Amplify.configure(
            with: .data(Data(contentsOf: URL(filePath: "\(overview.folder)/amplify_outputs.json"))))
        """
    }

    private static func commandLine(_ overview: DevelopmentOverview) -> String {
        """
        export AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER=\(overview.baseURL)
        export AWS_DEFAULT_REGION=\(overview.region)
        export AWS_ACCESS_KEY_ID=\(key(overview).id) AWS_SECRET_ACCESS_KEY=\(key(overview).secret)
        aws cognito-idp list-users --user-pool-id \(overview.first.userPoolID)
        """
    }

    private static func python(_ overview: DevelopmentOverview) -> String {
        let (id, secret) = key(overview)
        return [
            "import boto3",
            "cognito = boto3.client(",
            "    \"cognito-idp\", endpoint_url=\"\(overview.baseURL)\", region_name=\"\(overview.region)\",",
            "    aws_access_key_id=\"\(id)\", aws_secret_access_key=\"\(secret)\")",
        ].joined(separator: "\n")
    }

    private static func reset(_ overview: DevelopmentOverview) -> String {
        let header = overview.needsKey ? " --header 'Gatehouse-Dev-Key: KEY'" : ""
        return "curl --fail --request POST\(header) \(overview.baseURL)/dev/reset"
    }

    private static func key(_ overview: DevelopmentOverview) -> (id: String, secret: String) {
        overview.administrator.map { ($0, "SECRET") } ?? ("any", "any")
    }
}
