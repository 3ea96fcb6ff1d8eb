"""What a server is deployed with names only what exists: files, options, settings, addresses.

These tests need no container engine, so they do not build or start the images.
"""

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest
import yaml
from starlette.routing import Route

import spyring
from spyring.cli.serve import serve
from spyring.server.core.settings import Settings
from spyring.web import create_app

ROOT: Final = Path(__file__).parents[1]
DEPLOY: Final = ROOT / "deploy"
FILES: Final = sorted(path for path in DEPLOY.iterdir() if path.suffix != ".json")
OF_SERVE: Final = ("Dockerfile", "compose.yaml", "spyring.service")


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text()


def test_what_the_image_copies_is_there_and_not_kept_from_it() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().split() if line.startswith("!")}
    copied = [
        name.rstrip("/")
        for line in text_of("Dockerfile").splitlines()
        if line.startswith("COPY ") and "--from" not in line
        for name in line.split()[1:-1]
    ]
    assert {"src", "pyproject.toml", "setup.py"} <= set(copied)
    assert set(copied) <= let_in
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_the_image_that_serves_has_nothing_to_build_with() -> None:
    build, _from, last = text_of("Dockerfile").replace("\\\n", "").rpartition("\nFROM ")
    assert re.findall(r"COPY --from=build (\S+)", last) == ["/opt/spyring"]
    assert "install" not in last
    installs = [part for part in re.split("&&|RUN|\n", build) if "/opt/spyring/bin/python install" in part]
    assert [re.findall(r"-r (\S+)|/wheels/(\S+)", part) for part in installs] == [
        [("requirements/server.txt", "")],
        [("", "*.whl")],
    ]
    pins = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / "server.txt").read_text(), re.MULTILINE))
    assert "uvicorn" in pins
    assert pins & {"mypy", "setuptools", "pip", "uv", "wheel", "build", "pytest"} == set()


def test_nobody_serves_as_root() -> None:
    last = text_of("Dockerfile").rpartition("\nFROM ")[2]
    assert re.findall(r"^USER (\w+)$", last, re.MULTILINE) == ["spyring"]
    assert "DynamicUser=yes" in text_of("spyring.service")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_settings_and_addresses_exist(path: Path) -> None:
    text = path.read_text()
    settings = {name.lower() for name in re.findall(r"\bSPYRING_(\w+)", text)}
    assert settings <= set(Settings.model_fields)
    routes = {route.path for route in create_app(Settings()).routes if isinstance(route, Route)}
    asked = set(re.findall(r"(?<![\w.])/(?:livez|healthz|metrics|api/v1/\w+)\b", text))
    assert asked <= routes


@pytest.mark.parametrize("name", OF_SERVE)
def test_options_exist(name: str) -> None:
    known = {option for parameter in serve.params for option in parameter.opts}
    called = [
        line for line in text_of(name).splitlines() if re.match(r"\s*(CMD \[\"--|command:|ExecStart=)", line)
    ]
    assert called
    for line in called:
        assert set(re.findall(r"(?<![\w-])--[\w-]+", line)) <= known


def test_the_unit_starts_a_server_that_answers_to_its_public_name(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line for line in text_of("spyring.env").splitlines() if line and not line.startswith("#")]
    given = dict(line.split("=", 1) for line in lines)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = Settings.given()
    assert settings.host_names == (given["SITE"],)
    assert settings.public_url == f"https://{given['SITE']}"
    assert (settings.secure_cookies, settings.proxies) == (True, ("127.0.0.1",))
    assert "\nEnvironmentFile=/etc/spyring.env\n" in text_of(
        "spyring.service"
    )  # without it, it does not start


def test_a_container_answers_to_its_public_name_alone() -> None:
    assert re.findall(r'--host-name, "([^"]*)"', text_of("compose.yaml")) == [
        "${SITE:?set SITE in deploy/.env}"
    ]


def test_containers_can_send_mail_and_their_logs_have_a_limit() -> None:
    compose = yaml.safe_load(text_of("compose.yaml"))
    for name, service in compose["services"].items():
        assert {"max-size", "max-file"} <= service["logging"]["options"].keys(), name
    given = set(re.findall(r"^(\w+)=", text_of("example.env"), re.MULTILINE))
    passed = compose["services"]["spyring"]["environment"]
    mail = {"SMTP_HOST", "SMTP_PORT", "SMTP_SECURITY", "SMTP_USER", "SMTP_PASSWORD", "MAIL_FROM"}
    assert mail <= given
    for name in given - {"SITE", "DATABASE_PASSWORD"}:
        assert passed[f"SPYRING_{name}"].startswith(f"${{{name}:-"), name
    # as compose passes what nobody filled in, the settings are valid
    empty = {
        name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in passed.items() if ":-" in value
    }
    assert Settings.model_validate(
        {name.removeprefix("SPYRING_").lower(): value for name, value in empty.items()}
    )


def test_the_image_is_built_without_a_service(tmp_path: Path) -> None:
    """The script asks buildah for the same Dockerfile, or says what is missing."""
    (tmp_path / "buildah").write_text('#!/bin/sh\necho "$@"\n')
    (tmp_path / "buildah").chmod(0o755)
    script = ["/bin/bash", str(DEPLOY / "build-image")]
    there = {"PATH": f"{tmp_path}:/usr/bin:/bin", "STORAGE": "vfs", "ISOLATION": "chroot"}
    asked = subprocess.run(script, env=there, capture_output=True, text=True, check=True).stdout
    assert asked.startswith("--storage-driver vfs build ")
    assert f"--file deploy/Dockerfile --tag spyring:{spyring.__version__} " in asked
    for command in ("dirname", "sed"):
        (tmp_path / "bare").mkdir(exist_ok=True)
        (tmp_path / "bare" / command).symlink_to(shutil.which(command) or "")
    gone = subprocess.run(script, env={"PATH": str(tmp_path / "bare")}, capture_output=True, text=True)
    assert gone.returncode == 1
    assert "apt-get install buildah" in gone.stderr


def test_streams_are_kept_alive() -> None:
    nginx = text_of("nginx.conf")
    stream = nginx[nginx.index("location = /api/v1/stream") :].partition("}")[0]
    assert "proxy_buffering off;" in stream
    assert "gzip off;" in stream
    assert "proxy_read_timeout 1h;" in stream
    assert "flush_interval -1" in text_of("Caddyfile")
    for text in (nginx, text_of("Caddyfile")):
        assert text.count("{") == text.count("}")


def test_the_unit_only_restarts_what_can_start() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(text_of("spyring.service"))
    service = unit["Service"]
    assert (service["Restart"], service["RestartPreventExitStatus"]) == ("always", "2")
    assert service["ExecReload"] == "/bin/kill -HUP $MAINPID"
