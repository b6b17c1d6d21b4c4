// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A user attribute that a form asks for.
package struct PageAttribute: Sendable, Equatable {
    /// The types of custom attributes.
    package enum DataType: Sendable, CaseIterable {
        /// A text, also a boolean value or a time.
        case text
        /// A number without a fraction.
        case number
    }

    /// The name, such as `given_name` or `custom:team`.
    package let name: String
    /// The value that the form has already.
    package var value: String?
    /// Whether the form needs an entry.
    package var isRequired: Bool
    /// The type of the values of a custom attribute.
    package var type: DataType

    /// Creates the field of an attribute.
    package init(_ name: String, value: String? = nil, isRequired: Bool = true, type: DataType = .text) {
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.type = type
    }

    /// The field in a form.
    var field: FormField { FormField(PageField.attribute(name), isRequired: isRequired) }

    /// The values of the field.
    func values(_ errors: PageErrors, _ texts: PageTexts) -> PageValues {
        let form = AttributeForm(of: self, texts.attributes)
        return [
            "fieldError": .optional(errors[field.name]), "fieldFocus": .flag(errors.isFirst(field.name)),
            "name": .text(PageField.attribute(name)), "id": .text("attribute-\(name)"), "label": .text(form.label),
            "type": .text(form.type), "autocomplete": .optional(form.autocomplete), "value": .optional(value),
            "hint": .optional(form.hint), "isRequired": .flag(isRequired),
            "isDescribed": .flag(form.hint != nil || errors[field.name] != nil),
        ]
    }

    /// The source of the fields of all attributes: the list `attributes`.
    static let source = """
        {{#attributes}}<p class="field"><label class="label-customizable" for="{{id}}">{{label}}</label>
        <input class="inputField-customizable" id="{{id}}" name="{{name}}" type="{{type}}" value="{{value}}" \
        maxlength="2048"{{#autocomplete}} autocomplete="{{autocomplete}}"{{/autocomplete}}\
        {{#isRequired}} required{{/isRequired}}\
        {{#fieldError}} aria-invalid="true"{{/fieldError}}{{#fieldFocus}} autofocus{{/fieldFocus}}\
        {{#isDescribed}} aria-describedby="{{#fieldError}}{{id}}-error {{/fieldError}}{{#hint}}{{id}}-hint{{/hint}}"\
        {{/isDescribed}}>\
        {{#fieldError}}<span class="field-error" id="{{id}}-error">{{fieldError}}</span>{{/fieldError}}\
        {{#hint}}<span class="hint" id="{{id}}-hint">{{hint}}</span>{{/hint}}</p>
        {{/attributes}}
        """
}
