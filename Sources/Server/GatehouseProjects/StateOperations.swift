// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseProjectStores
package import GatehouseWire
package import ProjectShapes

// The states of environments.
extension ProjectRecordKeeper {
    /// Adds a state to an environment that the caller holds, and drops the eleventh with the contents that only it
    /// uses.
    /// - Throws: `ResourceNotFoundException`, `ValidationException` for a list of files that cannot be a state,
    ///   `LockLostException`,
    ///   `StateConflictException` if the newest state is not the expected one, `LimitExceededException`.
    package func putState(_ request: PutStateRequest) async throws(ServiceFault) -> PutStateResponse {
        try ForeignText.check(request.pushedFrom, member: "PushedFrom")
        try Self.check(outputs: request.outputs)
        let list = try FileList(request.files)
        let now = records.clock.now
        let sha256 = list.sha256
        let caller = records.nameOfCaller(context.principal)
        let (project, name) = (request.appId, request.environmentName)
        let state = try await write { writer in
            let environment = try writer.knownEnvironment(name, of: project)
            try environment.checkLock(heldWith: request.lockToken, at: now)
            let newest = try writer.newestState(of: name, in: project)
            if let expected = request.expectedStateNumber, expected != newest?.number {
                throw ServiceFault.stateConflict(newest, in: name)
            }
            try writer.checkContents(of: list.files, in: project)
            let state = PushedState(
                number: (newest?.number ?? 0) + 1, sha256: sha256, pushedBy: caller, pushedFrom: request.pushedFrom,
                pushedAt: now)
            try writer.insert(state, files: list.files, outputs: request.outputs, of: name, in: project)
            try writer.removeStates(upTo: state.number - ProjectLimits.states, of: name, in: project)
            try writer.removeUnusedContent(
                in: project, storedBefore: now.addingTimeInterval(-ProjectLimits.unusedLifetime))
            return state
        }
        return PutStateResponse(state: StateSummary(state))
    }

    /// Returns a state with its files and outputs; the newest one if the request names none.
    /// - Throws: `ResourceNotFoundException`.
    package func getState(_ request: GetStateRequest) async throws(ServiceFault) -> GetStateResponse {
        let (project, name) = (request.appId, request.environmentName)
        return try await read { reader in
            try reader.knownEnvironment(name, of: project)
            let found =
                if let number = request.stateNumber {
                    try reader.state(number, of: name, in: project)
                } else {
                    try reader.newestState(of: name, in: project)
                }
            guard let state = found, let outputs = try reader.outputs(ofState: state.number, of: name, in: project)
            else {
                throw ServiceFault.noState(request.stateNumber, of: name)
            }
            let files = try reader.files(ofState: state.number, of: name, in: project)
            return GetStateResponse(
                state: StateSummary(state),
                files: files.map {
                    StateFile(path: $0.path, sha256: $0.sha256, size: $0.size, program: $0.isProgram)
                },
                outputs: outputs)
        }
    }

    /// Lists the states that an environment keeps, the newest first.
    /// - Throws: `ResourceNotFoundException`.
    package func listStates(_ request: ListStatesRequest) async throws(ServiceFault) -> ListStatesResponse {
        let (project, name) = (request.appId, request.environmentName)
        let states = try await read { reader in
            try reader.knownEnvironment(name, of: project)
            return try reader.states(of: name, in: project, limit: ProjectLimits.states)
        }
        return ListStatesResponse(states: states.map { StateSummary($0) })
    }

    /// Checks the document of outputs, which others read.
    /// - Throws: `ValidationException` unless it is a JSON object.
    private static func check(outputs: String) throws(ServiceFault) {
        do throws(WireSyntaxError) {
            if try WireValue(foreignJSON: outputs.utf8).objectValue != nil { return }
        } catch {
            throw ServiceFault(.validation, "Outputs is not JSON.", cause: error)
        }
        throw .invalid("Outputs is not a JSON object.")
    }
}

extension ProjectReading {
    /// Checks that the project has the contents of files, in their sizes.
    /// - Throws: `ValidationException` with the first file whose content is missing or has another size, the error of
    ///   the
    ///   store.
    fileprivate func checkContents(of files: [PushedFile], in projectID: String) throws {
        for file in files {
            guard let size = try self.size(ofContent: file.sha256, in: projectID) else {
                throw ServiceFault.invalid(
                    "The project does not have the content of \(file.path): find missing contents with "
                        + "FindMissingFiles, store them with PutFiles, and repeat the request.")
            }
            guard size == file.size else {
                throw ServiceFault.invalid("The file \(file.path) has \(size) bytes and not \(file.size).")
            }
        }
    }
}
