// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The form of an attribute's field: its label, its type and what browsers fill in (HTML, section 4.10.18.7).
struct AttributeForm {
    let label: String
    let type: String
    let autocomplete: String?
    let hint: String?

    init(of attribute: PageAttribute, _ texts: PageTexts.Attributes) {
        let standard: (label: String, type: String, autocomplete: String?)? =
            switch attribute.name {
            case "address": (texts.address, "text", "address-line1")
            case "birthdate": (texts.birthdate, "date", "bday")
            case "email": (texts.email, "email", "email")
            case "family_name": (texts.familyName, "text", "family-name")
            case "gender": (texts.gender, "text", "sex")
            case "given_name": (texts.givenName, "text", "given-name")
            case "locale": (texts.locale, "text", "language")
            case "middle_name": (texts.middleName, "text", "additional-name")
            case "name": (texts.name, "text", "name")
            case "nickname": (texts.nickname, "text", "nickname")
            case "phone_number": (texts.phoneNumber, "tel", "tel")
            case "picture": (texts.picture, "url", "photo")
            case "preferred_username": (texts.preferredUserName, "text", nil)
            case "profile": (texts.profile, "url", nil)
            case "website": (texts.website, "url", "url")
            case "zoneinfo": (texts.timeZone, "text", nil)
            default: nil
            }
        label = standard?.label ?? Self.label(ofCustom: attribute.name)
        type = standard?.type ?? (attribute.type == .number ? "number" : "text")
        autocomplete = standard?.autocomplete
        hint = attribute.name == "phone_number" ? texts.phoneNumberHint : nil
    }

    private static func label(ofCustom name: String) -> String {
        // A step back over characters may look at all before them, a step over bytes does not.
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return String(decoding: name.utf8[colon...].dropFirst(), as: UTF8.self)
    }
}
