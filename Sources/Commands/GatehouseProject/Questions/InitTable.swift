// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The questions of `amplify init` and of `amplify env add`.
package enum InitTable {
    /// The address of a server for development.
    package static let developmentAddress = "http://localhost:9229"

    /// The rows of `amplify init`.
    package static let rows: [TableRow] = [
        .question(usesExisting), .question(existing), .question(projectName), .question(confirmation),
        .question(newEnvironment), .question(frontend), .question(server), .question(baseURL), .question(region),
        .question(authentication), .question(profile), .question(accessKeyID), .question(secretAccessKey),
    ]

    /// The rows of `amplify env add`, after which the environment has all resources of the project.
    package static let environmentRows: [TableRow] = [
        .question(environment), .question(server), .question(baseURL), .question(region), .question(authentication),
        .question(profile), .question(accessKeyID), .question(secretAccessKey),
    ]

    private static let hasProject = Condition.fact(.hasProject)
    /// `env add` does not ask whether an existing environment is used.
    private static let makesEnvironment = Condition.not(.yes("useExistingEnvironment"))
    /// A new project whose defaults were not taken.
    private static let asksMore = Condition.all([.not(hasProject), .answered("useDefaults", [.flag(false)])])

    // MARK: - A folder with a project

    private static let usesExisting = Question.confirmation(
        "useExistingEnvironment", "Do you want to use an existing environment?", standard: true
    ).with { $0.condition = hasProject }

    private static let existing = Question(
        "existingEnvName", "Which existing environment do you want to use?",
        .list(.from { ($0.offers["existingEnvName"] ?? []).map { .init($0, $0) } })
    ).with {
        $0.condition = .all([hasProject, .yes("useExistingEnvironment")])
        $0.standard = .from { ($0.offers["existingEnvName"]?.first).map(Answer.text) }
    }

    // MARK: - A new project

    private static let projectName = Question("projectName", "Enter a name for the project:", .text).with {
        $0.condition = .not(hasProject)
        $0.rule = .characters(3...20)
        $0.standard = .from { .text($0.projectName) }
        $0.notes = ["Run this command in the root folder of the app."]
    }

    private static let confirmation = Question.confirmation(
        "useDefaults", "Do you want to make the project with this configuration?", standard: true
    ).with { $0.condition = .not(hasProject) }

    private static let newEnvironment = Question("envName", "Enter a name for the environment:", .text).with {
        $0.condition = .any([asksMore, .all([hasProject, .answered("useExistingEnvironment", [.flag(false)])])])
        $0.rule = .environment
        $0.standard = .fixed(.text("dev"))
    }

    private static let frontend = Question(
        "frontend", "Choose the type of the app:",
        .list(.fixed(Frontend.allCases.map { .init($0.rawValue, $0.rawValue) }))
    ).with {
        $0.condition = asksMore
        $0.standard = .from { .text($0.frontend.rawValue) }
    }

    private static let environment = Question("envName", "Enter a name for the environment:", .text).with {
        $0.rule = .environment
    }

    // MARK: - The server

    private static let server = Question(
        "server", "Which server does the environment use?",
        .list(
            .fixed([
                .init("A server on this machine, for development", "development", note: "(\(developmentAddress))"),
                .init("Another Gatehouse", "gatehouse"),
                .init("AWS", "aws").with { $0.obstacle = "Environments in AWS are made by AWS's tool." },
            ]))
    ).with {
        $0.condition = makesEnvironment
        $0.standard = .from { circumstances in
            let address = circumstances.offers["baseURL"]?.first ?? developmentAddress
            return .text(address == developmentAddress ? "development" : "gatehouse")
        }
        $0.notes = ["'gatehouse dev' starts a server for development."]
    }

    private static let isOther = Condition.all([makesEnvironment, .chose("server", "gatehouse")])

    private static let baseURL = Question("baseURL", "Enter the address of the server:", .text).with {
        $0.condition = isOther
        $0.rule = .serverAddress
        $0.standard = .from { .text($0.offers["baseURL"]?.first ?? developmentAddress) }
    }

    private static let region = Question("region", "Enter the region of the server's ids:", .text).with {
        $0.condition = isOther
        $0.rule = .characters(1...32, and: "-")
        $0.standard = .from { .text($0.offers["region"]?.first ?? "us-east-1") }
    }

    private static let authentication = Question(
        "auth", "Choose the authentication method for calls of the server:",
        .list(
            .fixed([
                .init("AWS profile", "profile"), .init("AWS access keys", "accessKeys"),
                .init("None, for a development server", "none"),
            ]))
    ).with {
        $0.condition = isOther
        $0.formerKey = "authenticationMethod"
        $0.standard = .from { circumstances in
            let method = circumstances.offers["profileName"]?.isEmpty == true ? "none" : "profile"
            return .text(circumstances.offers["auth"]?.first ?? method)
        }
    }

    private static let profile = Question("profileName", "Which profile do you want to use?", .text).with {
        $0.condition = .all([isOther, .chose("auth", "profile")])
        $0.rule = .filled
        $0.standard = .from { .text($0.offers["profileName"]?.first ?? "default") }
        $0.obstacle = { answer, circumstances in
            // Without a list, the files were not read.
            guard let profiles = circumstances.offers["profileName"], let name = answer.text, !profiles.contains(name)
            else { return nil }
            let names = profiles.isEmpty ? "none" : profiles.joined(separator: ", ")
            return "The files of the AWS CLI have no profile \(name) with an access key. Profiles with one: \(names)."
        }
    }

    private static let accessKeyID = Question("accessKeyId", "Enter the access key ID:", .text).with {
        $0.condition = .all([isOther, .chose("auth", "accessKeys")])
        $0.rule = .filled
    }

    private static let secretAccessKey = Question("secretAccessKey", "Enter the secret access key:", .hidden).with {
        $0.condition = .all([isOther, .chose("auth", "accessKeys")])
        $0.rule = .filled
    }

    // MARK: - Defaults

    /// Whether a text can be the name of an environment.
    package static func isEnvironment(_ name: String) -> Bool {
        (2...10).contains(name.utf8.count) && name.utf8.allSatisfy(\.isLowercase)
    }

    /// The default name for a folder: its letters and digits, at most 20; `amplify` if fewer than 3 are left.
    package static func projectName(ofFolder folder: String) -> String {
        let bytes = folder.utf8.filter { $0.isLetter || $0.isDigit }
        return bytes.count < 3 ? "amplify" : String(decoding: bytes.prefix(20), as: UTF8.self)
    }

    /// The type of an app by the names in its folder.
    package static func frontend(ofNames names: [String]) -> Frontend {
        if names.contains("pubspec.yaml") { return .flutter }
        let ofXcode = [".xcodeproj", ".xcworkspace"]
        if names.contains(where: { name in
            name == "Podfile" || name == "Package.swift" || ofXcode.contains { name.hasSuffix($0) }
        }) {
            return .ios
        }
        if names.contains(where: { $0.hasPrefix("build.gradle") || $0.hasPrefix("settings.gradle") || $0 == "gradle" })
        {
            return .android
        }
        return .javascript
    }
}

extension Question.Choice {
    /// Sets properties in an expression.
    func with(_ change: (inout Question.Choice) -> Void) -> Question.Choice {
        var choice = self
        change(&choice)
        return choice
    }
}

extension AnswerRule {
    /// The name of an environment.
    static let environment = characters(2...10, isLowercase: true, withDigits: false)
}

/// What `amplify init` or `amplify env add` decided.
package struct InitSettings: Sendable, Equatable {
    /// The name of the project; `nil` in a folder with a project.
    package var projectName: String?
    /// The type of the app; `nil` in a folder with a project.
    package var frontend: Frontend?
    /// The environment.
    package var environment: String
    /// Whether the environment exists already.
    package var isExisting: Bool
    /// The address of the server; `nil` for an environment that exists.
    package var baseURL: String?
    /// The region of the server's ids.
    package var region: String
    /// The profile that signs calls; `nil` if none does.
    package var profile: String?
    /// Access keys that were typed, for a file outside the project.
    package var accessKeys: AccessKeys?

    /// Access keys.
    package struct AccessKeys: Sendable, Equatable {
        /// The public part.
        package var id: String
        /// The secret part.
        package var secret: String
    }

    /// Reads a finished dialogue of `InitTable`.
    package init(_ interview: Interview) {
        let answers = interview.answers
        let circumstances = interview.circumstances
        isExisting = answers.flag("useExistingEnvironment") == true
        let isNew = !circumstances.facts.contains(.hasProject)
        projectName = isNew ? answers.text("projectName") ?? circumstances.projectName : nil
        frontend = isNew ? answers.text("frontend").flatMap(Frontend.init) ?? circumstances.frontend : nil
        environment = (isExisting ? answers.text("existingEnvName") : answers.text("envName")) ?? "dev"
        baseURL = isExisting ? nil : answers.text("baseURL") ?? InitTable.developmentAddress
        region = answers.text("region") ?? "us-east-1"
        profile = answers.text("profileName")
        if let id = answers.text("accessKeyId"), let secret = answers.text("secretAccessKey") {
            accessKeys = AccessKeys(id: id, secret: secret)
        }
    }
}
