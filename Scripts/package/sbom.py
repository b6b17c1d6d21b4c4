# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The list of the parts inside what people install, in the form of SPDX 2.3.

https://spdx.github.io/spdx-spec/v2.3/
"""
import hashlib
import json
import re
import time as clock

AUTHORS = "Organization: the Gatehouse authors"
PROGRAMS = "SPDXRef-Programs"
FILE = "gatehouse.spdx.json"


def document(version, time, contained, linked=(), artifacts=()):
    """The list for the programs with the parts that they contain, and those that they are linked with.

    `linked` are parts beside the programs: in the image and the wheel they are included, elsewhere they are needed.
    `artifacts` are the files of a release, as tuples of name, checksum and the parts of Debian that each includes.
    """
    packages = [own("gatehouse", PROGRAMS, version)]
    relations = []
    names = {}
    for part in dict.fromkeys([*contained, *linked, *(part for *_, parts in artifacts for part in parts)]):
        names[part] = f"SPDXRef-{re.sub('[^A-Za-z0-9.-]', '-', part.name)}"
        packages.append(described(part, names[part]))
    relations += [relation(PROGRAMS, "CONTAINS", names[part]) for part in contained]
    relations += [relation(PROGRAMS, "DYNAMIC_LINK", names[part]) for part in linked]
    roots = [PROGRAMS]
    for name, checksum, parts in artifacts:
        reference = f"SPDXRef-File-{re.sub('[^A-Za-z0-9.-]', '-', name)}"
        packages.append(own(name, reference, version) | {
            "packageFileName": name, "checksums": [{"algorithm": "SHA256", "checksumValue": checksum}]})
        relations.append(relation(reference, "CONTAINS", PROGRAMS))
        relations += [relation(reference, "CONTAINS", names[part]) for part in parts]
        roots.append(reference)
    extracted = [
        {"licenseId": part.licence, "name": f"The licences of {part.name}", "extractedText": part.texts[0][1]}
        for part in names if part.licence.startswith("LicenseRef-")]
    relations += [relation("SPDXRef-DOCUMENT", "DESCRIBES", root) for root in roots]
    content = {
        "packages": packages, "relationships": relations, "hasExtractedLicensingInfos": extracted}
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return (json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"gatehouse-{version}",
        "documentNamespace": f"https://gatehouse.invalid/spdx/gatehouse-{version}-{digest}",
        "creationInfo": {
            "created": clock.strftime("%Y-%m-%dT%H:%M:%SZ", clock.gmtime(time)),
            "creators": [AUTHORS, f"Tool: gatehouse-package-{version}"]},
        **content,
    }, indent=1) + "\n").encode()


def own(name, reference, version):
    return {
        "name": name, "SPDXID": reference, "versionInfo": version, "supplier": AUTHORS,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "Apache-2.0",
        "licenseDeclared": "Apache-2.0", "copyrightText": "Copyright 2026 the Gatehouse authors"}


def described(part, reference):
    package = {
        "name": part.name, "SPDXID": reference, "versionInfo": part.version, "downloadLocation": part.source,
        "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": part.licence,
        "copyrightText": "NOASSERTION"}
    if part.url:
        package["externalRefs"] = [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part.url}]
    return package


def relation(element, kind, other):
    return {"spdxElementId": element, "relationshipType": kind, "relatedSpdxElement": other}
