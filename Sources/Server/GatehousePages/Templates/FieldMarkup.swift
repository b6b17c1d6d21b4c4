// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parts of a field's source that show its error.
enum FieldMarkup {
    /// The names of the values of a field: the text of its error, and whether the browser shows the field first.
    static func valueNames(of field: String) -> (error: String, focus: String) { ("error_\(field)", "focus_\(field)") }

    /// The attributes of the input of a field: whether the entry is invalid, and the ids of its descriptions.
    ///
    /// The input is described by its own error, or else by the one above the form, and then by its hint.
    static func attributes(of field: String, hint: String? = nil) -> String {
        let (error, focus) = valueNames(of: field)
        let state = #"{{#\#(error)}} aria-invalid="true"{{/\#(error)}}{{#\#(focus)}} autofocus{{/\#(focus)}}"#
        guard let hint else {
            return state
                + #"{{#\#(error)}} aria-describedby="\#(field)-error"{{/\#(error)}}"#
                + #"{{^\#(error)}}{{#error}} aria-describedby="error"{{/error}}{{/\#(error)}}"#
        }
        return state
            + #" aria-describedby="{{#\#(error)}}\#(field)-error {{/\#(error)}}"#
            + #"{{^\#(error)}}{{#error}}error {{/error}}{{/\#(error)}}\#(hint)""#
    }

    /// The text of the error below the input of a field.
    static func text(of field: String) -> String {
        let (error, _) = valueNames(of: field)
        return #"{{#\#(error)}}<span class="field-error" id="\#(field)-error">{{\#(error)}}</span>{{/\#(error)}}"#
    }
}
