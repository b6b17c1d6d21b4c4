// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// The message about an error of a project's command, and the exit status that it ends with.
struct CommandFailure: Equatable {
    /// The exit status when another deployment of the environment is in progress: sysexits.h's `EX_TEMPFAIL`.
    static let lockedStatus: Int32 = 75
    /// What a signal's number is added to.
    static let signalBase: Int32 = 128
    /// The number of the signal of Ctrl-C.
    static let interrupt: Int32 = 2

    /// What happened: one line each.
    let lines: [String]
    /// What helps; may be empty.
    let cure: String
    /// The exit status.
    let status: Int32
    /// The type of the error, for `--debug`.
    let origin: String

    /// Makes the message about an error.
    init(_ error: any Error) {
        origin = "\(type(of: error))"
        switch error {
        case let fault as ProjectFault:
            // The description ends with the cure.
            (lines, cure, status) = ([fault.description], "", Status.unusableConfiguration.rawValue)
        case let flaws as HeadlessFlaws:
            lines = flaws.description.split(separator: "\n").map { String($0) }
            cure = "Nothing was written. Correct the object that the command was given."
            status = Status.wrongUsage.rawValue
        case let refusal as AnswerRefusal:
            lines = [refusal.key.isEmpty ? refusal.reason : refusal.description]
            (cure, status) = ("Nothing was written.", Status.wrongUsage.rawValue)
        case let fault as DeploymentFault:
            (lines, cure, status) = ([fault.text], fault.cure ?? "", Self.status(of: fault.kind))
        case let usage as WrongUsage:
            (lines, cure, status) = ([usage.text], usage.cure, Status.wrongUsage.rawValue)
        case is NoProject:
            lines = ["There is no project in this folder or above it."]
            cure = "Run 'amplify init' in the app's folder, or 'amplify pull' to work on a project of a server."
            status = Status.unusableConfiguration.rawValue
        default:
            let complaint = Complaint(error)
            (lines, cure, status) = ([complaint.text], complaint.cure, complaint.status.rawValue)
        }
    }

    private static func status(of kind: DeploymentFault.Kind) -> Int32 {
        switch kind {
        case .refused, .declined: Status.failed.rawValue
        case .unreachable: Status.unreachable.rawValue
        case .locked: lockedStatus
        case .unusable: Status.unusableConfiguration.rawValue
        case .interrupted: signalBase + interrupt
        }
    }

    /// Says what went wrong and what to do about it.
    func write(to dialogue: any Dialogue, withOrigin: Bool) {
        dialogue.say("Error: \(lines.first ?? "")", indent: 7)
        for line in lines.dropFirst() { dialogue.say("       \(line)", indent: 7) }
        if !cure.isEmpty { dialogue.say("       \(cure)", indent: 7) }
        if withOrigin { dialogue.say("       (\(origin))", indent: 7) }
    }
}

/// A command line that cannot be carried out.
struct WrongUsage: Error, Equatable {
    /// What is wrong: a sentence.
    let text: String
    /// What to write instead.
    let cure: String

    init(_ text: String, cure: String) {
        (self.text, self.cure) = (text, cure)
    }
}

/// The folder has no project.
struct NoProject: Error {}
