// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseText

/// A request of the AWS query protocol: an action, a version and parameters, as a form.
package struct QueryRequest: Sendable, Equatable {
    /// The operation's name.
    package var action: String
    /// The version of the service model.
    package var version: String
    /// The parameters, an object.
    package var parameters: WireValue

    /// More fields than this are refused.
    private static let maximumFields = 2_000
    /// Names with more parts than this are refused.
    private static let maximumDepth = 16

    /// Creates a request.
    package init(action: String, version: String, parameters: WireValue) {
        self.action = action
        self.version = version
        self.parameters = parameters
    }

    /// Reads a form, `Action=…&Version=…&Tags.member.1.Key=…`.
    ///
    /// - Parameter form: The body of a POST or the query of a GET.
    /// - Throws: A fault without action, or one that says the form is malformed.
    package init(form: String) throws(ServiceFault) {
        var root = QueryNode()
        do {
            for (name, value) in try FormFields.read(form, maximum: Self.maximumFields) {
                let path = name.utf8.split(separator: UInt8(ascii: ".")).map { WireName(String(Substring($0))) }
                try root.insert(value, at: path, maximumDepth: Self.maximumDepth)
            }
        } catch .notStreamSafe {
            throw ServiceFault(.queryMalformedInput, StreamSafeText.refusal)
        } catch {
            throw ServiceFault(.queryMalformedInput, "The form is malformed", cause: error)
        }
        guard let action = root.take("Action") else {
            throw ServiceFault(.queryMissingAction, "The request lacks an action")
        }
        self.action = action
        version = root.take("Version") ?? ""
        parameters = root.value.objectValue.map(WireValue.object) ?? .object([:])
    }

    /// Reads the body of a POST.
    ///
    /// - Parameter body: The body, a form in UTF-8.
    /// - Throws: A fault without action, or one that says the form is malformed.
    package init(body: Data) throws(ServiceFault) {
        guard let form = String(data: body, encoding: .utf8) else {
            throw ServiceFault(.queryMalformedInput, "The form is malformed")
        }
        try self.init(form: form)
    }

    /// Writes the request as a form, its parameters in the order of their names.
    package func body() -> Data {
        var fields = [("Action", action), ("Version", version)]
        Self.flatten(parameters, name: "", into: &fields)
        return Data(FormFields.text(fields).utf8)
    }

    private static func flatten(_ value: WireValue, name: String, into fields: inout [(String, String)]) {
        let prefix = name.isEmpty ? "" : name + "."
        switch value {
        case .null: break
        case .string(let text): fields.append((name, text))
        case .bool(let flag): fields.append((name, flag ? "true" : "false"))
        case .integer(let number): fields.append((name, String(number)))
        case .double(let number): fields.append((name, String(number)))
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                flatten(element, name: "\(prefix)member.\(index + 1)", into: &fields)
            }
        case .object(let members):
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                flatten(member, name: prefix + key.text, into: &fields)
            }
        }
    }
}

/// A place in the tree that the dotted names of a form describe.
private struct QueryNode {
    private var text: String?
    private var children: [WireName: QueryNode] = [:]

    /// Puts a value at the end of a path.
    mutating func insert(
        _ value: String, at path: [WireName], maximumDepth: Int
    ) throws(WireSyntaxError) {
        guard path.count <= maximumDepth else { throw .tooDeep }
        insert(value, at: path[...])
    }

    private mutating func insert(_ value: String, at path: ArraySlice<WireName>) {
        guard let name = path.first else {
            text = value
            return
        }
        children[name, default: QueryNode()].insert(value, at: path.dropFirst())
    }

    /// Removes a field with a plain value, and returns the value.
    mutating func take(_ name: WireName) -> String? {
        children.removeValue(forKey: name)?.text
    }

    /// The tree as a value: `member` with numbers below it is a list, in the order of the numbers.
    var value: WireValue {
        if children.isEmpty { return .string(text ?? "") }
        if children.count == 1, let elements = children["member"]?.elements { return .array(elements) }
        return .object(children.mapValues(\.value))
    }

    private var elements: [WireValue]? {
        let numbered = children.compactMap { name, node in UInt32(name.text).map { ($0, node) } }
        guard numbered.count == children.count else { return nil }
        return numbered.sorted { $0.0 < $1.0 }.map(\.1.value)
    }
}
