// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The few questions of the other commands.
///
/// Names that a question offers are in `Circumstances.offers` under its key. A question that names what is lost gets its
/// words from the caller.
package enum CommandTables {
    /// `amplify remove`: which resource, and a confirmation.
    package static let remove: [TableRow] = [
        .question(
            Question(
                "resource", "Choose the resource to remove:",
                .list(.from { ($0.offers["resource"] ?? []).map { .init($0, $0) } })
            ).with { $0.standard = .from { ($0.offers["resource"]?.first).map(Answer.text) } }),
        .question(
            Question.confirmation(
                "confirmRemoval", "The files of the resource in this folder will be deleted. Do you want to continue?",
                standard: false)),
    ]

    /// `amplify push`: whether to continue, and code generation for an API.
    ///
    /// - Parameters:
    ///   - losses: each resource with what would be lost, one sentence each; its name must be typed.
    ///   - overwritesOthers: whether the push overwrites what others changed on the server; then the default is no.
    ///   - asksForCode: whether the push makes a new API, or changes one.
    /// - Returns: the rows.
    package static func push(
        losses: [(resource: String, texts: [String])], overwritesOthers: Bool = false, asksForCode: CodeQuestion
    ) -> [TableRow] {
        var rows: [TableRow] = []
        if losses.isEmpty {
            rows.append(
                .question(.confirmation("continue", "Do you want to continue?", standard: !overwritesOthers)))
        }
        for (index, loss) in losses.enumerated() {
            let key = index == 0 ? "confirmLoss" : "confirmLoss.\(loss.resource)"
            rows.append(self.loss(loss.texts, name: loss.resource, key: key))
        }
        switch asksForCode {
        case .none: break
        case .update:
            rows.append(
                .question(
                    .confirmation("updateCode", "Do you want to update the code of your GraphQL API?", standard: true)))
        case .generate:
            // The generator has no further settings: the models contain the documents of requests.
            rows.append(
                .question(
                    .confirmation(
                        "generateCode", "Do you want to generate code for your GraphQL API?", standard: true)))
        }
        return rows
    }

    /// `amplify push` of an environment that lives in AWS: whether another one is made, and where.
    package static let besideAWS: [TableRow] = [
        .question(
            .confirmation(
                "makeEnvironment", "Do you want to make an environment on Gatehouse beside it?", standard: true)),
        .rows("the questions of amplify env add") { circumstances in
            circumstances.answers.flag("makeEnvironment") == true ? InitTable.environmentRows : []
        },
    ]

    /// Whether `push` asks about generated code.
    package enum CodeQuestion: Sendable {
        case none, generate, update
    }

    /// A question that only the typed name of a resource answers with yes.
    ///
    /// - Parameters:
    ///   - losses: what would be lost, one sentence each.
    ///   - name: the name to type.
    ///   - key: the key of the answer.
    /// - Returns: the row.
    package static func loss(_ losses: [String], name: String, key: String = "confirmLoss") -> TableRow {
        .question(
            Question(key, "Type \(name) to continue:", .text).with {
                $0.notes = losses
                $0.rule = AnswerRule("Type \(name) exactly, or press Ctrl-C to leave everything as it is.") {
                    answer, _ in
                    answer.text?.utf8.elementsEqual(name.utf8) == true
                }
            })
    }

    /// `amplify env remove` and `amplify delete`.
    ///
    /// - Parameters:
    ///   - subject: what is deleted, for example `the environment test`.
    ///   - losses: what would be lost, one sentence each; empty if nothing would.
    ///   - name: the name that accepts the losses; an empty answer keeps pools with users.
    /// - Returns: the rows.
    package static func delete(_ subject: String, losses: [String] = [], name: String = "") -> [TableRow] {
        let confirmation = TableRow.question(
            .confirmation(
                "confirmDeletion",
                "This deletes \(subject) on the server and in this folder. Do you want to continue?",
                standard: false))
        guard !losses.isEmpty else { return [confirmation] }
        let loss = Question(
            "confirmLoss", "Type \(name) to delete this, too, or press Enter to leave it on the server:", .text
        ).with {
            $0.notes = losses
            $0.standard = .fixed(.text(""))
            $0.condition = .yes("confirmDeletion")
            $0.rule = AnswerRule("Type \(name) exactly, or nothing.") { answer, _ in
                answer == .text("") || answer.text?.utf8.elementsEqual(name.utf8) == true
            }
        }
        return [confirmation, .question(loss)]
    }

    /// `amplify pull`: in a project a confirmation, in an empty folder where the back end is.
    package static let pull: [TableRow] = [
        overwriting("Pulling"),
        .question(
            Question("baseURL", "Enter the address of the server:", .text).with {
                $0.condition = .not(.fact(.hasProject))
                $0.rule = .serverAddress
                $0.standard = .fixed(.text(InitTable.developmentAddress))
            }),
        choice("appId", "Which project do you want to work on?"), choice("envName", "Choose an environment:"),
        .question(
            Question(
                "frontend", "Choose the type of the app:",
                .list(.fixed(Frontend.allCases.map { .init($0.rawValue, $0.rawValue) }))
            ).with {
                $0.condition = .not(.fact(.hasProject))
                $0.standard = .from { .text($0.frontend.rawValue) }
            }),
        .question(
            Question.confirmation("modify", "Do you want to modify this back end?", standard: true)
                .with { $0.condition = .not(.fact(.hasProject)) }),
    ]

    /// `amplify env restore`: whether changes that were not pushed are overwritten.
    package static let restore: [TableRow] = [overwriting("Restoring")]

    private static func overwriting(_ act: String) -> TableRow {
        .question(
            Question.confirmation(
                "overwrite", "\(act) overwrites local changes. Do you want to continue?", standard: false
            ).with { $0.condition = .fact(.hasProject) })
    }

    /// `amplify import auth`.
    package static let importAuth: [TableRow] = [
        .question(
            Question(
                "importType", "What do you want to import?",
                .list(
                    .fixed([
                        .init("User pool and identity pool", "identityPoolAndUserPool"),
                        .init("User pool only", "userPoolOnly"),
                    ]))
            ).with { $0.standard = .fixed(.text("identityPoolAndUserPool")) }),
        imported("userPoolId", "Which user pool do you want to import?"),
        imported("nativeClientId", "Choose the native client:"), imported("webClientId", "Choose the web client:"),
        .rows("the identity pool") { circumstances in
            circumstances.answers.text("importType") == "userPoolOnly"
                ? [] : [imported("identityPoolId", "Which identity pool do you want to import?")]
        },
    ]

    /// A list of which the only row is chosen by itself; among several, a person or a file chooses.
    private static func choice(_ key: String, _ text: String) -> TableRow {
        .question(
            Question(key, text, .list(.from { named($0.offers[key]) })).with {
                $0.condition = .not(.fact(.hasProject))
                $0.standard = onlyOne(of: key)
            })
    }

    private static func onlyOne(of key: String) -> Question.Standard {
        .from { circumstances in
            let choices = named(circumstances.offers[key])
            return choices.count == 1 ? choices[0].answer : nil
        }
    }

    /// Rows of what a server has: the value is the id before the first blank, and the name follows it.
    private static func named(_ offers: [String]?) -> [Question.Choice] {
        (offers ?? []).map { Question.Choice($0, String($0.prefix { $0 != " " })) }
    }

    /// A list of which the only row is chosen by itself: its default answers it.
    private static func imported(_ key: String, _ text: String) -> TableRow {
        .question(
            Question(key, text, .list(.from { named($0.offers[key]) })).with {
                $0.standard = onlyOne(of: key)
            })
    }
}
