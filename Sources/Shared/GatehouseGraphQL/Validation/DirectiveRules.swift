// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Validator {
    /// Directives Are Defined (5.7.1), In Valid Locations (5.7.2) and Unique Per Location (5.7.3), and the rules of
    /// their arguments.
    mutating func check(_ directives: [Directive], on place: DirectivePlace) {
        var seen: Set<String> = []
        for directive in directives {
            let definition = schema.directiveDefinitions[directive.name.text]
            check(directive.arguments, definition?.arguments, of: .directive, "directive", at: directive.location)
            guard let definition else {
                report(
                    .directivesAreDefined, .unknownDirective, "Unknown directive \(directive.name)",
                    at: directive.location)
                continue
            }
            if !definition.places.contains(place) {
                report(
                    .directivesAreInValidLocations, .misplacedDirective,
                    "Directive \(directive.name) not allowed here: \(place.rawValue)", at: directive.location)
            }
            if !seen.insert(directive.name.text).inserted, !definition.isRepeatable {
                report(
                    .directivesAreUniquePerLocation, .duplicateDirectiveName,
                    "Non repeatable directives must be uniquely named within a location. The directive "
                        + "'\(directive.name)' used on a '\(place.rawValue)' is not unique.", at: directive.location)
            }
        }
    }
}
