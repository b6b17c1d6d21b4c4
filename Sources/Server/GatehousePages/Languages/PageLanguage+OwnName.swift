// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension PageLanguage {
    /// The name of the language in itself.
    var ownName: String {
        switch self {
        case .german: "Deutsch"
        case .english: "English"
        case .spanish: "Español"
        case .french: "Français"
        case .indonesian: "Bahasa Indonesia"
        case .dutch: "Nederlands"
        case .italian: "Italiano"
        case .japanese: "日本語"
        case .korean: "한국어"
        case .brazilianPortuguese: "Português (Brasil)"
        case .simplifiedChinese: "简体中文"
        case .traditionalChinese: "繁體中文"
        }
    }
}
