// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why shapes cannot be generated.
enum GeneratorError: Error, Equatable {
    case notJSON(offset: Int)
    case missing(String)
    /// A line of a table that does not have the table's form, or repeats another line.
    case invalidLine(Int, in: String)
    /// A line of a table is for an operation that the model does not have.
    case unknownOperation(String, in: String)
    case unknownShapeType(shape: String, type: String)
    case unknownShape(String)
    /// A structure that contains itself other than in a list or map has no layout in Swift.
    case recursiveStructure(String)
    /// A map must have text for keys.
    case unsupportedKey(map: String)
    case duplicateFile(String)
    case duplicateName(String, in: String)
}
