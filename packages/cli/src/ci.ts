/** Build that runs the command, from the variables of its CI server. */
export interface Ci {
  provider: string
  /** Number or name that people see. */
  build: string | null
  buildUrl: string | null
  branch: string | null
  commit: string | null
}

/** Build, and what identifies its parts. */
export interface CiJob extends Ci {
  /** Attempt of a job: the same for everything that the job runs, and different in each retry. */
  job: string
  /** The same for all parallel jobs of the build, and their retries. */
  run: string
}

type Env = Readonly<Record<string, string | undefined>>
interface Provider {
  provider: string
  /** Variable that only this CI server sets. */
  marker: string
  build: string
  buildUrl: (env: Env) => string | undefined
  /** Variables of the branch; the first one that is set counts. */
  branch: readonly string[]
  commit: string
  job: readonly string[]
  run: readonly string[]
}

const PROVIDERS: readonly Provider[] = [
  {
    provider: 'GitHub Actions',
    marker: 'GITHUB_ACTIONS',
    build: 'GITHUB_RUN_NUMBER',
    buildUrl: (env) =>
      env['GITHUB_RUN_ID'] &&
      `${env['GITHUB_SERVER_URL']}/${env['GITHUB_REPOSITORY']}/actions/runs/${env['GITHUB_RUN_ID']}`,
    branch: ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME'],
    commit: 'GITHUB_SHA',
    // The jobs of a matrix have one name and differ in their runner.
    job: ['GITHUB_REPOSITORY', 'GITHUB_RUN_ID', 'GITHUB_RUN_ATTEMPT', 'GITHUB_JOB', 'RUNNER_NAME'],
    run: ['GITHUB_REPOSITORY', 'GITHUB_RUN_ID'],
  },
  {
    provider: 'GitLab CI',
    marker: 'GITLAB_CI',
    build: 'CI_PIPELINE_IID',
    buildUrl: (env) => env['CI_JOB_URL'],
    branch: ['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_REF_NAME'],
    commit: 'CI_COMMIT_SHA',
    job: ['CI_SERVER_URL', 'CI_JOB_ID'],
    run: ['CI_SERVER_URL', 'CI_PIPELINE_ID'],
  },
  {
    provider: 'Azure Pipelines',
    marker: 'TF_BUILD',
    build: 'BUILD_BUILDNUMBER',
    buildUrl: (env) =>
      env['BUILD_BUILDID'] &&
      `${env['SYSTEM_COLLECTIONURI']}${encodeURIComponent(env['SYSTEM_TEAMPROJECT'] ?? '')}/_build/results?buildId=${env['BUILD_BUILDID']}`,
    branch: ['SYSTEM_PULLREQUEST_SOURCEBRANCH', 'BUILD_SOURCEBRANCH'],
    commit: 'BUILD_SOURCEVERSION',
    job: ['SYSTEM_COLLECTIONURI', 'BUILD_BUILDID', 'SYSTEM_JOBID', 'SYSTEM_JOBATTEMPT'],
    run: ['SYSTEM_COLLECTIONURI', 'BUILD_BUILDID'],
  },
  {
    provider: 'CircleCI',
    marker: 'CIRCLECI',
    build: 'CIRCLE_BUILD_NUM',
    buildUrl: (env) => env['CIRCLE_BUILD_URL'],
    branch: ['CIRCLE_BRANCH'],
    commit: 'CIRCLE_SHA1',
    job: ['CIRCLE_BUILD_URL', 'CIRCLE_NODE_INDEX'],
    run: ['CIRCLE_WORKFLOW_ID'],
  },
  {
    provider: 'Buildkite',
    marker: 'BUILDKITE',
    build: 'BUILDKITE_BUILD_NUMBER',
    buildUrl: (env) => env['BUILDKITE_BUILD_URL'],
    branch: ['BUILDKITE_BRANCH'],
    commit: 'BUILDKITE_COMMIT',
    job: ['BUILDKITE_JOB_ID'],
    run: ['BUILDKITE_BUILD_ID'],
  },
  {
    provider: 'Bitbucket Pipelines',
    marker: 'BITBUCKET_BUILD_NUMBER',
    build: 'BITBUCKET_BUILD_NUMBER',
    buildUrl: (env) =>
      `https://bitbucket.org/${env['BITBUCKET_REPO_FULL_NAME']}/pipelines/results/${env['BITBUCKET_BUILD_NUMBER']}`,
    branch: ['BITBUCKET_BRANCH'],
    commit: 'BITBUCKET_COMMIT',
    job: ['BITBUCKET_REPO_FULL_NAME', 'BITBUCKET_BUILD_NUMBER', 'BITBUCKET_STEP_UUID', 'BITBUCKET_STEP_RUN_NUMBER'],
    run: ['BITBUCKET_REPO_FULL_NAME', 'BITBUCKET_BUILD_NUMBER'],
  },
  {
    provider: 'TeamCity',
    marker: 'TEAMCITY_VERSION',
    build: 'BUILD_NUMBER',
    buildUrl: (env) => env['BUILD_URL'],
    branch: [],
    commit: 'BUILD_VCS_NUMBER',
    job: ['TEAMCITY_PROJECT_NAME', 'TEAMCITY_BUILDCONF_NAME', 'BUILD_NUMBER'],
    run: ['TEAMCITY_PROJECT_NAME', 'TEAMCITY_BUILDCONF_NAME', 'BUILD_NUMBER'],
  },
  {
    provider: 'Jenkins',
    marker: 'JENKINS_URL',
    build: 'BUILD_NUMBER',
    buildUrl: (env) => env['BUILD_URL'],
    branch: ['CHANGE_BRANCH', 'BRANCH_NAME', 'GIT_BRANCH'],
    commit: 'GIT_COMMIT',
    job: ['JENKINS_URL', 'BUILD_TAG', 'STAGE_NAME', 'EXECUTOR_NUMBER'],
    run: ['JENKINS_URL', 'JOB_NAME', 'BUILD_NUMBER'],
  },
]

/** Returns the build of this environment; null outside a CI server. */
export const detectCi = (env: Env): CiJob | null => {
  const found = PROVIDERS.find(({ marker }) => Boolean(env[marker]))
  if (!found) return null
  const branch = found.branch.map((name) => env[name]).find(Boolean)
  return {
    provider: found.provider,
    build: env[found.build] || null,
    buildUrl: found.buildUrl(env) || null,
    branch: branch?.replace(/^(?:refs\/heads|origin)\//, '') ?? null,
    commit: env[found.commit] || null,
    job: identify(found, found.job, env),
    run: identify(found, found.run, env),
  }
}

const identify = ({ provider }: Provider, names: readonly string[], env: Env): string =>
  JSON.stringify([provider, ...names.map((name) => env[name] ?? null)])
