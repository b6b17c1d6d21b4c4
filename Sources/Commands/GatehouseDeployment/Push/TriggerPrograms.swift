// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProject
import GatehouseSession

/// The functions of a project's triggers: their ARNs, and how the server comes to know them.
///
/// A program is never uploaded. A development server on this machine gets its entries in its own triggers file, which it
/// reads again by itself. For any other server, the file `endpoint.json` of the function says that its operator has
/// added the entry: `{"url": …}` with the address, or `{"arn": …}` with the ARN if it is another one.
struct TriggerPrograms: Sendable {
    /// The ARNs of functions have an account, which the server does not look at.
    private static let account = "123456789012"
    private static let largestFile = 1 << 20
    /// The members of a triggers file.
    private static let members = ["functions", "keys"]

    /// The ARNs by the names of triggers.
    private(set) var arns: [String: String] = [:]
    /// What prevents the push.
    private(set) var obstacles: [Obstacle] = []
    /// The triggers file of the development server; `nil` for another server, and without triggers.
    private var file: String?
    /// The programs by ARNs, for that file; `nil` for an ARN that the project no longer has.
    private var programs: [String: [String]?] = [:]

    private let folder: ProjectFolder
    private let variables: [String: String]

    /// Finds the functions of a project.
    ///
    /// - Parameters:
    ///   - project: the project.
    ///   - environment: the name of the environment, which is in the ARNs.
    ///   - backend: the server.
    ///   - variables: the variables of the process: `PATH` counts.
    /// - Throws: `DeploymentFault` if a file of a function cannot be used.
    init(
        of project: Project, _ environment: String, on backend: Backend, variables: [String: String]
    ) async throws(DeploymentFault) {
        folder = project.folder
        self.variables = variables
        guard let auth = project.auth, !auth.settings.isImported else { return }
        let wanted = Trigger.allCases.filter { auth.settings.triggers[$0.rawValue] != nil }
        // The programs of a trigger that the project gave up stay in their folder, and their entries go.
        let hasPrograms = try checked { () throws(ProjectFault) in try Self.hasPrograms(project.folder, auth.name) }
        guard !wanted.isEmpty || hasPrograms else { return }
        file = await backend.triggersFile()
        for trigger in Trigger.allCases {
            let name = trigger.functionName(resource: auth.name)
            let arn = "arn:aws:lambda:\(backend.region):\(Self.account):function:\(name)-\(environment)"
            guard wanted.contains(trigger) else {
                programs.updateValue(nil, forKey: arn)
                continue
            }
            let modules = auth.settings.triggers[trigger.rawValue] ?? []
            let values = ["ENV": environment, "REGION": backend.region, "MODULES": modules.joined(separator: ",")]
            try add(trigger, name, arn, values, backend)
        }
    }

    private mutating func add(
        _ trigger: Trigger, _ name: String, _ arn: String, _ values: [String: String], _ backend: Backend
    ) throws(DeploymentFault) {
        let path = ProjectPaths.function(name, "endpoint.json")
        let (folder, variables) = (folder, variables)
        let endpoint = try checked { () throws(ProjectFault) in try Self.endpoint(folder, path) }
        if let endpoint {
            arns[trigger.rawValue] = endpoint.arn ?? arn
            return
        }
        arns[trigger.rawValue] = arn
        let command = try checked { () throws(ProjectFault) in try Self.command(folder, name, values, variables) }
        switch (command, file) {
        case (let command?, .some):
            programs[arn] = command
        case (nil, _):
            obstacles.append(
                Obstacle(
                    text: "The function \(name) of the trigger \(trigger.label) has no program that this machine runs.",
                    cure: "Make amplify/backend/function/\(name)/src/\(TriggerProgram.main) an executable file, or "
                        + "install Node.js for a function in src/index.js."))
        case (_?, nil):
            obstacles.append(
                Obstacle(
                    text: "The trigger \(trigger.label) calls the function \(arn), whose program is not sent to "
                        + "\(backend.baseURL).",
                    cure: "Let the operator of the server add \"\(arn)\" to its file GATEHOUSE_TRIGGERS, then write "
                        + "{\"arn\": \"\(arn)\"}, or {\"url\": …} with the address of the entry, into \(path)."))
        }
    }

    // MARK: - Files of a function

    /// Whether the project has the folder of any trigger's function, also of one that it gave up.
    private static func hasPrograms(_ folder: ProjectFolder, _ resource: String) throws(ProjectFault) -> Bool {
        for trigger in Trigger.allCases {
            let name = trigger.functionName(resource: resource)
            if try folder.isThere("amplify/backend/function/\(name)") { return true }
        }
        return false
    }

    private struct Endpoint: Sendable {
        let arn: String?
    }

    private static func endpoint(_ folder: ProjectFolder, _ path: String) throws(ProjectFault) -> Endpoint? {
        guard let document = try folder.document(path) else { return nil }
        do throws(JSONFlaw) {
            let arn = try document.cursor.member("arn")?.string()
            let url = try document.cursor.member("url")?.string() ?? ""
            guard arn != nil || !url.isEmpty else {
                throw document.cursor.flaw("The member url or arn is missing.")
            }
            return Endpoint(arn: arn)
        } catch {
            throw ProjectFault(path, error, cure: "Write {\"url\": …} or {\"arn\": …}.")
        }
    }

    /// The command that runs a function; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - folder: the folder of the project.
    ///   - name: the name of the function.
    ///   - values: more variables of a function for Node.js; its parameters are variables, too.
    ///   - variables: the variables of the process.
    /// - Returns: the command.
    /// - Throws: `ProjectFault` if a file of the function cannot be used.
    private static func command(
        _ folder: ProjectFolder, _ name: String, _ values: [String: String], _ variables: [String: String]
    ) throws(ProjectFault) -> [String]? {
        let main = ProjectPaths.function(name, "src/\(TriggerProgram.main)")
        if try folder.isProgram(main) { return [folder.root.appending(path: main).path] }
        let module = ProjectPaths.function(name, "src/index.js")
        guard try folder.isThere(module), let node = node(variables) else { return nil }
        let parameters = try Self.parameters(folder, ProjectPaths.function(name, "parameters.json"))
        let all = values.merging(parameters) { $1 }.sorted { $0.key < $1.key }
        let text = JSONValue.object(all.map { JSONValue.Member($0.key, .string($0.value)) }).compactText
        return [node, "-e", handlerCaller, folder.root.appending(path: module).path, text]
    }

    /// The variables that the parameters of a function become, as the template that AWS's tool wrote has it: the names
    /// in capitals, for example `GROUP`, and the names of the modules.
    private static func parameters(_ folder: ProjectFolder, _ path: String) throws(ProjectFault) -> [String: String] {
        guard let document = try folder.document(path), case .object(let members) = document.value else { return [:] }
        var variables: [String: String] = [:]
        for member in members {
            guard case .string(let text) = member.value else { continue }
            let isInCapitals = member.name.utf8.allSatisfy { (65...90).contains($0) || $0 == UInt8(ascii: "_") }
            if member.name == "modules" {
                variables["MODULES"] = text
            } else if isInCapitals, !member.name.isEmpty {
                variables[member.name] = text
            }
        }
        return variables
    }

    /// The program of Node.js in the folders of `PATH`.
    private static func node(_ variables: [String: String]) -> String? {
        (variables["PATH"] ?? "").split(separator: ":").map { "\($0)/node" }.first {
            $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// A program of Node.js that hands the event on its standard input to the `handler` of a module, and prints the result.
    ///
    /// Its first argument is the path of the module, its second one the variables of the function.
    private static let handlerCaller = """
        let text = "";
        process.stdin.on("data", (part) => { text += part; });
        process.stdin.on("end", () => {
          const fail = (error) => { console.error(String((error && error.message) || error)); process.exit(1); };
          const answer = (value) => { process.stdout.write(JSON.stringify(value), () => process.exit(0)); };
          try {
            Object.assign(process.env, JSON.parse(process.argv[2]));
            const handler = require(process.argv[1]).handler;
            const result = handler(JSON.parse(text), {}, (error, value) => error ? fail(error) : answer(value));
            if (result && typeof result.then === "function") { result.then(answer, fail); }
          } catch (error) { fail(error); }
        });
        """

    // MARK: - The server's file

    /// Whether the server's file has other entries than the project needs.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be used.
    func needsWriting() throws(DeploymentFault) -> Bool {
        guard let file else { return false }
        let present = try Self.document(file)
        return try changed(present, file)?.bytes != present?.bytes
    }

    /// Writes the entries into the server's file; other entries stay.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be used.
    func write() throws(DeploymentFault) {
        guard let file else { return }
        let present = try Self.document(file)
        guard let document = try changed(present, file), document.bytes != present?.bytes else { return }
        let aside = "\(file).amplify.new"
        do throws(FileFailure) {
            try File.remove(aside)
            try File.write(Data(document.bytes), to: aside)
            try File.rename(aside, to: file)
        } catch {
            throw Self.failure(file, "\(error)")
        }
    }

    private static func document(_ path: String) throws(DeploymentFault) -> JSONDocument? {
        let content: Data?
        do throws(FileFailure) {
            content = try File.read(path, limit: largestFile)
        } catch {
            throw failure(path, "\(error)")
        }
        guard let content else { return nil }
        let document: JSONDocument
        let stranger: String?
        do throws(JSONFlaw) {
            document = try JSONDocument([UInt8](content))
            stranger = try document.cursor.members().map { $0.name }.first { !members.contains($0) }
        } catch {
            throw failure(path, error.problem)
        }
        // The server says where its file is: what answers at its address could name another file of this user.
        guard stranger == nil else {
            throw failure(path, "it has a member that such a file does not have.")
        }
        return document
    }

    /// The file with the entries; `nil` if there is nothing to say.
    private func changed(_ present: JSONDocument?, _ path: String) throws(DeploymentFault) -> JSONDocument? {
        let hasPrograms = programs.contains { $0.value != nil }
        guard present != nil || hasPrograms else { return nil }
        do throws(JSONFlaw) {
            var document = if let present { present } else { try JSONDocument(JSONValue.object([])) }
            for (arn, command) in programs.sorted(by: { $0.key < $1.key }) {
                let place = JSONPointer(["functions", arn])
                if let command {
                    try document.set(.strings(command), at: place.appending("program"))
                } else {
                    try document.remove(at: place)
                }
            }
            return document
        } catch {
            throw Self.failure(path, error.problem)
        }
    }

    private static func failure(_ path: String, _ problem: String) -> DeploymentFault {
        DeploymentFault(
            .unusable, "The triggers file \(path) of the development server cannot be used: \(problem)",
            cure: "Correct the file, or remove it: the next push writes the entries of this project again.")
    }
}
