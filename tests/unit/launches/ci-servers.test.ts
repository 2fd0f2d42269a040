import { describe, expect, test } from 'vitest'
import { detectCi } from '../../../contract/launches/ci-servers.ts'

/** Variables as each CI server documents them, for a build of the commit abc1234 of the branch main. */
const BUILDS = [
  [
    'GitHub Actions',
    {
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_NUMBER: '12',
      GITHUB_RUN_ID: '9001',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'shop/cart',
      GITHUB_REF_NAME: 'main',
      GITHUB_HEAD_REF: '',
      GITHUB_SHA: 'abc1234',
      GITHUB_JOB: 'test',
    },
    '12',
    'https://github.com/shop/cart/actions/runs/9001',
    'https://github.com/shop/cart',
  ],
  [
    'GitLab CI',
    {
      GITLAB_CI: 'true',
      CI_PIPELINE_IID: '12',
      CI_JOB_ID: '9001',
      CI_JOB_URL: 'https://gitlab.com/shop/cart/-/jobs/9001',
      CI_COMMIT_REF_NAME: 'main',
      CI_COMMIT_SHA: 'abc1234',
      CI_JOB_NAME: 'test',
      CI_PROJECT_URL: 'https://gitlab.com/shop/cart',
    },
    '12',
    'https://gitlab.com/shop/cart/-/jobs/9001',
    'https://gitlab.com/shop/cart',
  ],
  [
    'Jenkins',
    {
      JENKINS_URL: 'https://ci.test/',
      BUILD_NUMBER: '12',
      BUILD_URL: 'https://ci.test/job/cart/12/',
      GIT_BRANCH: 'origin/main',
      GIT_COMMIT: 'abc1234',
      JOB_NAME: 'test',
      GIT_URL: 'https://robot:secret@git.test/shop/cart.git',
    },
    '12',
    'https://ci.test/job/cart/12/',
    'https://git.test/shop/cart',
  ],
  [
    'Azure Pipelines',
    {
      TF_BUILD: 'True',
      BUILD_BUILDNUMBER: '20261129.1',
      BUILD_BUILDID: '12',
      SYSTEM_COLLECTIONURI: 'https://dev.azure.com/shop/',
      SYSTEM_TEAMPROJECT: 'The cart',
      BUILD_SOURCEBRANCH: 'refs/heads/main',
      BUILD_SOURCEVERSION: 'abc1234',
      SYSTEM_JOBDISPLAYNAME: 'test',
      BUILD_REPOSITORY_URI: 'https://shop@dev.azure.com/shop/The%20cart/_git/cart',
    },
    '20261129.1',
    'https://dev.azure.com/shop/The%20cart/_build/results?buildId=12',
    'https://dev.azure.com/shop/The%20cart/_git/cart',
  ],
  [
    'CircleCI',
    {
      CIRCLECI: 'true',
      CIRCLE_BUILD_NUM: '12',
      CIRCLE_BUILD_URL: 'https://circleci.com/gh/shop/cart/12',
      CIRCLE_BRANCH: 'main',
      CIRCLE_SHA1: 'abc1234',
      CIRCLE_JOB: 'test',
      CIRCLE_REPOSITORY_URL: 'git@github.com:shop/cart.git',
    },
    '12',
    'https://circleci.com/gh/shop/cart/12',
    'https://github.com/shop/cart',
  ],
  [
    'Buildkite',
    {
      BUILDKITE: 'true',
      BUILDKITE_BUILD_NUMBER: '12',
      BUILDKITE_BUILD_URL: 'https://buildkite.com/shop/cart/builds/12',
      BUILDKITE_BRANCH: 'main',
      BUILDKITE_COMMIT: 'abc1234',
      BUILDKITE_LABEL: 'test',
      BUILDKITE_PULL_REQUEST: 'false',
      BUILDKITE_REPO: 'ssh://git@github.com:22/shop/cart.git',
    },
    '12',
    'https://buildkite.com/shop/cart/builds/12',
    'https://github.com/shop/cart',
  ],
  [
    'Bitbucket Pipelines',
    {
      BITBUCKET_BUILD_NUMBER: '12',
      BITBUCKET_REPO_FULL_NAME: 'shop/cart',
      BITBUCKET_BRANCH: 'main',
      BITBUCKET_COMMIT: 'abc1234',
    },
    '12',
    'https://bitbucket.org/shop/cart/pipelines/results/12',
    'https://bitbucket.org/shop/cart',
  ],
] as const

describe('the build of a CI server', () => {
  test.each(BUILDS)('is read from the variables of %s', (ciServer, env, buildNumber, buildUrl, repositoryUrl) => {
    const expected = { ciServer, buildNumber, buildUrl, branch: 'main', commit: 'abc1234', job: 'test', repositoryUrl }
    const withoutJob = { ...expected, job: undefined }
    expect(detectCi(env)?.origin).toEqual(ciServer === 'Bitbucket Pipelines' ? withoutJob : expected)
  })

  test('is read from the variables of TeamCity, which has none for the branch', () => {
    const env = {
      TEAMCITY_VERSION: '2026.1',
      BUILD_NUMBER: '12',
      BUILD_URL: 'https://tc.test/12',
      BUILD_VCS_NUMBER: 'abc1234',
    }
    expect(detectCi(env)?.origin).toEqual({
      ciServer: 'TeamCity',
      buildNumber: '12',
      buildUrl: 'https://tc.test/12',
      commit: 'abc1234',
    })
  })

  test.each([
    [{ GITHUB_ACTIONS: 'true', GITHUB_HEAD_REF: 'fix', GITHUB_BASE_REF: 'main', GITHUB_REF_NAME: '12/merge' }],
    [
      {
        GITLAB_CI: 'true',
        CI_MERGE_REQUEST_IID: '12',
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'fix',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      },
    ],
    [
      {
        TF_BUILD: 'True',
        SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/fix',
        SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
        SYSTEM_PULLREQUEST_PULLREQUESTID: '12',
        BUILD_SOURCEBRANCH: 'refs/pull/12/merge',
      },
    ],
    [
      {
        BUILDKITE: 'true',
        BUILDKITE_BRANCH: 'fix',
        BUILDKITE_PULL_REQUEST: '12',
        BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main',
      },
    ],
    [
      {
        BITBUCKET_BUILD_NUMBER: '1',
        BITBUCKET_BRANCH: 'fix',
        BITBUCKET_PR_ID: '12',
        BITBUCKET_PR_DESTINATION_BRANCH: 'main',
      },
    ],
    [
      {
        JENKINS_URL: 'https://ci.test/',
        CHANGE_BRANCH: 'fix',
        CHANGE_TARGET: 'main',
        CHANGE_ID: '12',
        BRANCH_NAME: 'PR-12',
      },
    ],
    [{ TRAVIS: 'true', TRAVIS_PULL_REQUEST: '12', TRAVIS_PULL_REQUEST_BRANCH: 'fix', TRAVIS_BRANCH: 'main' }],
    [
      {
        bamboo_buildResultsUrl: 'https://bamboo.test/4',
        bamboo_planRepository_branchName: 'fix',
        bamboo_repository_pr_key: '12',
        bamboo_repository_pr_targetBranch: 'main',
      },
    ],
  ])('has the branch of a pull request, its number and its base branch: %j', (env) => {
    expect(detectCi(env)?.origin).toMatchObject({ branch: 'fix', pullRequest: '12', baseBranch: 'main' })
  })

  test('has the number of a pull request that CircleCI gives as an address', () => {
    const env = { CIRCLECI: 'true', CIRCLE_BRANCH: 'fix', CIRCLE_PULL_REQUEST: 'https://github.com/shop/cart/pull/12' }
    expect(detectCi(env)?.origin).toMatchObject({ branch: 'fix', pullRequest: '12' })
  })

  test('has no pull request where a server writes false', () => {
    const env = { TRAVIS: 'true', TRAVIS_PULL_REQUEST: 'false', TRAVIS_BRANCH: 'main' }
    expect(detectCi(env)?.origin).toEqual({ ciServer: 'Travis CI', branch: 'main' })
  })

  test('has only what the variables say', () => {
    expect(detectCi({ JENKINS_URL: 'https://ci.test/' })?.origin).toEqual({ ciServer: 'Jenkins' })
    expect(detectCi({ GITHUB_ACTIONS: 'true' })?.origin).toEqual({ ciServer: 'GitHub Actions' })
    expect(detectCi({})).toBeNull()
  })

  test('is that of the server which an agent names, if no variable tells', () => {
    expect(detectCi({ BUILD_URL: 'https://ci.test/7' }, 'JENKINS')?.origin).toEqual({
      ciServer: 'Jenkins',
      buildUrl: 'https://ci.test/7',
    })
    expect(detectCi({ bamboo_buildResultsUrl: 'https://bamboo.test/4' }, 'TRAVIS_CI')?.origin.ciServer).toBe('Bamboo')
    expect(detectCi({ BUILD_URL: 'https://ci.test/7' }, 'UNKNOWN')).toBeNull()
  })

  test('has one run for its parallel jobs and their retries', () => {
    const run = (env: Record<string, string>) => detectCi({ GITLAB_CI: 'true', ...env })?.run
    const first = run({ CI_PIPELINE_ID: '7', CI_JOB_ID: '1' })
    expect(run({ CI_PIPELINE_ID: '7', CI_JOB_ID: '2' })).toBe(first)
    expect(run({ CI_PIPELINE_ID: '8', CI_JOB_ID: '3' })).not.toBe(first)
  })

  test('has another job in each retry, and the same one for all commands of a job', () => {
    const job = (env: Record<string, string>) => detectCi({ GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '1', ...env })?.job
    expect(job({ GITHUB_RUN_ATTEMPT: '1' })).toBe(job({ GITHUB_RUN_ATTEMPT: '1' }))
    expect(job({ GITHUB_RUN_ATTEMPT: '1' })).not.toBe(job({ GITHUB_RUN_ATTEMPT: '2' }))
  })
})
