// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a project wants of its GraphQL API, without the schema: the value of `cli-inputs.json`.
package struct APISettings: Sendable, Equatable {
    /// A way to authorize requests.
    package enum Authorization: Sendable, Equatable {
        /// Keys, with their description and the days until they expire.
        case apiKey(description: String, days: Int)
        /// Credentials of an identity pool.
        case iam
        /// Tokens of a user pool; `nil` is the project's own.
        case userPool(id: String?)
        /// Tokens of an issuer; the lifetimes are in milliseconds.
        case openIDConnect(name: String, issuer: String, clientID: String?, issuedTTL: Int?, authenticationTTL: Int?)
        /// Tokens that a function lets in; its answers are kept for some seconds.
        case function(name: String, seconds: Int)

        /// The name of the type, as files have it.
        package var mode: String {
            switch self {
            case .apiKey: "API_KEY"
            case .iam: "AWS_IAM"
            case .userPool: "AMAZON_COGNITO_USER_POOLS"
            case .openIDConnect: "OPENID_CONNECT"
            case .function: "AWS_LAMBDA"
            }
        }
    }

    /// How two changes of one version of a record are brought together.
    package enum Strategy: Sendable, Equatable {
        case autoMerge
        case optimisticConcurrency
        /// A function decides; `nil` is one that is made.
        case function(String?)

        /// The name of the strategy, as files have it.
        package var name: String {
            switch self {
            case .autoMerge: "AUTOMERGE"
            case .optimisticConcurrency: "OPTIMISTIC_CONCURRENCY"
            case .function: "LAMBDA"
            }
        }
    }

    /// Conflict detection.
    package struct Conflicts: Sendable, Equatable {
        /// The strategy of models without their own.
        package var strategy: Strategy
        /// The strategies of single models.
        package var models: [String: Strategy] = [:]

        /// Detects conflicts with a strategy.
        package init(strategy: Strategy, models: [String: Strategy] = [:]) {
            self.strategy = strategy
            self.models = models
        }
    }

    /// The name of the resource and of the API.
    package var name: String
    /// The authorization of requests that name none.
    package var authorization: Authorization
    /// Further ways to authorize requests.
    package var additional: [Authorization] = []
    /// Conflict detection; `nil` while it is off.
    package var conflicts: Conflicts?

    /// An API with keys for seven days.
    package init(name: String) {
        self.name = name
        authorization = .apiKey(description: "", days: 7)
    }

    /// The types of authorization, the default first.
    package var modes: [Authorization] { [authorization] + additional }
}

// MARK: - Answers

extension APISettings {
    /// The settings after a dialogue of `APITable`.
    package func updated(by interview: Interview) -> APISettings {
        let answers = interview.answers
        var settings = self
        if let name = answers.text("apiName") { settings.name = name }
        if let mode = answers.text("defaultAuthType") {
            settings.authorization = authorization(mode, interview)
            if answers.flag("configureAdditionalAuthTypes") == true {
                let types = answers.values("additionalAuthTypes") ?? []
                settings.additional = types.map { authorization($0, interview) }
            } else {
                settings.additional.removeAll { $0.mode == mode }
            }
        }
        if answers.text("apiSetting") == "disableConflicts" || answers.flag("conflictDetection") == false {
            settings.conflicts = nil
        } else if let strategy = answers.text("conflictStrategy") {
            settings.conflicts = Self.conflicts(strategy, answers, changing: conflicts)
        }
        return settings
    }

    /// Conflict detection after a dialogue.
    ///
    /// Strategies of single models stay if the dialogue could not ask for them, as for a schema with errors.
    private static func conflicts(_ name: String, _ answers: Answers, changing former: Conflicts?) -> Conflicts {
        var conflicts = Conflicts(strategy: strategy(name, changing: former?.strategy))
        guard answers.flag("overrideConflicts") != nil else {
            conflicts.models = former?.models ?? [:]
            return conflicts
        }
        for model in answers.values("conflictModels") ?? [] {
            conflicts.models[model] = answers.text("conflictStrategy.\(model)").map { name in
                strategy(name, changing: former?.models[model])
            }
        }
        return conflicts
    }

    /// A strategy by its name; one that stays keeps its function.
    private static func strategy(_ name: String, changing former: Strategy?) -> Strategy {
        if let former, former.name == name { return former }
        return switch name {
        case "OPTIMISTIC_CONCURRENCY": .optimisticConcurrency
        case "LAMBDA": .function(nil)
        default: .autoMerge
        }
    }

    private func authorization(_ mode: String, _ interview: Interview) -> Authorization {
        let answers = interview.circumstances.present.merging(interview.answers)
        switch mode {
        case "API_KEY":
            return .apiKey(
                description: answers.text("apiKeyDescription") ?? "",
                days: answers.text("apiKeyExpirationDays").flatMap { Int($0) } ?? 7)
        case "AWS_IAM": return .iam
        case "OPENID_CONNECT":
            let client = answers.text("oidcClientId") ?? ""
            return .openIDConnect(
                name: answers.text("oidcName") ?? "", issuer: answers.text("oidcIssuer") ?? "",
                clientID: client.isEmpty ? nil : client,
                issuedTTL: answers.text("oidcIssuedTTL").flatMap { Int($0) },
                authenticationTTL: answers.text("oidcAuthenticationTTL").flatMap { Int($0) })
        case "AWS_LAMBDA":
            let chosen = answers.text("lambdaFunction") ?? ""
            return .function(
                name: chosen.isEmpty ? "graphQlLambdaAuthorizer\(interview.circumstances.id)" : chosen,
                seconds: answers.text("lambdaTTL").flatMap { Int($0) } ?? 300)
        default:
            if let present = modes.first(where: { $0.mode == mode }) { return present }
            return .userPool(id: nil)
        }
    }

    /// The present answers to the questions of `update api`.
    package var answers: Answers {
        var answers = Answers()
        answers["apiName"] = .text(name)
        answers["defaultAuthType"] = .text(authorization.mode)
        answers["additionalAuthTypes"] = .values(additional.map(\.mode))
        for mode in modes {
            switch mode {
            case .apiKey(let description, let days):
                answers["apiKeyDescription"] = .text(description)
                answers["apiKeyExpirationDays"] = .text(String(days))
            case .iam, .userPool: break
            case .openIDConnect(let name, let issuer, let client, let issued, let authentication):
                answers["oidcName"] = .text(name)
                answers["oidcIssuer"] = .text(issuer)
                answers["oidcClientId"] = .text(client ?? "")
                answers["oidcIssuedTTL"] = .text(issued.map { String($0) } ?? "")
                answers["oidcAuthenticationTTL"] = .text(authentication.map { String($0) } ?? "")
            case .function(let name, let seconds):
                answers["lambdaFunction"] = .text(name)
                answers["lambdaTTL"] = .text(String(seconds))
            }
        }
        if let conflicts {
            answers["conflictStrategy"] = .text(conflicts.strategy.name)
            answers["overrideConflicts"] = .flag(!conflicts.models.isEmpty)
            answers["conflictModels"] = .values(conflicts.models.keys.sorted())
            for (model, strategy) in conflicts.models { answers["conflictStrategy.\(model)"] = .text(strategy.name) }
        }
        return answers
    }
}
