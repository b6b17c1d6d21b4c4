// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

/// The libraries of this build; in this package's own builds on Linux, both.
enum TestedLibrary: CaseIterable {
    #if !os(Linux) || SwiftCrypto
    case swiftCrypto
    #endif
    #if os(Linux) && (!SwiftCrypto || BothCryptoLibraries)
    case system
    #endif

    var functions: any CryptoLibrary.Type {
        switch self {
        #if !os(Linux) || SwiftCrypto
        case .swiftCrypto: SwiftCryptoLibrary.self
        #endif
        #if os(Linux) && (!SwiftCrypto || BothCryptoLibraries)
        case .system: SystemCryptoLibrary.self
        #endif
        }
    }
}

/// The requirements on every library that the module computes with.
///
/// `== true` stands here because `#expect` cannot take a call of a metatype apart.
@Suite struct CryptoLibraryTests {
    /// The key of RFC 6979, appendix A.2.5.
    private static let scalar = bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
    private static let x = bytes("60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6")
    private static let y = bytes("7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299")
    private static let point = [4] + x + y
    /// The signature over "sample" there, in DER.
    private static let signature = bytes(
        "3046022100EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
            + "022100F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8")
    private static let sample = Array("sample".utf8)
    /// The order of the curve.
    private static let order = bytes("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")

    private static func bytes(_ hex: String) -> [UInt8] {
        Hex.decode(hex) ?? []
    }

    #if os(Linux) && SwiftCrypto && BothCryptoLibraries
    @Test func `both libraries are tested`() {
        #expect(TestedLibrary.allCases.count == 2)
    }
    #endif

    @Test(arguments: TestedLibrary.allCases)
    func `SHA-256 gives the digests of FIPS 180`(library: TestedLibrary) {
        let digests = [
            "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ]
        for (message, digest) in digests {
            #expect(Hex.encode(library.functions.sha256(Array(message.utf8))) == digest)
        }
    }

    @Test(arguments: TestedLibrary.allCases)
    func `HMAC gives the values of RFC 4231, also for empty and long keys`(library: TestedLibrary) {
        let codes: [([UInt8], String, String)] = [
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            ([], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ]
        for (key, message, code) in codes {
            #expect(Hex.encode(library.functions.hmacSHA256(key: key, Array(message.utf8))) == code)
        }
    }

    @Test(arguments: TestedLibrary.allCases)
    func `a secret number has the point of RFC 6979, and a signature there is accepted`(library: TestedLibrary) {
        let library = library.functions
        #expect(library.p256Point(ofScalar: Self.scalar) == Self.point)
        #expect(library.isP256Point(Self.point) == true)
        #expect(library.isP256Signature(Self.signature, of: Self.sample, point: Self.point) == true)
        #expect(library.isP256Signature(Self.signature, of: Array("Sample".utf8), point: Self.point) == false)
    }

    @Test(arguments: TestedLibrary.allCases)
    func `zero, the order of the curve and other lengths are no secret numbers`(library: TestedLibrary) {
        let library = library.functions
        let zero = [UInt8](repeating: 0, count: 32)
        let numbers = [
            zero, Self.order, [UInt8](repeating: 0xFF, count: 32), [], [1], Self.scalar + [0],
            Array(Self.scalar.dropLast()),
        ]
        for number in numbers {
            #expect(library.p256Point(ofScalar: number) == nil)
            #expect(throws: (any Error).self) { try library.p256Signature(of: Self.sample, scalar: number) }
        }
        #expect(library.p256Point(ofScalar: zero.dropLast() + [1]) != nil)
        #expect(library.p256Point(ofScalar: Self.order.dropLast() + [0x50]) != nil)
    }

    @Test(arguments: TestedLibrary.allCases)
    func `only the uncompressed form of a point on the curve is a key`(library: TestedLibrary) {
        let library = library.functions
        let beside = [4] + Self.x + Self.y.dropLast() + [Self.y[31] ^ 1]
        let points = [
            beside, [6] + Self.x + Self.y, [7] + Self.x + Self.y, [3] + Self.x, [0], [],
            [4] + [UInt8](repeating: 0, count: 64), [4] + [UInt8](repeating: 0xFF, count: 64), Self.point + [0],
            Array(Self.point.dropLast()),
        ]
        for point in points {
            #expect(library.isP256Point(point) == false)
            #expect(library.isP256Signature(Self.signature, of: Self.sample, point: point) == false)
        }
    }

    @Test(arguments: TestedLibrary.allCases)
    func `a signature in any other encoding than DER is refused`(library: TestedLibrary) {
        let library = library.functions
        let signature = Self.signature
        let (r, s) = (Array(signature[5..<37]), Array(signature[40..<72]))
        let signatures: [[UInt8]] = [
            [], [0x30, 0], signature + [0], Array(signature.dropLast()), r + s,
            // A length in two bytes where one is enough, and a needless zero byte in front of a number.
            [0x30, 0x81, 0x46] + signature[2...],
            [0x30, 0x47, 0x02, 0x22, 0, 0] + r + signature[37...],
            // The same numbers without the zero bytes are negative; zero is not in the range.
            [0x30, 0x44, 0x02, 0x20] + r + [0x02, 0x20] + s,
            [0x30, 0x06, 0x02, 0x01, 0, 0x02, 0x01, 0],
            [UInt8](repeating: 0x30, count: 1_000),
        ]
        for signature in signatures {
            #expect(library.isP256Signature(signature, of: Self.sample, point: Self.point) == false)
        }
    }

    @Test(arguments: TestedLibrary.allCases)
    func `AES-GCM gives the text of the specification's case 16, and opens no other`(library: TestedLibrary) {
        let library = library.functions
        let key = Self.bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
        let nonce = Self.bytes("cafebabefacedbaddecaf888")
        let context = Self.bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let message = Self.bytes(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
        let sealed = Self.bytes(
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b")
        #expect(library.sealAESGCM(message, key: key, nonce: nonce, context: context) == sealed)
        #expect(library.openAESGCM(sealed, key: key, nonce: nonce, context: context) == message)
        for position in sealed.indices {
            var other = sealed
            other[position] ^= 1
            #expect(library.openAESGCM(other, key: key, nonce: nonce, context: context) == nil)
        }
        #expect(library.openAESGCM(sealed, key: key, nonce: nonce, context: []) == nil)
        #expect(library.openAESGCM(sealed, key: key.reversed(), nonce: nonce, context: context) == nil)
        #expect(library.openAESGCM(sealed, key: key, nonce: nonce.reversed(), context: context) == nil)
    }

    @Test(arguments: TestedLibrary.allCases)
    func `AES-GCM refuses keys, nonces and texts of another length`(library: TestedLibrary) {
        let library = library.functions
        let (key, nonce) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 12))
        for count in [0, 16, 31, 33] {
            let other = [UInt8](repeating: 1, count: count)
            #expect(library.sealAESGCM([7], key: other, nonce: nonce, context: []) == nil)
            #expect(library.openAESGCM([UInt8](repeating: 0, count: 20), key: other, nonce: nonce, context: []) == nil)
        }
        for count in [0, 11, 13] {
            let other = [UInt8](repeating: 2, count: count)
            #expect(library.sealAESGCM([7], key: key, nonce: other, context: []) == nil)
        }
        for count in 0...16 {
            #expect(library.openAESGCM([UInt8](repeating: 0, count: count), key: key, nonce: nonce, context: []) == nil)
        }
    }

    @Test func `each library opens what another one has sealed, also without a message or a context`() throws {
        let entropy = Entropy.seeded(2_027)
        for count in [0, 1, 15, 16, 17, 4_096] {
            let (key, nonce, message) = (entropy.bytes(32), entropy.bytes(12), entropy.bytes(count))
            let context = entropy.bytes(count % 16)
            let sealed = TestedLibrary.allCases.map {
                $0.functions.sealAESGCM(message, key: key, nonce: nonce, context: context)
            }
            #expect(Set(sealed).count == 1)
            let text = try #require(sealed[0])
            for library in TestedLibrary.allCases {
                let opened = library.functions.openAESGCM(text, key: key, nonce: nonce, context: context)
                #expect(opened == message)
            }
        }
    }

    @Test func `libraries give the same digests and points, and accept each other's signatures`() throws {
        let entropy = Entropy.seeded(2_026)
        for count in Array(0...80) + [255, 4_096] {
            let (key, message) = (entropy.bytes(count), entropy.bytes(count + 1))
            #expect(Set(TestedLibrary.allCases.map { $0.functions.sha256(message) }).count == 1)
            #expect(Set(TestedLibrary.allCases.map { $0.functions.hmacSHA256(key: key, message) }).count == 1)
        }
        for _ in 0..<20 {
            let (scalar, message) = (entropy.bytes(32), entropy.bytes(50))
            let points = Set(TestedLibrary.allCases.map { $0.functions.p256Point(ofScalar: scalar) })
            let point = try #require(points.first ?? nil)
            #expect(points.count == 1)
            for signer in TestedLibrary.allCases {
                let signature = try signer.functions.p256Signature(of: message, scalar: scalar)
                for verifier in TestedLibrary.allCases {
                    #expect(verifier.functions.isP256Signature(signature, of: message, point: point) == true)
                    #expect(verifier.functions.isP256Signature(signature, of: message + [0], point: point) == false)
                }
            }
        }
    }
}
