#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Builds Tests/Fixtures/App, an app whose package names this one by URL, from the current commit.

    Scripts/by-url.py compiles    builds its program, and checks which packages that compiles; the part of `make test`
    Scripts/by-url.py tests       runs its tests
    Scripts/by-url.py readme      builds the app of the README, checks that it and its tests with GatehouseTestServer
                                  compile no other package than OpenCombine, and runs the tests; needs `gatehouse` of a
                                  debug build
    Scripts/by-url.py weigh       builds its program once with each choice of traits, from nothing, and prints the table
                                  of docs/client.md; not among the default parts
    Scripts/by-url.py sign-in     compares its first sign-in over SRP in debug with that in release; needs `gatehouse`
                                  of a debug build

A package that is named by path keeps flags for development; only a URL gives what an app gets. Builds are kept in
.build-by-url. The app makes the lightest choice of traits, as a program that measures how little an app has to compile.
Ends with status 1 if a test fails, if the program compiles another package than OpenCombine, or if a debug sign-in takes
more than 1.2 times as long.
"""
import json
import os
import pathlib
import re
import resource
import runpy
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build-by-url"
APP = WORK / "App"
README_APP = WORK / "ReadmeApp"
GATEHOUSE = ROOT / ".build/debug/gatehouse"

# What a debug build may cost an app's sign-in, as a ratio; and how many processes sign in for each median.
MOST_RATIO = 1.2
SIGN_INS = 15

# The modules of other packages that the program may compile.
FOREIGN = {"OpenCombine", "COpenCombineHelpers"}

# The traits that an app on Linux chooses from; the first choice is that of the tests.
CHOICES = [(), ("SwiftCrypto",), ("AsyncHTTPClient",), ("AsyncHTTPClient", "SwiftCrypto")]

sys.dont_write_bytecode = True
sys.path += [str(ROOT / "Scripts/demo"), str(ROOT / "Tests/EndToEnd")]

import snippets  # noqa: E402
from commands import output  # noqa: E402
from server import Pool, Server  # noqa: E402


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, **options)


# MARK: The app

def prepare():
    """Copies the app and the current commit; returns the environment to build the app in."""
    if output("git", "status", "--porcelain"):
        print("There are changes without a commit; the app gets the commit.")
    commit = output("git", "rev-parse", "HEAD").strip()
    repository = WORK / "gatehouse.git"
    if not repository.exists():
        run("git", "init", "--quiet", "--bare", repository)
    run("git", "-C", repository, "fetch", "--quiet", "--update-shallow", ROOT, "+HEAD:refs/heads/main")
    # What SwiftPM resolved for the app stays.
    for folder in ("Sources", "Tests"):
        shutil.rmtree(APP / folder, ignore_errors=True)
    shutil.copytree(ROOT / "Tests/Fixtures/App", APP, dirs_exist_ok=True)
    return {**os.environ, "GATEHOUSEBUILD_URL": repository.as_uri(), "GATEHOUSEBUILD_COMMIT": commit}


def swift(environment, command, *arguments, app=APP, folder="build", **options):
    run(
        ROOT / "Scripts/swift-in-ci.sh", "swift", command, "--package-path", app, "--scratch-path", WORK / folder,
        *arguments, env=environment, **options)


def check_compiled(environment):
    """Whether the program has no modules but those of the app, of this package and of OpenCombine."""
    swift(environment, "build", "--product", "FirstSignIn")
    own = own_modules() | {"FirstSignIn"}
    found = modules()
    if others := found - own - FOREIGN:
        print(f"The lightest app compiles modules of other packages: {', '.join(sorted(others))}")
    else:
        print(f"The lightest app compiles {len(found & own)} modules of this package, and OpenCombine.", flush=True)
    return not others


def run_tests(environment):
    swift(environment, "build", "--build-tests")
    swift(environment, "test", "--skip-build")


# MARK: The README

def readme_app(environment):
    """Writes the app of the README: its manifest, its program and its tests."""
    blocks = [code for _, code in snippets.blocks(ROOT / "README.md")]
    [manifest] = filter(snippets.is_manifest, blocks)
    named = '.package(url: "https://example.org/gatehouse", branch: "main"'
    if named not in manifest:
        sys.exit(f"The manifest of the README does not say {named}")
    [program] = [code for code in blocks if "Amplify.add" in code and not snippets.is_test(code)]
    shutil.rmtree(README_APP, ignore_errors=True)
    sources, tests = README_APP / "Sources/App", README_APP / "Tests/AppTests"
    sources.mkdir(parents=True)
    tests.mkdir(parents=True)
    here = f'.package(url: "{environment["GATEHOUSEBUILD_URL"]}", revision: "{environment["GATEHOUSEBUILD_COMMIT"]}"'
    (README_APP / "Package.swift").write_text(manifest.replace(named, here))
    (sources / "main.swift").write_text(program)
    [article] = ROOT.glob("Sources/**/GatehouseTestServer.md")
    count = 0
    for document in (ROOT / "README.md", article):
        for line, code in filter(lambda block: snippets.is_test(block[1]), snippets.blocks(document)):
            count += 1
            source = snippets.source(document.relative_to(ROOT), line, code)
            (tests / f"{document.stem}{count}.swift").write_text(source)
    if count < 2:
        sys.exit("The README or the article of GatehouseTestServer has no test.")


def run_readme(environment):
    readme_app(environment)
    swift(environment, "build", "--build-tests", app=README_APP, folder="readme")
    built = WORK / "readme/debug/Modules"
    own = own_modules() | {"App", "AppTests", "ReadmeAppPackageTests", "AppPackageTests", "AppPackageDiscoveredTests"}
    if others := {path.stem for path in built.glob("*.swiftmodule")} - own - FOREIGN:
        print(f"The app of the README compiles modules of other packages: {', '.join(sorted(others))}")
        return False
    print("The app of the README and its tests compile this package's client, and OpenCombine.", flush=True)
    swift({**environment, "GATEHOUSE_PROGRAM": str(GATEHOUSE)}, "test", "--skip-build", app=README_APP, folder="readme")
    with tempfile.TemporaryDirectory() as folder, Server(str(GATEHOUSE), folder) as server:
        return run_readme_program(server)


def run_readme_program(server):
    """Whether the program of the README signs in the user of the README's commands."""
    pool = json.loads((server.data / "amplify_outputs.json").read_text())["auth"]["user_pool_id"]
    ada = {"UserPoolId": pool, "Username": "ada"}
    server.administer("AdminCreateUser", **ada, MessageAction="SUPPRESS")
    server.administer("AdminSetUserPassword", **ada, Password="Correct-Horse-7!", Permanent=True)
    (server.folder / ".gatehouse").symlink_to(server.data)
    printed = subprocess.run(
        [WORK / "readme/debug/App"], cwd=server.folder, check=True, capture_output=True, text=True,
        env={**os.environ, "XDG_DATA_HOME": str(server.folder)}).stdout
    print(f"The program of the README prints: {printed.strip()}", flush=True)
    return printed.splitlines()[-1] == "ada"


# MARK: What the program compiles

def modules(folder="build"):
    """The modules that are linked into the program."""
    objects = (WORK / folder / "debug/FirstSignIn.product/Objects.LinkFileList").read_text()
    return set(re.findall(r"/([^/]+)\.build/", objects))


def own_modules():
    """The modules of this package."""
    law = runpy.run_path(str(ROOT / "Scripts/check-law.py"))
    return {target["name"] for target in law["manifest"]()["targets"]}


def size(path):
    """Bytes of a file, or of all files in a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.lstat().st_size for file in files if not file.is_dir())


def weigh(environment):
    print("| Traits | Steps | Seconds | Processor seconds | Modules | Program | Build folder |")
    print("|---|---|---|---|---|---|---|")
    for traits in CHOICES:
        folder = "build-" + ("-".join(traits) or "lightest")
        shutil.rmtree(WORK / folder, ignore_errors=True)
        chosen = {**environment, "GATEHOUSEBUILD_TRAITS": ",".join(traits)}
        swift(chosen, "package", "resolve", folder=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        sources = size(WORK / folder)
        used, began = processor_time(), time.monotonic()
        with open(WORK / "weigh.log", "w+") as log:
            swift(chosen, "build", "--product", "FirstSignIn", folder=folder, stdout=log, stderr=log)
            seconds = time.monotonic() - began
            log.seek(0)
            steps = max((int(step) for step in re.findall(r"^\[\d+/(\d+)\]", log.read(), re.MULTILINE)), default=0)
        program = WORK / folder / "stripped"
        run("strip", "-o", program, WORK / folder / "debug/FirstSignIn")
        print(
            f"| {', '.join(traits) or 'none'} | {steps} | {seconds:.0f} | {(processor_time() - used) / 1000:.0f} "
            f"| {len(modules(folder))} | {size(program) / 1e6:.0f} MB | {(size(WORK / folder) - sources) / 1e6:.0f} MB |",
            flush=True)
        shutil.rmtree(WORK / folder)


# MARK: Sign-ins

def processor_time():
    """What ended processes have used, in milliseconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (usage.ru_utime + usage.ru_stime)


def first_sign_in(program, pool):
    """The time of `signIn` in a process that has no session, and the processor time of that process."""
    used = processor_time()
    with tempfile.TemporaryDirectory() as home:
        answer = subprocess.run(
            [program, str(pool.configuration), "ada", "Correct-Horse-7!"], check=True, capture_output=True, text=True,
            env={**os.environ, "XDG_DATA_HOME": home})
    return float(answer.stdout), processor_time() - used


def compare_sign_ins(environment):
    configurations = ["debug", "release"]
    for configuration in configurations:
        swift(environment, "build", "--product", "FirstSignIn", "--configuration", configuration)
    runs = {configuration: [] for configuration in configurations}
    with tempfile.TemporaryDirectory() as folder, Server(str(GATEHOUSE), folder) as server:
        pool = Pool(server, "app")
        pool.add("ada", "Correct-Horse-7!")
        for _ in range(SIGN_INS):
            for configuration in configurations:
                runs[configuration].append(first_sign_in(WORK / "build" / configuration / "FirstSignIn", pool))
    medians = {}
    for configuration in configurations:
        times, used = zip(*runs[configuration])
        medians[configuration] = statistics.median(times)
        print(
            f"First sign-in over SRP, {configuration}: {medians[configuration]:.1f} ms in the median of {SIGN_INS} "
            f"processes ({min(times):.1f} to {max(times):.1f}); {statistics.median(used):.0f} ms of processor time for "
            "the whole process")
    difference, ratio = medians["debug"] - medians["release"], medians["debug"] / medians["release"]
    print(f"Debug takes {difference:.1f} ms more, {ratio:.2f} times as long; {MOST_RATIO} times are allowed.")
    return ratio <= MOST_RATIO


def main():
    parts = {
        "compiles": check_compiled, "tests": run_tests, "readme": run_readme, "weigh": weigh,
        "sign-in": compare_sign_ins,
    }
    chosen = sys.argv[1:] or ["compiles", "tests", "readme", "sign-in"]
    if unknown := set(chosen) - set(parts):
        sys.exit(f"{', '.join(sorted(unknown))}: there are {' and '.join(parts)}")
    environment = prepare()
    return 1 if any([parts[part](environment) is False for part in chosen]) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error}\n{error.stderr or ''}")
