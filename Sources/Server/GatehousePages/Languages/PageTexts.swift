// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The texts of the pages in one language.
///
/// Texts are parts of templates: a name in double braces is replaced with the value of the page. They have no markup
/// and no straight quotation marks.
package struct PageTexts: Sendable {
    let language: PageLanguage
    let general: General
    let signIn: SignIn
    let steps: Steps
    let codes: Codes
    let totp: TOTP
    let password: Password
    let signUp: SignUp
    let attributes: Attributes
    let passkey: Passkey
    let ends: Ends
    let errors: Errors

    /// The texts of all languages with a translation, in the order of the links to them.
    private static let all = [german, english, spanish, french, japanese]
    /// The languages with a translation.
    static let languages = all.map(\.language)
    /// The texts of each language with a translation.
    static let translations = Dictionary(uniqueKeysWithValues: all.map { ($0.language, $0) })
}

extension PageLanguage {
    /// The language of the texts of a page in this language: English without a translation.
    package var ofTexts: PageLanguage { PageTexts.languages.contains(self) ? self : .english }
}

extension PageTexts {
    /// Creates the texts of a language: the English ones for a language without a translation.
    init(in language: PageLanguage) {
        self = Self.translations[language] ?? .english
    }

    struct General: Sendable {
        let `continue`: String
        let cancel: String
        let errorPrefix: String
        let backToSignIn: String
        let or: String
        let languages: String
        let termsOfUse: String
        let privacyPolicy: String
    }

    struct SignIn: Sendable {
        let heading: String
        let button: String
        let userName: String
        let email: String
        let phoneNumber: String
        let emailOrPhoneNumber: String
        let password: String
        let forgotPassword: String
        let noAccount: String
        let signUp: String
        let continueWithProvider: String
        let organization: String
        let organizationEmail: String
        let passwordHeading: String
        let signingInAs: String
        let anotherAccount: String
        let chooserHeading: String
        let continueAs: String
    }

    /// The choices of factors.
    struct Steps: Sendable {
        let firstHeading: String
        let secondHeading: String
        let secondText: String
        let setUpHeading: String
        let setUpText: String
        let password: String
        let codeByEmail: String
        let codeByMessage: String
        let authenticatorApp: String
        let passkey: String
        let anotherWay: String
        let emailHeading: String
        let phoneHeading: String
        let addressText: String
    }

    struct Codes: Sendable {
        let heading: String
        let challengeHeading: String
        let sentByEmail: String
        let sentByMessage: String
        let sent: String
        let fromApp: String
        let label: String
        let answer: String
        let resend: String
        let notReceived: String
    }

    /// The set-up of an authenticator app.
    struct TOTP: Sendable {
        let heading: String
        let scan: String
        let picture: String
        let key: String
        let enter: String
        let deviceName: String
    }

    /// New passwords.
    struct Password: Sendable {
        let newHeading: String
        let newText: String
        let newPassword: String
        let again: String
        let rules: String
        let length: String
        let uppercase: String
        let lowercase: String
        let number: String
        let symbol: String
        let forgotHeading: String
        let forgotText: String
        let sendCode: String
        let resetHeading: String
        let change: String
    }

    struct SignUp: Sendable {
        let heading: String
        let button: String
        let haveAccount: String
        let agreement: String
        let confirmHeading: String
        let confirmButton: String
        let linkText: String
        let resendHeading: String
        let resendText: String
    }

    /// The names of standard attributes.
    struct Attributes: Sendable {
        let address: String
        let birthdate: String
        let email: String
        let familyName: String
        let gender: String
        let givenName: String
        let locale: String
        let middleName: String
        let name: String
        let nickname: String
        let phoneNumber: String
        let phoneNumberHint: String
        let picture: String
        let preferredUserName: String
        let profile: String
        let website: String
        let timeZone: String
    }

    struct Passkey: Sendable {
        let addHeading: String
        let addText: String
        let addButton: String
        let notNow: String
        let added: String
        let addedText: String
        let signInHeading: String
        let signInText: String
        let signInButton: String
        let needsScript: String
        let unsupported: String
        let failed: String
    }

    /// The pages at the end of a sign-in, and results of steps.
    struct Ends: Sendable {
        let signedOut: String
        let signedOutText: String
        let signInAgain: String
        let wentWrong: String
        let expired: String
        let startAgain: String
        let errorHeading: String
        let returnHeading: String
        let returnText: String
        let confirmed: String
        let passwordChanged: String
        let codeSentAgain: String
    }

    struct Errors: Sendable {
        let incorrect: String
        let tooManyAttempts: String
        let disabled: String
        let wrongCode: String
        let expiredCode: String
        let usedCode: String
        let userExists: String
        let passwordRules: String
        let passwordUsedBefore: String
        let passwordsDiffer: String
        let notConfirmed: String
        let resetRequired: String
        let temporaryExpired: String
        let noResetAddress: String
        let askAdministrator: String
        let signUpClosed: String
        let invalidEmail: String
        let invalidPhoneNumber: String
        let sessionExpired: String
        let notDelivered: String
        let unknownOrganization: String
        let missingEntry: String
        let missingField: String
        let checkFields: String
        let invalidEntry: String
        let tooLong: String
        let tooShort: String
        let numberTooLarge: String
        let numberTooSmall: String
        let noNumber: String
        let noBoolean: String
        let passwordTooShort: String
        let formExpired: String
        let failed: String
    }
}
