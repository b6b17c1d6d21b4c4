// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The last part of a path, and the path before it.
public struct PropertyPathMetadata {
    /// The name of the field; `root` for the start of a path.
    public let name: String

    /// Whether the field is a list of records.
    public let isCollection: Bool

    /// The path before the field; nil for the start of a path.
    public let parent: (any PropertyPath)?
}

/// A path from a model to a field.
public protocol PropertyPath {
    /// The last part of the path.
    func getMetadata() -> PropertyPathMetadata
}

/// A path from a model to a related model.
public protocol PropertyContainerPath: PropertyPath {
    /// The names of the fields with dots between them, without the start.
    func getKeyPath() -> String

    /// The model at the end of the path.
    func getModelType() -> any Model.Type
}

extension PropertyContainerPath {
    /// The names of the fields with dots between them, without the start.
    public func getKeyPath() -> String {
        var names: [String] = []
        var metadata = getMetadata()
        while let parent = metadata.parent {
            names.append(metadata.name)
            metadata = parent.getMetadata()
        }
        return names.reversed().joined(separator: ".")
    }
}

/// A path to a field with a value of a type.
public struct FieldPath<ValueType>: PropertyPath {
    private let metadata: PropertyPathMetadata

    init(name: String, parent: any PropertyPath) {
        metadata = PropertyPathMetadata(name: name, isCollection: false, parent: parent)
    }

    /// The last part of the path.
    public func getMetadata() -> PropertyPathMetadata { metadata }
}

/// A path to a model; generated classes add the model's fields.
open class ModelPath<ModelType: Model>: PropertyContainerPath {
    private let metadata: PropertyPathMetadata

    /// Makes a path.
    ///
    /// - Parameters:
    ///   - name: the field's name; `root` for the start of a path.
    ///   - isCollection: whether the field is a list of records.
    ///   - parent: the path before the field.
    public init(name: String = "root", isCollection: Bool = false, parent: (any PropertyPath)? = nil) {
        metadata = PropertyPathMetadata(name: name, isCollection: isCollection, parent: parent)
    }

    /// The last part of the path.
    public func getMetadata() -> PropertyPathMetadata { metadata }

    /// The model at the end of the path.
    public func getModelType() -> any Model.Type { ModelType.self }

    /// Whether this is the start of a path.
    public func isRoot() -> Bool { metadata.parent == nil }

    /// The path to the model's identifier.
    public func id(_ name: String = "id") -> FieldPath<String> { FieldPath(name: name, parent: self) }

    /// The path to a text.
    public func string(_ name: String) -> FieldPath<String> { FieldPath(name: name, parent: self) }

    /// The path to a truth value.
    public func bool(_ name: String) -> FieldPath<Bool> { FieldPath(name: name, parent: self) }

    /// The path to a day.
    public func date(_ name: String) -> FieldPath<Temporal.Date> { FieldPath(name: name, parent: self) }

    /// The path to a day with a time.
    public func datetime(_ name: String) -> FieldPath<Temporal.DateTime> { FieldPath(name: name, parent: self) }

    /// The path to a time of day.
    public func time(_ name: String) -> FieldPath<Temporal.Time> { FieldPath(name: name, parent: self) }

    /// The path to a whole number.
    public func int(_ name: String) -> FieldPath<Int> { FieldPath(name: name, parent: self) }

    /// The path to a number.
    public func double(_ name: String) -> FieldPath<Double> { FieldPath(name: name, parent: self) }
}
