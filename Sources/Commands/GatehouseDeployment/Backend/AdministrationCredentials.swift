// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCrypto
import GatehouseSession

/// The credentials that sign the calls of the tool.
package enum AdministrationCredentials {
    /// The key for a development server, which accepts any key: it is no secret.
    package static let development = SigningCredentials(
        accessKeyID: "AKIAGATEHOUSEDEVELOP", secretAccessKey: "a-development-server-checks-no-signature")

    private static let largestFile = 1 << 20

    /// Finds the credentials of this machine for an environment.
    ///
    /// A profile is looked up in the files of the AWS CLI, `~/.aws/credentials` and `~/.aws/config`, or those that
    /// `AWS_SHARED_CREDENTIALS_FILE` and `AWS_CONFIG_FILE` name. Without a profile, the variables `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN` count, then the access key that was typed at `amplify init`, then
    /// the key for a development server.
    ///
    /// - Parameters:
    ///   - profile: the name of the profile that `local-aws-info.json` has for the environment; `nil` without one.
    ///   - secrets: the file of the environment's secrets; `nil` before there is an environment.
    ///   - variables: the variables of the process.
    /// - Returns: the credentials.
    /// - Throws: `DeploymentFault` if the profile is missing or has no access key, or if a variable is missing.
    package static func find(
        profile: String?, secrets: SecretsStore? = nil, variables: [String: String]
    ) throws(DeploymentFault) -> SigningCredentials {
        if let profile { return try credentials(ofProfile: profile, variables, hasEnvironment: secrets != nil) }
        if let found = try credentials(inVariables: variables) { return found }
        return try secrets?.accessKey() ?? development
    }

    private static func credentials(
        inVariables variables: [String: String]
    ) throws(DeploymentFault) -> SigningCredentials? {
        let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]
        let values = names.map { variables[$0].flatMap { $0.isEmpty ? nil : $0 } }
        switch (values[0], values[1]) {
        case (nil, nil): return nil
        case (let id?, let secret?):
            let token = variables["AWS_SESSION_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
            return SigningCredentials(accessKeyID: id, secretAccessKey: secret, sessionToken: token)
        case (let id, _):
            throw DeploymentFault(
                .unusable, "The variable \(id == nil ? names[0] : names[1]) is missing.",
                cure: "Set both \(names[0]) and \(names[1]), or neither.")
        }
    }

    // MARK: - Profiles

    /// The names of the profiles that have an access key: `default` first, then the others by name.
    ///
    /// - Parameter variables: the variables of the process, for the places of the files.
    /// - Returns: the names; empty if there are no files.
    /// - Throws: `DeploymentFault` if a file cannot be read.
    package static func profiles(variables: [String: String]) throws(DeploymentFault) -> [String] {
        var usable: Set<String> = []
        for path in paths(variables) {
            guard let path, let text = try text(of: path) else { continue }
            for line in text.split(whereSeparator: \.isNewline) {
                let content = line.trimmingCharacters(in: .whitespaces)
                guard content.hasPrefix("["), let end = content.firstIndex(of: "]") else { continue }
                let words = content[..<end].dropFirst().split(whereSeparator: \.isWhitespace)
                let section = words.joined(separator: " ")
                guard let members = members(of: section, in: text), members["aws_access_key_id"] != nil,
                    members["aws_secret_access_key"] != nil
                else { continue }
                let isMarked = words.count > 1 && words.first == "profile"
                usable.insert(isMarked ? words.dropFirst().joined(separator: " ") : section)
            }
        }
        let names = usable.sorted()
        return names.filter { $0 == "default" } + names.filter { $0 != "default" }
    }

    /// The paths of the files of the AWS CLI: credentials, then configuration.
    private static func paths(_ variables: [String: String]) -> [String?] {
        let home = variables["HOME"].map { $0 + "/.aws" }
        return [
            variables["AWS_SHARED_CREDENTIALS_FILE"] ?? home.map { $0 + "/credentials" },
            variables["AWS_CONFIG_FILE"] ?? home.map { $0 + "/config" },
        ]
    }

    private static func credentials(
        ofProfile profile: String, _ variables: [String: String], hasEnvironment: Bool
    ) throws(DeploymentFault) -> SigningCredentials {
        var isThere = false
        for (path, sections) in zip(paths(variables), [[profile], ["profile \(profile)", profile]]) {
            guard let path, let text = try text(of: path) else { continue }
            for section in sections {
                guard let members = members(of: section, in: text) else { continue }
                isThere = true
                guard let id = members["aws_access_key_id"], let secret = members["aws_secret_access_key"] else {
                    continue
                }
                return SigningCredentials(
                    accessKeyID: id, secretAccessKey: secret, sessionToken: members["aws_session_token"])
            }
        }
        throw DeploymentFault(
            .unusable,
            isThere
                ? "The profile \(profile) has no aws_access_key_id and aws_secret_access_key, which this tool needs."
                : "There is no profile \(profile) in the files of the AWS CLI.",
            cure: hasEnvironment
                ? "Run aws configure --profile \(profile). Or take the profile out of "
                    + "amplify/.config/local-aws-info.json, and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
                : "Run aws configure --profile \(profile), or choose another profile or authentication method.")
    }

    /// The text of a file; `nil` if there is no such file.
    private static func text(of path: String) throws(DeploymentFault) -> String? {
        // The files may be links: they are the person's own, and outside any project.
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        do throws(FileFailure) {
            return try File.read(target, limit: largestFile).map { String(decoding: $0, as: UTF8.self) }
        } catch {
            throw DeploymentFault(
                .unusable, "The file \(path) cannot be read: \(error).", cure: "Allow this user to read it.")
        }
    }

    /// The members of a section; `nil` if there is no such section.
    static func members(of section: String, in text: String) -> [String: String]? {
        var members: [String: String]?
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline) {
            let content = line.trimmingCharacters(in: .whitespaces)
            if content.hasPrefix("["), let end = content.firstIndex(of: "]") {
                let name = content[content.index(after: content.startIndex)..<end]
                isInside = name.split(whereSeparator: \.isWhitespace).joined(separator: " ") == section
                if isInside { members = members ?? [:] }
                continue
            }
            guard isInside, !content.hasPrefix("#"), !content.hasPrefix(";"), let sign = content.firstIndex(of: "=")
            else { continue }
            let name = content[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
            members?[name] = content[content.index(after: sign)...].trimmingCharacters(in: .whitespaces)
        }
        return members
    }
}
