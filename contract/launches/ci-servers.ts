import { readableOrigin, type LaunchOrigin, type OriginField } from './launch-origin.ts'

/** Build of a CI server, and what identifies its parts. */
export interface CiBuild {
  origin: LaunchOrigin
  /** Attempt of a job: the same for everything that the job runs, and different in each retry. */
  job: string
  /** The same for all parallel jobs of the build, and their retries. */
  run: string
}

type Env = Readonly<Record<string, string | undefined>>
interface CiServer {
  name: string
  /** `ciType` of the reporting agents that know the server. */
  agentType?: string
  /** Variable that only this CI server sets. */
  marker: string
  /** Values as the server has them. Those that are empty or not valid are unknown. */
  origin: (env: Env) => { [Field in Exclude<OriginField, 'ciServer'>]?: string | undefined }
  job: readonly string[]
  run: readonly string[]
}

/** Returns the first value that is not empty. */
const first = (...values: readonly (string | undefined)[]): string | undefined => values.find(Boolean)

const CI_SERVERS: readonly CiServer[] = [
  {
    name: 'GitHub Actions',
    marker: 'GITHUB_ACTIONS',
    origin: (env) => {
      const repositoryUrl = `${env['GITHUB_SERVER_URL']}/${env['GITHUB_REPOSITORY']}`
      return {
        commit: env['GITHUB_SHA'],
        branch: first(env['GITHUB_HEAD_REF'], env['GITHUB_REF_NAME']),
        baseBranch: env['GITHUB_BASE_REF'],
        pullRequest: /^(?:refs\/pull\/)?(\d+)\/(?:merge|head)$/.exec(env['GITHUB_REF_NAME'] ?? '')?.[1],
        buildUrl: env['GITHUB_RUN_ID'] && `${repositoryUrl}/actions/runs/${env['GITHUB_RUN_ID']}`,
        buildNumber: env['GITHUB_RUN_NUMBER'],
        job: env['GITHUB_JOB'],
        repositoryUrl,
      }
    },
    // The jobs of a matrix have one name and differ in their runner.
    job: ['GITHUB_REPOSITORY', 'GITHUB_RUN_ID', 'GITHUB_RUN_ATTEMPT', 'GITHUB_JOB', 'RUNNER_NAME'],
    run: ['GITHUB_REPOSITORY', 'GITHUB_RUN_ID'],
  },
  {
    name: 'GitLab CI',
    marker: 'GITLAB_CI',
    origin: (env) => ({
      // The commit of a pipeline for merged results exists only there.
      commit: first(env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'], env['CI_COMMIT_SHA']),
      branch: first(env['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME'], env['CI_COMMIT_REF_NAME']),
      baseBranch: env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'],
      pullRequest: env['CI_MERGE_REQUEST_IID'],
      buildUrl: env['CI_JOB_URL'],
      buildNumber: env['CI_PIPELINE_IID'],
      job: env['CI_JOB_NAME'],
      repositoryUrl: env['CI_PROJECT_URL'],
    }),
    job: ['CI_SERVER_URL', 'CI_JOB_ID'],
    run: ['CI_SERVER_URL', 'CI_PIPELINE_ID'],
  },
  {
    name: 'Azure Pipelines',
    marker: 'TF_BUILD',
    origin: (env) => ({
      commit: first(env['SYSTEM_PULLREQUEST_SOURCECOMMITID'], env['BUILD_SOURCEVERSION']),
      branch: first(env['SYSTEM_PULLREQUEST_SOURCEBRANCH'], env['BUILD_SOURCEBRANCH']),
      baseBranch: env['SYSTEM_PULLREQUEST_TARGETBRANCH'],
      // The number is that of GitHub, the id that of Azure Repos.
      pullRequest: first(env['SYSTEM_PULLREQUEST_PULLREQUESTNUMBER'], env['SYSTEM_PULLREQUEST_PULLREQUESTID']),
      buildUrl:
        env['BUILD_BUILDID'] &&
        `${env['SYSTEM_COLLECTIONURI']}${encodeURIComponent(env['SYSTEM_TEAMPROJECT'] ?? '')}/_build/results?buildId=${env['BUILD_BUILDID']}`,
      buildNumber: env['BUILD_BUILDNUMBER'],
      job: env['SYSTEM_JOBDISPLAYNAME'],
      repositoryUrl: env['BUILD_REPOSITORY_URI'],
    }),
    job: ['SYSTEM_COLLECTIONURI', 'BUILD_BUILDID', 'SYSTEM_JOBID', 'SYSTEM_JOBATTEMPT'],
    run: ['SYSTEM_COLLECTIONURI', 'BUILD_BUILDID'],
  },
  {
    name: 'CircleCI',
    agentType: 'CIRCLE_CI',
    marker: 'CIRCLECI',
    origin: (env) => ({
      commit: env['CIRCLE_SHA1'],
      branch: env['CIRCLE_BRANCH'],
      pullRequest: first(env['CIRCLE_PR_NUMBER'], /\/(\d+)$/.exec(env['CIRCLE_PULL_REQUEST'] ?? '')?.[1]),
      buildUrl: env['CIRCLE_BUILD_URL'],
      buildNumber: env['CIRCLE_BUILD_NUM'],
      job: env['CIRCLE_JOB'],
      repositoryUrl: env['CIRCLE_REPOSITORY_URL'],
    }),
    job: ['CIRCLE_BUILD_URL', 'CIRCLE_NODE_INDEX'],
    run: ['CIRCLE_WORKFLOW_ID'],
  },
  {
    name: 'Buildkite',
    marker: 'BUILDKITE',
    origin: (env) => ({
      commit: env['BUILDKITE_COMMIT'],
      branch: env['BUILDKITE_BRANCH'],
      baseBranch: env['BUILDKITE_PULL_REQUEST_BASE_BRANCH'],
      pullRequest: env['BUILDKITE_PULL_REQUEST'],
      buildUrl: env['BUILDKITE_BUILD_URL'],
      buildNumber: env['BUILDKITE_BUILD_NUMBER'],
      job: first(env['BUILDKITE_LABEL'], env['BUILDKITE_PIPELINE_SLUG']),
      repositoryUrl: env['BUILDKITE_REPO'],
    }),
    job: ['BUILDKITE_JOB_ID'],
    run: ['BUILDKITE_BUILD_ID'],
  },
  {
    name: 'Bitbucket Pipelines',
    marker: 'BITBUCKET_BUILD_NUMBER',
    origin: (env) => ({
      commit: env['BITBUCKET_COMMIT'],
      branch: env['BITBUCKET_BRANCH'],
      baseBranch: env['BITBUCKET_PR_DESTINATION_BRANCH'],
      pullRequest: env['BITBUCKET_PR_ID'],
      buildUrl: `https://bitbucket.org/${env['BITBUCKET_REPO_FULL_NAME']}/pipelines/results/${env['BITBUCKET_BUILD_NUMBER']}`,
      buildNumber: env['BITBUCKET_BUILD_NUMBER'],
      repositoryUrl: first(
        env['BITBUCKET_GIT_HTTP_ORIGIN'],
        `https://bitbucket.org/${env['BITBUCKET_REPO_FULL_NAME']}`,
      ),
    }),
    job: ['BITBUCKET_REPO_FULL_NAME', 'BITBUCKET_BUILD_NUMBER', 'BITBUCKET_STEP_UUID', 'BITBUCKET_STEP_RUN_NUMBER'],
    run: ['BITBUCKET_REPO_FULL_NAME', 'BITBUCKET_BUILD_NUMBER'],
  },
  {
    name: 'TeamCity',
    agentType: 'TEAM_CITY',
    marker: 'TEAMCITY_VERSION',
    origin: (env) => ({
      commit: env['BUILD_VCS_NUMBER'],
      buildUrl: env['BUILD_URL'],
      buildNumber: env['BUILD_NUMBER'],
      job: env['TEAMCITY_BUILDCONF_NAME'],
    }),
    job: ['TEAMCITY_PROJECT_NAME', 'TEAMCITY_BUILDCONF_NAME', 'BUILD_NUMBER'],
    run: ['TEAMCITY_PROJECT_NAME', 'TEAMCITY_BUILDCONF_NAME', 'BUILD_NUMBER'],
  },
  {
    name: 'Travis CI',
    agentType: 'TRAVIS_CI',
    marker: 'TRAVIS',
    origin: (env) => {
      const isPullRequest = /^\d+$/.test(env['TRAVIS_PULL_REQUEST'] ?? '')
      return {
        commit: first(env['TRAVIS_PULL_REQUEST_SHA'], env['TRAVIS_COMMIT']),
        branch: first(env['TRAVIS_PULL_REQUEST_BRANCH'], env['TRAVIS_BRANCH']),
        baseBranch: isPullRequest ? env['TRAVIS_BRANCH'] : undefined,
        pullRequest: env['TRAVIS_PULL_REQUEST'],
        buildUrl: env['TRAVIS_BUILD_WEB_URL'],
        buildNumber: env['TRAVIS_BUILD_NUMBER'],
        job: env['TRAVIS_JOB_NAME'],
        repositoryUrl: env['TRAVIS_REPO_SLUG'] && `https://github.com/${env['TRAVIS_REPO_SLUG']}`,
      }
    },
    job: ['TRAVIS_JOB_WEB_URL', 'TRAVIS_JOB_ID'],
    run: ['TRAVIS_BUILD_WEB_URL', 'TRAVIS_BUILD_ID'],
  },
  {
    name: 'Bamboo',
    agentType: 'BAMBOO',
    marker: 'bamboo_buildResultsUrl',
    origin: (env) => ({
      commit: env['bamboo_planRepository_revision'],
      branch: env['bamboo_planRepository_branchName'],
      baseBranch: env['bamboo_repository_pr_targetBranch'],
      pullRequest: env['bamboo_repository_pr_key'],
      buildUrl: env['bamboo_buildResultsUrl'],
      buildNumber: env['bamboo_buildNumber'],
      job: env['bamboo_shortJobName'],
      repositoryUrl: env['bamboo_planRepository_repositoryUrl'],
    }),
    job: ['bamboo_buildResultKey'],
    run: ['bamboo_planKey', 'bamboo_buildNumber'],
  },
  {
    name: 'Jenkins',
    agentType: 'JENKINS',
    marker: 'JENKINS_URL',
    origin: (env) => ({
      commit: env['GIT_COMMIT'],
      branch: first(env['CHANGE_BRANCH'], env['BRANCH_NAME'], env['GIT_BRANCH']),
      baseBranch: env['CHANGE_TARGET'],
      pullRequest: env['CHANGE_ID'],
      buildUrl: first(env['BUILD_URL'], env['JOB_URL']),
      buildNumber: env['BUILD_NUMBER'],
      job: env['JOB_NAME'],
      repositoryUrl: env['GIT_URL'],
    }),
    job: ['JENKINS_URL', 'BUILD_TAG', 'STAGE_NAME', 'EXECUTOR_NUMBER'],
    run: ['JENKINS_URL', 'JOB_NAME', 'BUILD_NUMBER'],
  },
]

/**
 * Returns the build of an environment; null outside a CI server. `agentType`: the server by the agent that sent the variables, which counts
 * if the variables do not tell.
 */
export const detectCi = (env: Env, agentType?: string): CiBuild | null => {
  const server =
    CI_SERVERS.find(({ marker }) => Boolean(env[marker])) ??
    CI_SERVERS.find((one) => agentType !== undefined && one.agentType === agentType)
  if (!server) return null
  const found = server.origin(env)
  const identify = (names: readonly string[]) =>
    JSON.stringify([server.name, ...names.map((name) => env[name] ?? null)])
  return {
    origin: readableOrigin({
      ...found,
      branch: nameOfBranch(found.branch),
      baseBranch: nameOfBranch(found.baseBranch),
      ciServer: server.name,
    }),
    job: identify(server.job),
    run: identify(server.run),
  }
}

const nameOfBranch = (ref: string | undefined): string | undefined => ref?.replace(/^(?:refs\/heads|origin)\//, '')
