// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// Texts that others read in a terminal, or that name files on their computers.
enum ForeignText {
    /// Checks a text that describes a person or a computer.
    /// - Throws: `ValidationException` for a text with control characters.
    static func check(_ text: String, member: String) throws(ServiceFault) {
        guard !hasControlCharacter(text) else {
            throw .invalid("\(member) has a control character: leave it out.")
        }
    }

    /// Checks a path in the folder of a project: it must not lead out of the folder, on any system.
    /// - Throws: `ValidationException` with what is wrong.
    static func check(path: String) throws(ServiceFault) {
        guard !hasControlCharacter(path) else {
            throw .invalid("A path has a control character: rename the file.")
        }
        guard path.utf8.count <= ProjectLimits.bytesOfPath else {
            throw .invalid("A path has more than \(ProjectLimits.bytesOfPath) bytes: shorten the names of its folders.")
        }
        guard !path.utf8.contains(UInt8(ascii: "\\")) else {
            throw .invalid("The path \(path) has a backslash: write / between folders, and rename the file.")
        }
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }) else {
            throw .invalid(
                "The path \(path) is not inside of the project: it must not begin or end with /, and must have no "
                    + "empty part and neither . nor .. as one.")
        }
    }

    private static func hasControlCharacter(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
