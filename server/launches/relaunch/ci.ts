/** CI services that can relaunch launches without a launcher. */
import { createHmac } from 'node:crypto'
import type { IntegrationKey } from '../../../contract/workspace/integration-kinds.ts'
import { RELAUNCH_TEXTS } from '../../../contract/launches/relaunch.ts'
import type { Db } from '../../db/open.ts'
import { conflict } from '../../http/refusal.ts'
import { OutgoingFailure, type Outgoing } from '../../outgoing/outgoing.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { connectionOf } from '../../integrations/integrations.ts'
import type { LaunchRow } from '../rows.ts'

export interface CiParts {
  db: Db
  secrets: Secrets
  outgoing: Outgoing
}

/** Job for a CI service. */
export interface CiJob {
  action: 'relaunch' | 'build'
  projectKey: string
  launch: Pick<LaunchRow, 'id' | 'number' | 'name' | 'uuid' | 'ci'>
  /** For a relaunch: the run context, and the parameters of RELAUNCH-06. */
  runContext: string | null
  rerunFailures: boolean
  testIds: readonly number[] | null
  parameters: Record<string, string>
}

export interface CiService {
  name: string
  /** Throws 409 with the reason when the service rejects the job. */
  trigger: (job: CiJob) => Promise<void>
}

const BOUNDS = { maxBytes: 1024 * 1024, timeoutMs: 15_000 }

/** Resolves with the service that can run a launch, or with the reason why there is none. */
export const ciServiceOf = async (
  parts: CiParts,
  { ci }: Pick<LaunchRow, 'ci'>,
): Promise<{ service: CiService } | { problem: string }> => {
  const jenkins = await connectionOf(parts.db, parts.secrets, 'jenkins' satisfies IntegrationKey)
  const trigger = await connectionOf(parts.db, parts.secrets, 'ci-trigger' satisfies IntegrationKey)
  if (jenkins !== null && (ci?.ciType === 'JENKINS' || trigger === null)) {
    const job = jobUrlOf(jenkins.url ?? '', ci?.envVariables ?? {})
    if ('problem' in job) return trigger === null ? job : { service: triggerAt(parts, trigger) }
    return { service: jenkinsJob(parts, job.url, `${jenkins.username}:${jenkins.token}`) }
  }
  return trigger === null ? { problem: RELAUNCH_TEXTS.noCi } : { service: triggerAt(parts, trigger) }
}

const withoutSlash = (address: string): string => (address.endsWith('/') ? address.slice(0, -1) : address)

/** Returns the URL of a build's job. It must be on the connected server: credentials are sent nowhere else. */
const jobUrlOf = (base: string, env: Record<string, string>): { url: string } | { problem: string } => {
  const root = withoutSlash(base)
  const named = env['JOB_URL'] ?? env['BUILD_URL']?.replace(/\/\d+\/?$/, '/')
  if (named !== undefined)
    return URL.canParse(named) && new URL(named).href.startsWith(`${withoutSlash(new URL(root).href)}/`)
      ? { url: withoutSlash(new URL(named).href) }
      : { problem: RELAUNCH_TEXTS.otherJenkins }
  const name = env['JOB_NAME']
  if (name === undefined || name === '') return { problem: RELAUNCH_TEXTS.noJob }
  return {
    url: `${root}/${name
      .split('/')
      .map((part) => `job/${encodeURIComponent(part)}`)
      .join('/')}`,
  }
}

const ask = async (
  parts: CiParts,
  name: string,
  ...call: [url: string, headers: Record<string, string>, body: string]
) => {
  const [url, headers, body] = call
  try {
    return await parts.outgoing.ask(url, { method: 'POST', headers, body }, BOUNDS)
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    throw conflict(
      error.why === 'internal'
        ? `${name} is in the internal network, which the server is not allowed to call`
        : `${name} does not answer`,
    )
  }
}

const requireTaken = (name: string, status: number): void => {
  if (status >= 200 && status < 300) return
  if (status === 401 || status === 403) throw conflict(`${name} refused the credentials`)
  if (status === 404) throw conflict(`${name} does not know the job of this launch`)
  throw conflict(`${name} answered with an error (${status})`)
}

/** Remote access API of Jenkins: jobs with and without parameters have different URLs. */
const jenkinsJob = (parts: CiParts, jobUrl: string, credentials: string): CiService => ({
  name: 'Jenkins',
  trigger: async ({ action, runContext, rerunFailures, testIds, launch, parameters }) => {
    const headers = {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const form = new URLSearchParams(parameters)
    if (runContext !== null) {
      form.set('REPORTING_RUN_CONTEXT', runContext)
      form.set('ci_run_id', launch.uuid)
      form.set('rerun_failures', String(rerunFailures))
      if (testIds !== null) form.set('test_ids', testIds.join(','))
    }
    const parametrised = await ask(parts, 'Jenkins', `${jobUrl}/buildWithParameters`, headers, form.toString())
    // Responses of Jenkins for a job without parameters.
    const { status, text } = parametrised
    const takesNone = status === 400 || status === 405 || (status === 500 && /not parameterized/i.test(text))
    if (!takesNone) return requireTaken('Jenkins', status)
    if (action === 'relaunch')
      throw conflict('The job in Jenkins takes no parameters: add the text parameter REPORTING_RUN_CONTEXT to it')
    requireTaken('Jenkins', (await ask(parts, 'Jenkins', `${jobUrl}/build`, headers, '')).status)
  },
})

/** Any other service: a webhook that receives the job as JSON, signed with the secret. */
const triggerAt = (
  parts: CiParts,
  { webhook = '', token = '' }: { webhook?: string | undefined; token?: string | undefined },
): CiService => ({
  name: 'the CI trigger',
  trigger: async ({ action, projectKey, launch, runContext, rerunFailures, testIds, parameters }) => {
    const body = JSON.stringify({
      action,
      project: projectKey,
      launch: { id: launch.id, number: launch.number, name: launch.name, uuid: launch.uuid },
      runContext,
      rerunFailures,
      testIds,
      parameters,
      ci: launch.ci === null ? null : { type: launch.ci.ciType, job: launch.ci.envVariables['JOB_NAME'] ?? null },
    })
    const at = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', token).update(`${at}.${body}`).digest('hex')
    const headers = {
      'content-type': 'application/json',
      ...(token === '' ? {} : { 'x-assay-timestamp': at, 'x-assay-signature': `sha256=${signature}` }),
    }
    requireTaken('The CI trigger', (await ask(parts, 'The CI trigger', webhook, headers, body)).status)
  },
})
