import { describe, expect, test } from 'vitest'
import { detectCi } from '../../../packages/cli/src/ci.ts'

/** Variables as each CI server documents them, for a build of the commit abc123 of the branch main. */
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
      GITHUB_SHA: 'abc123',
    },
    '12',
    'https://github.com/shop/cart/actions/runs/9001',
  ],
  [
    'GitLab CI',
    {
      GITLAB_CI: 'true',
      CI_PIPELINE_IID: '12',
      CI_JOB_ID: '9001',
      CI_JOB_URL: 'https://gitlab.com/shop/cart/-/jobs/9001',
      CI_COMMIT_REF_NAME: 'main',
      CI_COMMIT_SHA: 'abc123',
    },
    '12',
    'https://gitlab.com/shop/cart/-/jobs/9001',
  ],
  [
    'Jenkins',
    {
      JENKINS_URL: 'https://ci.test/',
      BUILD_NUMBER: '12',
      BUILD_URL: 'https://ci.test/job/cart/12/',
      GIT_BRANCH: 'origin/main',
      GIT_COMMIT: 'abc123',
    },
    '12',
    'https://ci.test/job/cart/12/',
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
      BUILD_SOURCEVERSION: 'abc123',
    },
    '20261129.1',
    'https://dev.azure.com/shop/The%20cart/_build/results?buildId=12',
  ],
  [
    'CircleCI',
    {
      CIRCLECI: 'true',
      CIRCLE_BUILD_NUM: '12',
      CIRCLE_BUILD_URL: 'https://circleci.com/gh/shop/cart/12',
      CIRCLE_BRANCH: 'main',
      CIRCLE_SHA1: 'abc123',
    },
    '12',
    'https://circleci.com/gh/shop/cart/12',
  ],
  [
    'Buildkite',
    {
      BUILDKITE: 'true',
      BUILDKITE_BUILD_NUMBER: '12',
      BUILDKITE_BUILD_URL: 'https://buildkite.com/shop/cart/builds/12',
      BUILDKITE_BRANCH: 'main',
      BUILDKITE_COMMIT: 'abc123',
    },
    '12',
    'https://buildkite.com/shop/cart/builds/12',
  ],
  [
    'Bitbucket Pipelines',
    {
      BITBUCKET_BUILD_NUMBER: '12',
      BITBUCKET_REPO_FULL_NAME: 'shop/cart',
      BITBUCKET_BRANCH: 'main',
      BITBUCKET_COMMIT: 'abc123',
    },
    '12',
    'https://bitbucket.org/shop/cart/pipelines/results/12',
  ],
] as const

describe('the build of a CI server', () => {
  test.each(BUILDS)('is read from the variables of %s', (provider, env, build, buildUrl) => {
    expect(detectCi(env)).toMatchObject({ provider, build, buildUrl, branch: 'main', commit: 'abc123' })
  })

  test('is read from the variables of TeamCity, which has none for the branch', () => {
    const env = {
      TEAMCITY_VERSION: '2026.1',
      BUILD_NUMBER: '12',
      BUILD_URL: 'https://tc.test/12',
      BUILD_VCS_NUMBER: 'abc123',
    }
    const expected = {
      provider: 'TeamCity',
      build: '12',
      buildUrl: 'https://tc.test/12',
      branch: null,
      commit: 'abc123',
    }
    expect(detectCi(env)).toMatchObject(expected)
  })

  test('has the branch of a pull request, not the one that it is merged into', () => {
    expect(detectCi({ GITHUB_ACTIONS: 'true', GITHUB_HEAD_REF: 'fix', GITHUB_REF_NAME: '12/merge' })?.branch).toBe(
      'fix',
    )
    const azure = {
      TF_BUILD: 'True',
      SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/fix',
      BUILD_SOURCEBRANCH: 'refs/pull/1/merge',
    }
    expect(detectCi(azure)?.branch).toBe('fix')
  })

  test('has null for variables that are not set', () => {
    const empty = { build: null, buildUrl: null, branch: null, commit: null }
    expect(detectCi({ JENKINS_URL: 'https://ci.test/' })).toMatchObject({ provider: 'Jenkins', ...empty })
    expect(detectCi({})).toBeNull()
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
