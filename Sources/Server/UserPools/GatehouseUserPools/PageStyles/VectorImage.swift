// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The check of vector images (SVG), in which browsers would run scripts and load other files.
///
/// An image may have the elements of drawings and filters, and no declarations (`<!DOCTYPE`), handlers of events,
/// addresses or style sheets that load anything.
struct VectorImage {
    private static let elements: Set<String> = [
        "svg", "g", "defs", "symbol", "use", "title", "desc", "style", "switch", "path", "rect", "circle", "ellipse",
        "line", "polyline", "polygon", "text", "tspan", "textPath", "image", "linearGradient", "radialGradient", "stop",
        "pattern", "clipPath", "mask", "marker", "filter", "feBlend", "feColorMatrix", "feComponentTransfer",
        "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow",
        "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode",
        "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
    ]
    private static let embedded = ["data:image/png;base64,", "data:image/jpeg;base64,", "data:image/webp;base64,"]
    /// What loads something, runs something or hides either of them, in lower case.
    private static let refused = ["\\", "@", "javascript:", "&#", "image-set", "src("].map { Array($0.utf8) }
    private static let deepest = 64

    private var rest: ArraySlice<UInt8>
    private var open: [String] = []
    private var hasRoot = false

    /// Whether a file is a vector image with allowed content only, in one pass over its bytes.
    static func isAllowed(_ file: Data) -> Bool {
        guard String(validating: file, as: UTF8.self) != nil, !file.contains(0) else { return false }
        var image = VectorImage(rest: Array(file)[...])
        return image.read()
    }

    private init(rest: ArraySlice<UInt8>) {
        self.rest = rest.starts(with: [0xEF, 0xBB, 0xBF]) ? rest.dropFirst(3) : rest
    }

    private mutating func read() -> Bool {
        if rest.starts(with: "<?xml ".utf8) {
            rest = rest.dropFirst()
            guard skip(through: "?>") else { return false }
        }
        while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
            guard allows(text: rest[..<mark]) else { return false }
            rest = rest[(mark + 1)...]
            guard readMarkup() else { return false }
        }
        return hasRoot && open.isEmpty && rest.allSatisfy(Self.isSpace)
    }

    private mutating func readMarkup() -> Bool {
        // A comment would divide the text of a style sheet, which is read as one.
        if open.last == "style", rest.first != UInt8(ascii: "/") { return false }
        if rest.starts(with: "!--".utf8) { return skip(through: "-->") }
        if rest.first == UInt8(ascii: "/") {
            rest = rest.dropFirst()
            guard takeName() == open.popLast() else { return false }
            rest = rest.drop(while: Self.isSpace)
            guard rest.first == UInt8(ascii: ">") else { return false }
            rest = rest.dropFirst()
            return true
        }
        let name = takeName()
        // After the root there is nothing, and before it nothing else.
        guard Self.elements.contains(name), hasRoot ? !open.isEmpty : name == "svg" else { return false }
        hasRoot = true
        return readAttributes(of: name)
    }

    private mutating func readAttributes(of name: String) -> Bool {
        while true {
            rest = rest.drop(while: Self.isSpace)
            if rest.starts(with: "/>".utf8) {
                rest = rest.dropFirst(2)
                return true
            }
            if rest.first == UInt8(ascii: ">") {
                rest = rest.dropFirst()
                open.append(name)
                return open.count <= Self.deepest
            }
            let attribute = takeName()
            rest = rest.drop(while: Self.isSpace)
            guard !attribute.isEmpty, rest.first == UInt8(ascii: "=") else { return false }
            rest = rest.dropFirst().drop(while: Self.isSpace)
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.dropFirst().firstIndex(of: quote)
            else { return false }
            let value = rest[(rest.startIndex + 1)..<end]
            rest = rest[(end + 1)...]
            guard !value.contains(UInt8(ascii: "<")), Self.allows(value, of: attribute) else { return false }
        }
    }

    private func allows(text: ArraySlice<UInt8>) -> Bool {
        guard !open.isEmpty else { return text.allSatisfy(Self.isSpace) }
        return open.last != "style" || Self.loadsNothing(text)
    }

    private static func allows(_ value: ArraySlice<UInt8>, of attribute: String) -> Bool {
        let name = attribute.split(separator: ":").last.map { $0.lowercased() } ?? ""
        if name == "href" || name == "src" {
            // A reference of a character could hide an address.
            guard !value.contains(UInt8(ascii: "&")) else { return false }
            return value.first == UInt8(ascii: "#") || embedded.contains { value.starts(with: $0.utf8) }
        }
        return !name.hasPrefix("on") && (attribute.hasPrefix("xmlns") || loadsNothing(value))
    }

    /// Whether a style sheet or an attribute has no address outside the image.
    private static func loadsNothing(_ text: ArraySlice<UInt8>) -> Bool {
        let lowered = text.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        // Most bytes begin nothing that is refused.
        for index in lowered.indices where "\\@j&isu".utf8.contains(lowered[index]) {
            let rest = lowered[index...]
            guard !refused.contains(where: { rest.starts(with: $0) }) else { return false }
            if rest.starts(with: "url(".utf8) {
                let address = rest.dropFirst(4).drop { "'\"".utf8.contains($0) || isSpace($0) }
                guard address.first == UInt8(ascii: "#") else { return false }
            }
        }
        return true
    }

    /// Skips all bytes up to a mark and the mark itself; `false` without the mark, and if there is markup before it.
    private mutating func skip(through mark: String) -> Bool {
        let mark = Array(mark.utf8)
        while let byte = rest.first, byte != UInt8(ascii: "<") {
            if rest.starts(with: mark) {
                rest = rest.dropFirst(mark.count)
                return true
            }
            rest = rest.dropFirst()
        }
        return false
    }

    private mutating func takeName() -> String {
        let name = rest.prefix { byte in
            Self.isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ":-_.".utf8.contains(byte)
        }
        rest = rest[name.endIndex...]
        return Self.text(name)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
