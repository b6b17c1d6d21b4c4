#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Writes the fixtures of SealedFormTests: every layout of sealed bytes that a commit of this repository has written;
and the seeds of the fuzzed parser `stored`, which reads the files of clients.

Each function follows the encoder of the commits that it names. For a new layout, add it here and run the script:
entries that are in the file stay as they are, since databases and clients hold the same bytes. It needs the package
`cryptography`.
"""
import base64
import hashlib
import json
import pathlib
import struct

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ROOT = pathlib.Path(__file__).parent.parent
FILE = ROOT / "Tests/Server/GatehouseServerTests/SealedForms/forms.json"
SEEDS = ROOT / "Fuzz/Corpus/stored"

MASTER, KEY_ID = bytes(range(32)), "main"
POOL, CLIENT, STEP = "us-east-1_Fixture01", "fixtureclient0000000000001", "01900000-0000-7000-8000-000000000001"
SUB, NAME, EVENT = "11111111-2222-4333-8444-555555555555", "alice", "01900000-0000-7000-8000-000000000002"
DEVICE = "us-east-1_66666666-7777-4888-8999-aaaaaaaaaaaa"
PASSWORD = "Correct-Horse-7!"
EXPIRY = 800_000_000.0  # seconds since 2001
DIGEST, FACTORS = bytes([0xD1]) * 32, bytes([0xFA]) * 32
SALT = bytes(range(0x41, 0x51))
N = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
    "15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7"
    "ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C"
    "BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF", 16)

kept = {}
if FILE.exists():
    kept = {(form["kind"], form["commit"], form["note"]): form for form in json.loads(FILE.read_text())["forms"]}
forms = []


def subkey(purpose):
    info = f"gatehouse sealing 1:{purpose}".encode()
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=info).derive(MASTER)


def add(kind, commit, plaintext, purpose, context="", form=None, reads=True, note=""):
    """Seals in version 1, which all commits wrote up to 4d8c9fa, or with a form in version 2."""
    head = bytes([1]) if form is None else bytes([2, form])
    head += bytes([len(KEY_ID)]) + KEY_ID.encode()
    nonce = hashlib.sha256(f"{kind}|{commit}|{note}".encode()).digest()[:12]
    sealed = head + nonce + AESGCM(subkey(purpose)).encrypt(nonce, plaintext, head + context.encode())
    new = {"kind": kind, "commit": commit, "note": note, "reads": reads, "sealed": base64.b64encode(sealed).decode()}
    forms.append(kept.get((kind, commit, note), new))


def field(value):
    value = value.encode() if isinstance(value, str) else value
    value = struct.pack(">d", value) if isinstance(value, float) else value
    return struct.pack(">I", len(value)) + value


def row(*values):
    return b"".join(field(value) for value in values)


def compact(value):
    return json.dumps(value, separators=(",", ":")).encode()


def padded(plaintext):
    missing = -(len(plaintext) + 4) % 256
    return plaintext + field(bytes(missing))


CODE = {"code": {"_0": {"hash": list(range(32)), "attribute": "email", "destination": "alice@example.com"}}}
NEW_CODE = {"code": {"_0": {
    "hash": base64.b64encode(bytes(range(32))).decode(), "attribute": "email",
    "digest": base64.b64encode(hashlib.sha256(b"alice@example.com").digest()).decode()}}}
DETAILS = {
    "": b"",
    "code": compact(CODE),
    "custom": compact({"custom": {"_0": {
        "history": [{"name": "SRP_A", "isRight": True}], "provedPassword": False,
        "challenge": {"shown": {}, "hidden": {"answer": "42"}, "metadata": "first"}}}}),
    "secondFactors": compact({"secondFactors": {"_0": ["SMS_MFA", "SOFTWARE_TOKEN_MFA"]}}),
    "softwareToken": compact({"softwareToken": {"sealedSecret": [1, 2, 255]}}),
}
STATES = {
    "": "passwordVerifier", "code": "emailOTP", "custom": "customChallenge", "secondFactors": "selectMFAType",
    "softwareToken": "mfaSetup",
}


def session_head(state):
    return [STEP, POOL, CLIENT, SUB, "1", NAME, "USER_AUTH", state]


def session_with_levels(detail, state):
    """5f147c1 to 4d8c9fa, and form 1 without its padding."""
    return row(
        *session_head(state), EVENT, DEVICE, DIGEST, FACTORS, detail, EXPIRY, "pwd", "", "", 700_000_000.0)


SESSIONS_BEFORE = {
    "2578989": lambda: row(*session_head("emailOTP"), EVENT, DIGEST, DETAILS["code"], EXPIRY),
    "6aec581": lambda: row(*session_head("emailOTP"), EVENT, DEVICE, DIGEST, DETAILS["code"], EXPIRY),
    "4fd662a": lambda: row(
        *session_head("emailOTP"), EVENT, DEVICE, "pwd", "", "", DIGEST, FACTORS, DETAILS["code"], EXPIRY),
    "45de51d": lambda: row(
        *session_head("emailOTP"), EVENT, DEVICE, DIGEST, FACTORS, DETAILS["code"], EXPIRY, "pwd", "", ""),
}


def sessions():
    members = {
        "ticket": STEP, "poolID": POOL, "clientID": CLIENT, "sub": SUB, "typedName": NAME,
        "state": "newPasswordRequired", "expiresAt": EXPIRY}
    add("session", "2620c96", compact(members), "session-string", CLIENT, reads=False, note="JSON")
    head = [STEP, POOL, CLIENT, SUB, NAME, "newPasswordRequired"]
    add("session", "647164d", row(*head, EVENT, EXPIRY), "session-string", CLIENT, reads=False)
    add("session", "bf59c98", row(*head, EVENT, DIGEST, EXPIRY), "session-string", CLIENT, reads=False)
    for commit, plaintext in SESSIONS_BEFORE.items():
        add("session", commit, plaintext(), "session-string", reads=False)
    for name, detail in DETAILS.items():
        before_levels = row(*session_head(STATES[name]), EVENT, DEVICE, DIGEST, FACTORS, detail, EXPIRY)
        add("session", "4bb87f4", before_levels, "session-string", note=name)
        add("session", "5f147c1", session_with_levels(detail, STATES[name]), "session-string", note=name)
        detail = compact(NEW_CODE) if name == "code" else detail
        plaintext = padded(session_with_levels(detail, STATES[name]))
        add("session", "form 1", plaintext, "session-string", form=1, note=name)
    later = padded(session_with_levels(b"", "passwordVerifier"))
    add("session", "a later release", later, "session-string", form=9, reads=False)


def blocks():
    keys = [bytes([0xA0]) * 384, bytes([0xB0]) * 384, bytes([0xBB]) * 32]
    b64 = [base64.b64encode(key).decode() for key in keys]
    members = {
        "ticket": STEP, "poolID": POOL, "clientID": CLIENT, "sub": SUB, "typedName": NAME, "userID": NAME,
        "clientPublicKey": b64[0], "serverPublicKey": b64[1], "serverPrivateKey": b64[2], "expiresAt": EXPIRY}

    def block(commit, plaintext, **more):
        add("block", commit, plaintext, "srp-secret-block", CLIENT, **more)

    block("2620c96", compact(members), reads=False, note="JSON")
    block("f6f05b6", compact(members | {"isKnown": 1}), reads=False, note="JSON")
    block("9c2c2b1", row(STEP, POOL, CLIENT, SUB, "1", NAME, NAME, *keys, EXPIRY), reads=False)
    for commit, session in SESSIONS_BEFORE.items():
        block(commit, session() + row(NAME, *keys), reads=False)
    before_levels = row(*session_head("passwordVerifier"), EVENT, DEVICE, DIGEST, FACTORS, b"", EXPIRY)
    block("4bb87f4", before_levels + row(NAME, *keys), reads=False)
    current = session_with_levels(b"", "passwordVerifier") + row(NAME, *keys)
    block("5f147c1", current)
    block("form 1", padded(current), form=1)
    block("a later release", padded(current), form=9, reads=False)


def verifier():
    def pad(number):
        data = number.to_bytes((number.bit_length() + 7) // 8, "big")
        return (b"\0" if data[0] & 0x80 else b"") + data

    identity = (POOL.split("_")[1] + NAME + ":" + PASSWORD).encode()
    x = hashlib.sha256(pad(int.from_bytes(SALT, "big")) + hashlib.sha256(identity).digest()).digest()
    return pow(2, int.from_bytes(x, "big"), N)


def passwords():
    v = verifier()
    number = v.to_bytes(384, "big")
    powers = b"".join(pow(v, 1 << bits, N).to_bytes(384, "big") for bits in (64, 128, 192))
    shortest = number.lstrip(b"\0")
    user, device = f"{POOL}|{SUB}", f"{POOL}|{SUB}|{DEVICE}"
    without, with_powers = bytes([16]) + SALT + number, bytes([16]) + SALT + number + powers
    add("password", "2620c96", bytes([16]) + SALT + shortest, "password-verifier", user, note="without powers")
    add("password", "83b3208", with_powers, "password-verifier", user, note="with powers")
    add("password", "form 1", with_powers, "password-verifier", user, form=1)
    add("device", "595a67b", without, "device-verifier", device, note="padded, without powers")
    add("device", "form 1", without, "device-verifier", device, form=1)
    pbkdf2 = "$pbkdf2-sha256$1000$8PHy8/T19vf4.fr7/P3./w$t.9ABrH/8yxEVmzN1YufnAtlXQF6ASTo0H4TGL0PgzM"
    scrypt = "1024$8$1$30313233343536373839616263646566$" \
        "C6070484BEB74436DE677B96F01388D9DAF6A175BB5C3B48A38F1AA38C9C76FE"
    argon2id = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQxMjM0NTY3OA$ynbHcQQidl96BpS3MELNm/qoIgt9T/ZOP06hTNmFles"
    bcrypt = "$2b$04$abcdefghijklmnopqrstuuFA7SAV4MLw01shGvj8UMOR3jP/gyYM6"
    texts = {"PBKDF2_SHA256": pbkdf2, "SCRYPT": scrypt, "ARGON2ID": argon2id, "BCRYPT": bcrypt}
    for algorithm, text in texts.items():
        plaintext = b"\0" + f"{algorithm}:{text}".encode()
        add("hash", "4c52de9", plaintext, "password-verifier", user, note=algorithm)
        add("hash", "form 1", plaintext, "password-verifier", user, form=1, note=algorithm)


def others():
    user, both = f"{POOL}|{SUB}", [("2620c96", None), ("form 1", 1)]
    key = rsa.generate_private_key(65537, 2048).private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption())
    message = {
        "recipient": "alice@example.com", "medium": "EMAIL", "kind": "SignUp", "code": "123456",
        "subject": "Your code", "body": "123456", "isHTML": False, "letterhead": {"from": "pool@example.com"},
        "date": 700_000_000.0, "expiresAt": EXPIRY}
    call = {"id": "call", "function": "arn:aws:lambda:us-east-1:1:function:mail", "poolID": POOL, "event": "{}"}
    token = {
        "id": "session", "exp": 1_800_000_000, "role": "arn:aws:iam::123456789012:role/reader", "rid": "AROAFIXTURE",
        "name": "CognitoIdentityCredentials", "amr": ["authenticated"], "sub": f"us-east-1:{SUB}",
        "aud": f"us-east-1:{SUB}"}
    for commit, form in both:
        for kind, since, plaintext, purpose, context in [
            ("registration", "204a9f8", row(STEP, CLIENT, EXPIRY), "passkey-registration", user),
            ("software token", "d48b6a2", bytes(range(32)), "software-token", user),
            ("client secret", "2620c96", b"a client secret", "client-secret", CLIENT),
            ("signing key", "2620c96", key, "signing-key", f"{POOL}|fixture-key"),
            ("import chunk", "89019f5", b"cognito:username\nalice\n", "import-chunk", f"{POOL}|job|upload|0"),
            ("page token", "2620c96", b"position", "page-token", "list"),
            ("identity page", "2620c96", b"position", "identity-pools-page", "list"),
            ("master key check", "9045d9e", b"gatehouse", "master key check", ""),
            ("session token", "2620c96", compact(token), "session-token", "ASIAFIXTURE"),
            ("queued message", "b516490", compact({"message": message, "isDecoy": False}),
             "queued message", "message"),
            ("queued message", "ab8c934", compact({"message": message | {"sender": call}, "isDecoy": False}),
             "queued message", "message"),
        ]:
            note = "with sender" if since == "ab8c934" else ""
            add(kind, since if form is None else commit, plaintext, purpose, context, form=form, note=note)


def index_keys():
    add("index key", "form 1", bytes([0xC0]) * 32, "index key", "code", form=1)


def client_files():
    """Files of a client on Linux, with the key and the name of the file in Fuzz/Parsers/Stored.swift.

    The first byte selects the parser of the others.
    """
    tokens = {"idToken": "id.token.a", "accessToken": "access.token.a", "refreshToken": "refresh"}
    method = {"api": {"flow": {"userAuth": {"preferred": "PASSWORD_SRP"}}}}
    user = {
        "tokens": tokens, "typedUsername": NAME, "method": method,
        "signedInAt": 1_800_000_000.5, "deviceKey": DEVICE, "isRefreshTokenDead": False}
    credentials = {
        "accessKeyID": "ASIAFIXTURE", "secretAccessKey": "secret", "sessionToken": "token", "expiration": 1_800_003_600}
    identity = {"identityID": f"us-east-1:{SUB}", "credentials": credentials}
    login = {"provider": "login.example.com", "token": "id.token.b"}
    record = compact({"userAndIdentityPool": {"user": user, "identity": identity}})
    key_id, key, name, nonce = bytes(range(16)), bytes(range(32, 64)), "amplify.session", bytes(range(12))
    head = b"\xffgatehouse" + bytes([1]) + key_id
    sealed = head + nonce + AESGCM(key).encrypt(nonce, record, head + name.encode())
    seeds = {
        "file": b"f" + sealed, "file-of-a-later-release": b"f" + sealed.replace(b"house\x01", b"house\x02"),
        "item": b"s" + record, "mark": b"m" + key_id.hex().encode(),
        "name": b"namplify.us-east-1_a.\xc3\xa4/../b.deviceASF", "user": b"r" + record,
        "federated": b"r" + compact({"federated": {"login": login, "identity": identity}}),
        "guest": b"r" + compact({"guest": {"identity": identity}}),
        # The sessions above have no number of their layout, as clients wrote them at first.
        "guest-with-layout": b"r" + compact({"layout": 1, "guest": {"identity": identity}}),
        "session-of-a-later-layout": b"r" + compact({"layout": 2, "guest": {"identity": identity}}),
        "session-of-a-later-kind": b"r" + compact({"layout": 1, "device": {"identity": identity}}),
    }
    SEEDS.mkdir(parents=True, exist_ok=True)
    for seed, content in seeds.items():
        (SEEDS / seed).write_bytes(content)


sessions()
blocks()
passwords()
others()
index_keys()
client_files()
ring = f"{KEY_ID}:{base64.b64encode(MASTER).decode()}"
FILE.parent.mkdir(exist_ok=True)
FILE.write_text(json.dumps({"ring": ring, "forms": forms}, indent=1) + "\n")
print(len(forms), "forms")
