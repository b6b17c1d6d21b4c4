// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The objects of `amplify init --amplify … --frontend … --providers … --yes`, as answers of `InitTable`.
package enum HeadlessInit {
    /// Reads the objects; one that is not given decides nothing.
    ///
    /// - Throws: `HeadlessFlaws` with all that is wrong, also with members that are unknown.
    package static func answers(
        amplify: [UInt8]?, frontend: [UInt8]?, providers: [UInt8]?
    ) throws(HeadlessFlaws) -> Answers {
        var flaws: [JSONFlaw] = []
        var answers = Answers()
        read(amplify, of: "--amplify", &flaws) { cursor, reader in
            reader.check(cursor, has: ["projectName", "envName", "defaultEditor", "appId", "frontend"])
            if let name = reader.text(cursor, "projectName") { answers["projectName"] = .text(name) }
            if let name = reader.text(cursor, "envName") { answers["envName"] = .text(name) }
            if let type = reader.text(cursor, "frontend") { answers["frontend"] = .text(type) }
        }
        read(frontend, of: "--frontend", &flaws) { cursor, reader in
            reader.check(cursor, has: ["frontend", "framework", "config"])
            if let type = reader.text(cursor, "frontend") { answers["frontend"] = .text(type) }
        }
        read(providers, of: "--providers", &flaws) { cursor, reader in
            reader.check(cursor, has: ["awscloudformation", "gatehouse"])
            if let place = reader.member(cursor, "awscloudformation") { readAWS(place, &reader, &answers) }
            if let place = reader.member(cursor, "gatehouse") { readGatehouse(place, &reader, &answers) }
        }
        guard flaws.isEmpty else { throw HeadlessFlaws(flaws: flaws) }
        if answers["envName"] != nil || answers["frontend"] != nil { answers["useDefaults"] = .flag(false) }
        return answers
    }

    /// Reads the object of an option; its flaws name the option.
    private static func read(
        _ bytes: [UInt8]?, of option: String, _ flaws: inout [JSONFlaw],
        _ body: (JSONCursor, inout HeadlessReader) -> Void
    ) {
        guard let bytes else { return }
        var reader = HeadlessReader()
        if let cursor = reader.take({ () throws(JSONFlaw) in try JSONDocument(bytes).cursor }) { body(cursor, &reader) }
        flaws += reader.flaws.map { JSONFlaw($0.pointer, line: $0.line, "\(option): \($0.problem)") }
    }

    private static func readAWS(_ place: JSONCursor, _ reader: inout HeadlessReader, _ answers: inout Answers) {
        reader.check(
            place, has: ["configLevel", "useProfile", "profileName", "accessKeyId", "secretAccessKey", "region"])
        let region = reader.text(place, "region")
        if let region { answers["region"] = .text(region) }
        if reader.flag(place, "useProfile") == true {
            answers["auth"] = .text("profile")
            if let name = reader.text(place, "profileName") { answers["profileName"] = .text(name) }
        } else if let id = reader.text(place, "accessKeyId"), let secret = reader.text(place, "secretAccessKey") {
            answers["auth"] = .text("accessKeys")
            answers["accessKeyId"] = .text(id)
            answers["secretAccessKey"] = .text(secret)
        }
        guard region != nil || answers["auth"] != nil else { return }
        // The questions about region and signature belong to a server that is named. Its address is an answer, too, or
        // that of a server on this machine. The object of Gatehouse, which is read later, names another one.
        answers["server"] = .text("gatehouse")
        if answers["auth"] == nil { answers["auth"] = .text("none") }
    }

    private static func readGatehouse(_ place: JSONCursor, _ reader: inout HeadlessReader, _ answers: inout Answers) {
        reader.check(place, has: ["baseURL", "region", "profile"], needs: ["baseURL"])
        answers["server"] = .text("gatehouse")
        if let url = reader.text(place, "baseURL") { answers["baseURL"] = .text(url) }
        if let region = reader.text(place, "region") { answers["region"] = .text(region) }
        if answers["auth"] == nil { answers["auth"] = .text("none") }
        if let profile = reader.text(place, "profile") {
            answers["auth"] = .text("profile")
            answers["profileName"] = .text(profile)
        }
    }
}

extension Interview {
    /// Answers what is given, and takes defaults for the rest: `--yes` with the objects of headless commands.
    ///
    /// - Throws: `AnswerRefusal` if an answer breaks its rule, or a question has neither an answer nor a default.
    package func taking(_ given: Answers) throws(AnswerRefusal) -> Interview {
        var interview = self
        while let prompt = interview.prompt {
            guard let answer = given[prompt.key] ?? prompt.standard else {
                throw AnswerRefusal(prompt.key, "The question has no answer and no default: \(prompt.text)")
            }
            try interview.answer(answer)
        }
        return interview
    }
}
