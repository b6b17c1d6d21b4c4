// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct VectorImageTests {
    private func isAllowed(_ text: String) -> Bool { VectorImage.isAllowed(Data(text.utf8)) }

    @Test(arguments: [
        "<svg/>", "<svg></svg>", "\u{FEFF}<svg/>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a -->\n<svg />\n",
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 9 9'></svg>",
        "<svg><style>.a{fill:url(#b)}</style><g class=\"a\"><use href=\"#c\"/><use xlink:href=\"#c\"/></g></svg>",
        "<svg><text x=\"1\">Shop &amp; Co, shop@example.com</text><path style=\"fill:url( '#b' )\" d=\"M0 0\" /></svg>",
        "<svg><image href=\"data:image/png;base64,AAAA\"/></svg>",
    ])
    func `a drawing is allowed`(_ text: String) {
        #expect(isAllowed(text))
    }

    @Test(arguments: [
        "<svg><script>alert(1)</script></svg>", "<svg><SCRIPT>alert(1)</SCRIPT></svg>", "<svg onload=\"alert(1)\"/>",
        "<svg><g OnClick='alert(1)'/></svg>", "<svg><a href=\"javascript:alert(1)\"><text>a</text></a></svg>",
        "<svg><use href=\"https://example.com/a.svg#b\"/></svg>", "<svg><use xlink:href=\"//example.com\"/></svg>",
        "<svg><use href=\"&#104;ttps://example.com\"/></svg>", "<svg><image href=\"data:text/html,x\"/></svg>",
        "<svg><image href=\"data:image/svg+xml;base64,AAAA\"/></svg>", "<svg><foreignObject/></svg>",
        "<svg><animate attributeName=\"href\" to=\"x\"/></svg>", "<svg><set attributeName=\"onload\"/></svg>",
        "<svg><iframe src=\"https://example.com\"/></svg>",
        "<svg><x:script xmlns:x=\"http://www.w3.org/2000/svg\"/></svg>",
        "<svg><style>@import 'https://example.com/a.css';</style></svg>",
        "<svg><style>.a{fill:url(https://example.com)}</style></svg>",
        "<svg><style>.a{fill:u<!-- -->rl(https://example.com)}</style></svg>",
        "<svg><style>.a{fill:u\\72l(https://example.com)}</style></svg>",
        "<svg><style>.a{background:image-set('https://example.com' 1x)}</style></svg>",
        "<svg><path style=\"fill:URL(https://example.com)\"/></svg>", "<svg><path fill=\"url(//example.com)\"/></svg>",
        "<svg><path style=\"fill:url(&quot;https://example.com&quot;)\"/></svg>",
    ])
    func `a drawing that runs or loads something is refused`(_ text: String) {
        #expect(!isAllowed(text))
    }

    @Test(arguments: [
        "", "svg", "<svg>", "</svg>", "<svg></g></svg>", "<svg/><svg/>", "<svg/>x", "x<svg/>", "<g/>",
        "<html><svg/></html>",
        "<!DOCTYPE svg><svg/>", "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>&a;</svg>", "<svg><![CDATA[x]]></svg>",
        "<?xml-stylesheet href=\"a.css\"?><svg/>", "<svg><?php x ?></svg>", "<svg a=b/>", "<svg a/>", "<svg a=\"<\"/>",
        "<svg a=\"b/>", "<svg", "<svg><!-- </svg>", "<svg><!-- <script> --></svg>", "<svg>\u{0}</svg>",
    ])
    func `another or a broken document is refused`(_ text: String) {
        #expect(!isAllowed(text))
    }

    @Test func `invalid UTF-8 and a deep drawing are refused`() {
        #expect(!VectorImage.isAllowed(Data("<svg>".utf8) + [0xFF] + Data("</svg>".utf8)))
        for (groups, isShallow) in [(63, true), (64, false)] {
            let (open, close) = (String(repeating: "<g>", count: groups), String(repeating: "</g>", count: groups))
            #expect(isAllowed("<svg>\(open)\(close)</svg>") == isShallow)
        }
    }

    @Test func `a file has the format of its first bytes`() {
        #expect(ImageFormat.type(of: Images.png) == .png)
        #expect(ImageFormat.type(of: Images.jpeg) == .jpeg)
        #expect(ImageFormat.type(of: Images.ico) == .ico)
        #expect(ImageFormat.type(of: Images.webp) == .webp)
        #expect(ImageFormat.type(of: Images.svg) == .svg)
        for text in ["", "GIF89a", "RIFF????WAVE", "<html/>", "\u{89}PNG"] {
            #expect(ImageFormat.type(of: Data(text.utf8)) == nil)
        }
    }
}
