// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parts that all pages have: the head, the banner, the messages and the links at the end.
enum PageLayout {
    /// Returns the source of a page's template in a language.
    static func source(of page: PageSource, in texts: PageTexts) -> String {
        let script = page.hasScript ? "\n" + #"<script src="{{script}}" defer></script>"# : ""
        let refresh = page.followsLink ? "\n" + #"<meta http-equiv="refresh" content="0; url={{next}}">"# : ""
        return """
            {{% CONTENT_TYPE:\(PageEscaping.name)}}
            <!DOCTYPE html>
            <html lang="\(texts.language.rawValue)" dir="ltr">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">\(refresh)
            <title>{{#hasError}}\(texts.general.errorPrefix) {{/hasError}}\(page.title)\
            {{#service}} – {{service}}{{/service}}</title>
            <link rel="stylesheet" href="{{sheet}}">{{#poolSheet}}
            <link rel="stylesheet" href="{{poolSheet}}">{{/poolSheet}}{{#icon}}
            <link rel="icon" href="{{icon}}">{{/icon}}\(script)
            </head>
            <body>
            <div class="card background-customizable">
            \(banner)
            <main>
            <h1>\(page.title)</h1>
            {{#error}}<p class="errorMessage-customizable" id="error" role="alert">{{error}}</p>
            {{/error}}{{#notice}}<p class="notice" role="status">{{notice}}</p>
            {{/notice}}\(page.body)
            </main>
            \(footer(texts))
            </div>
            </body>
            </html>

            """
    }

    private static let banner = """
        {{#hasBanner}}<header class="banner-customizable">{{#logo}}<picture>{{#darkLogo}}\
        <source srcset="{{darkLogo}}" media="(prefers-color-scheme: dark)">{{/darkLogo}}\
        <img class="logo-customizable" src="{{logo}}" alt="{{service}}"></picture>{{/logo}}\
        {{^logo}}<p class="name">{{service}}</p>{{/logo}}</header>{{/hasBanner}}
        """

    private static func footer(_ texts: PageTexts) -> String {
        """
        {{#hasFooter}}<footer class="legalText-customizable">{{#cancel}}
        <p><a href="{{cancel}}">\(texts.general.cancel)</a></p>{{/cancel}}{{#hasDocuments}}
        <ul>{{#documents}}<li><a href="{{address}}" rel="noopener">{{title}}</a></li>{{/documents}}</ul>\
        {{/hasDocuments}}{{#hasLanguages}}
        <nav aria-label="\(texts.general.languages)"><ul>{{#languages}}\
        <li><a href="{{address}}" lang="{{code}}" hreflang="{{code}}">{{title}}</a></li>{{/languages}}</ul></nav>\
        {{/hasLanguages}}
        </footer>{{/hasFooter}}
        """
    }

    /// Returns the values of the parts that all pages have.
    static func values(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let branding = context.branding
        let hidden: [PageValues] = context.hiddenFields.map { ["name": .text($0.name), "value": .text($0.value)] }
        let head: PageValues = [
            "sheet": .text(context.basePath + PageFile.styleSheet.path),
            "script": .text(context.basePath + PageFile.script.path),
            "poolSheet": .optional(branding.styleSheet), "icon": .optional(branding.icon),
            "service": .optional(branding.name), "logo": .optional(branding.logo),
            "darkLogo": .optional(branding.darkLogo),
            "hasBanner": .flag(branding.logo != nil || branding.name != nil),
            "notice": .optional(context.notice?.text(in: texts)),
            "hidden": .list(hidden),
        ]
        return head.adding(footerValues(in: context, texts))
    }

    private static func footerValues(in context: PageContext, _ texts: PageTexts) -> PageValues {
        let cancel = context.cancelAddress.flatMap { PageAddress.isScript($0) ? nil : $0 }
        let documents: [PageValues] = context.branding.documents.map {
            ["address": .text($0.address), "title": .text($0.kind.title(in: texts))]
        }
        let languages = context.languagePath.map { languageValues(at: $0, in: context, texts) } ?? []
        return [
            "cancel": .optional(cancel),
            "hasDocuments": .flag(!documents.isEmpty), "documents": .list(documents),
            "hasLanguages": .flag(!languages.isEmpty), "languages": .list(languages),
            "hasFooter": .flag(cancel != nil || !documents.isEmpty || !languages.isEmpty),
        ]
    }

    private static func languageValues(
        at path: PagePath, in context: PageContext, _ texts: PageTexts
    ) -> [PageValues] {
        let languages = PageTexts.languages.filter { $0 != texts.language }
        let addresses = context.addresses(of: path, "lang", languages.map(\.rawValue))
        return zip(languages, addresses).map { language, address in
            [
                "address": .text(address), "code": .text(language.rawValue), "title": .text(language.ownName),
            ]
        }
    }
}

extension LegalDocument.Kind {
    fileprivate func title(in texts: PageTexts) -> String {
        switch self {
        case .termsOfUse: texts.general.termsOfUse
        case .privacyPolicy: texts.general.privacyPolicy
        }
    }
}
