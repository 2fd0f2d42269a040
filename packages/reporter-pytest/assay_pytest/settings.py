"""Settings: options of pytest, then variables, then assay.json, as the other reporters of Assay read them."""

import hashlib
import json
import os
import re
import uuid
from urllib.parse import urlsplit

FILE_FIELDS = {"url", "project", "name", "environment", "results"}

# CI servers: the variable that only this server sets, that of the build's number, and those that identify the build.
CI_SERVERS = [
    ("GITHUB_ACTIONS", "GITHUB_RUN_NUMBER", ["GITHUB_REPOSITORY", "GITHUB_RUN_ID"]),
    ("GITLAB_CI", "CI_PIPELINE_IID", ["CI_SERVER_URL", "CI_PIPELINE_ID"]),
    ("TF_BUILD", "BUILD_BUILDNUMBER", ["SYSTEM_COLLECTIONURI", "BUILD_BUILDID"]),
    ("CIRCLECI", "CIRCLE_BUILD_NUM", ["CIRCLE_WORKFLOW_ID"]),
    ("BUILDKITE", "BUILDKITE_BUILD_NUMBER", ["BUILDKITE_BUILD_ID"]),
    ("BITBUCKET_BUILD_NUMBER", "BITBUCKET_BUILD_NUMBER", ["BITBUCKET_REPO_FULL_NAME", "BITBUCKET_BUILD_NUMBER"]),
    ("TEAMCITY_VERSION", "BUILD_NUMBER", ["TEAMCITY_PROJECT_NAME", "TEAMCITY_BUILDCONF_NAME", "BUILD_NUMBER"]),
    ("TRAVIS", "TRAVIS_BUILD_NUMBER", ["TRAVIS_BUILD_WEB_URL", "TRAVIS_BUILD_ID"]),
    ("bamboo_buildResultsUrl", "bamboo_buildNumber", ["bamboo_planKey", "bamboo_buildNumber"]),
    ("JENKINS_URL", "BUILD_NUMBER", ["JENKINS_URL", "JOB_NAME", "BUILD_NUMBER"]),
]

# What the server reads to detect commit, branch, pull request and build. Other variables may be secret.
CI_VARIABLES = """
GITHUB_ACTIONS GITHUB_BASE_REF GITHUB_HEAD_REF GITHUB_JOB GITHUB_REF_NAME GITHUB_REPOSITORY GITHUB_RUN_ID GITHUB_RUN_NUMBER
GITHUB_SERVER_URL GITHUB_SHA
GITLAB_CI CI_COMMIT_REF_NAME CI_COMMIT_SHA CI_JOB_NAME CI_JOB_URL CI_MERGE_REQUEST_IID CI_MERGE_REQUEST_SOURCE_BRANCH_NAME
CI_MERGE_REQUEST_SOURCE_BRANCH_SHA CI_MERGE_REQUEST_TARGET_BRANCH_NAME CI_PIPELINE_IID CI_PROJECT_URL
TF_BUILD BUILD_BUILDID BUILD_BUILDNUMBER BUILD_REPOSITORY_URI BUILD_SOURCEBRANCH BUILD_SOURCEVERSION SYSTEM_COLLECTIONURI
SYSTEM_JOBDISPLAYNAME SYSTEM_PULLREQUEST_PULLREQUESTID SYSTEM_PULLREQUEST_PULLREQUESTNUMBER SYSTEM_PULLREQUEST_SOURCEBRANCH
SYSTEM_PULLREQUEST_SOURCECOMMITID SYSTEM_PULLREQUEST_TARGETBRANCH SYSTEM_TEAMPROJECT
CIRCLECI CIRCLE_BRANCH CIRCLE_BUILD_NUM CIRCLE_BUILD_URL CIRCLE_JOB CIRCLE_PR_NUMBER CIRCLE_PULL_REQUEST CIRCLE_REPOSITORY_URL
CIRCLE_SHA1
BUILDKITE BUILDKITE_BRANCH BUILDKITE_BUILD_NUMBER BUILDKITE_BUILD_URL BUILDKITE_COMMIT BUILDKITE_LABEL BUILDKITE_PIPELINE_SLUG
BUILDKITE_PULL_REQUEST BUILDKITE_PULL_REQUEST_BASE_BRANCH BUILDKITE_REPO
BITBUCKET_BRANCH BITBUCKET_BUILD_NUMBER BITBUCKET_COMMIT BITBUCKET_GIT_HTTP_ORIGIN BITBUCKET_PR_DESTINATION_BRANCH BITBUCKET_PR_ID
BITBUCKET_REPO_FULL_NAME
TEAMCITY_VERSION BUILD_NUMBER BUILD_URL BUILD_VCS_NUMBER TEAMCITY_BUILDCONF_NAME
TRAVIS TRAVIS_BRANCH TRAVIS_BUILD_NUMBER TRAVIS_BUILD_WEB_URL TRAVIS_COMMIT TRAVIS_JOB_NAME TRAVIS_PULL_REQUEST
TRAVIS_PULL_REQUEST_BRANCH TRAVIS_PULL_REQUEST_SHA TRAVIS_REPO_SLUG
bamboo_buildNumber bamboo_buildResultsUrl bamboo_planRepository_branchName bamboo_planRepository_repositoryUrl
bamboo_planRepository_revision bamboo_repository_pr_key bamboo_repository_pr_targetBranch bamboo_shortJobName
JENKINS_URL BRANCH_NAME CHANGE_BRANCH CHANGE_ID CHANGE_TARGET GIT_BRANCH GIT_COMMIT GIT_URL JOB_NAME JOB_URL
""".split()


class SettingsError(Exception):
    """The settings are incomplete or wrong."""


class Settings:
    """Server, project and launch. `option` returns the value of an option by its name, or None."""

    def __init__(self, option):
        file = _file()
        self.url = _needed(option("url") or _variable("ASSAY_URL", "REPORTING_SERVER_HOSTNAME") or file.get("url"), "URL")
        self.token = _needed(_variable("ASSAY_TOKEN", "REPORTING_SERVER_ACCESS_TOKEN"), "TOKEN")
        project = option("project") or _variable("ASSAY_PROJECT", "REPORTING_PROJECT_KEY") or file.get("project")
        self.project = _needed(project, "PROJECT")
        if not re.fullmatch(r"[\x21-\x7e]+", self.token):
            raise SettingsError("The access token has characters that no token has")
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SettingsError(f"The address of Assay must begin with http:// or https://: {self.url}")
        if "@" in parts.netloc:
            raise SettingsError("The address of Assay must not hold a user name or password")
        self.url = self.url.rstrip("/")
        seconds = _variable("ASSAY_RETRY_FOR") or "60"
        if not re.fullmatch(r"\d{1,6}", seconds):
            raise SettingsError(f"ASSAY_RETRY_FOR must be a whole number of seconds: {seconds}")
        self.retry_seconds = int(seconds)
        ci = next((one for one in CI_SERVERS if os.environ.get(one[0])), None)
        name = option("name") or _of_launch("DISPLAY_NAME") or file.get("name")
        build = option("build") or _of_launch("BUILD") or (os.environ.get(ci[1]) if ci else None)
        run = ci and json.dumps([ci[0], *(os.environ.get(one) for one in ci[2])])
        self.launch = {
            "uuid": _uuid_of_context() or str(uuid.uuid4()),
            "name": name or "pytest",
            "framework": "pytest",
            "config": {
                "environment": option("environment") or _of_launch("ENVIRONMENT") or file.get("environment"),
                "build": build,
                "treatSkipsAsFailures": False,
            },
            **({"ciContext": {"envVariables": _ci_variables()}} if ci else {}),
            **_shard(option("shard"), run or build, name),
        }


def _file():
    try:
        with open("assay.json", encoding="utf-8") as content:
            settings = json.load(content)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SettingsError(f"assay.json cannot be read: {error}") from error
    if not isinstance(settings, dict):
        raise SettingsError("assay.json: the content is not valid")
    unknown = sorted(set(settings) - FILE_FIELDS)
    if unknown:
        raise SettingsError(f"assay.json: unknown: {', '.join(unknown)}")
    wrong = [key for key, value in settings.items() if key != "results" and not (isinstance(value, str) and value.strip())]
    if wrong:
        raise SettingsError(f"assay.json: {wrong[0]} is not valid")
    return settings


def _variable(*names):
    return next((value for value in (os.environ.get(name, "").strip() for name in names) if value), None)


def _of_launch(name):
    return _variable(f"REPORTING_LAUNCH_{name}", f"REPORTING_RUN_{name}")


def _needed(value, name):
    if not value:
        raise SettingsError(f"ASSAY_{name} is missing")
    return value


def _ci_variables():
    return {name: os.environ[name] for name in CI_VARIABLES if os.environ.get(name)}


def _shard(shard, build, name):
    """Parallel jobs with the same build and name are one launch. Without a build, a shard is a launch of its own."""
    if not shard:
        return {}
    match = re.fullmatch(r"(\d{1,4})/(\d{1,4})", shard)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise SettingsError(f"--assay-shard must be a part of the run, as 1/4: {shard}")
    if not build:
        return {}
    key = hashlib.sha256(json.dumps([build, name], ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
    return {"buildKey": f"assay-{key}", "shard": {"index": int(match[1]), "total": int(match[2])}}


def _uuid_of_context():
    """A launcher has created the launch already."""
    try:
        return str(uuid.UUID(json.loads(os.environ.get("REPORTING_RUN_CONTEXT", "{}"))["testRunUuid"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
