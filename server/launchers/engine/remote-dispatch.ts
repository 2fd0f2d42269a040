import { Readable } from 'node:stream'
import { z } from 'zod/mini'
import {
  ARTIFACT_PATH,
  WORKER_CALLS,
  WORKER_PATH,
  type WorkerCall,
} from '../../../contract/launchers/worker-protocol.ts'
import { LeaseLost, type Dispatch } from '../workers/dispatch.ts'
import { ArtifactRefused } from '../workers/problems.ts'

interface Parts {
  /** URL of the server, without a trailing slash. */
  url: string
  token: string
  /** Id of this worker process. */
  worker: string
  /** Called when the server rejects the token. */
  onRefused: (message: string) => void
}

/** Timeout of a call; the caller retries. */
const TIMEOUT_MS = 8000
const UPLOAD_TIMEOUT_MS = 10 * 60_000

const Refused = z.object({ message: z.string() })

/** Dispatch of a remote server, over HTTP. */
export const createRemoteDispatch = ({ url, token, worker, onRefused }: Parts): Dispatch => {
  const call = async <Name extends WorkerCall>(
    name: Name,
    body: Omit<z.input<(typeof WORKER_CALLS)[Name]['body']>, 'worker'>,
  ): Promise<z.output<(typeof WORKER_CALLS)[Name]['answer']>> => {
    const response = await fetch(`${url}${WORKER_PATH}/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ worker, ...body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return WORKER_CALLS[name].answer.parse(answer) as z.output<(typeof WORKER_CALLS)[Name]['answer']>
    throw problemOf(response, answer)
  }

  const problemOf = (response: Response, answer: unknown): Error => {
    const message = Refused.safeParse(answer).data?.message ?? `The server answered with ${response.status}`
    if (response.status === 401 || response.status === 403) {
      onRefused(message)
      return new LeaseLost(message)
    }
    if (response.status === 409) return new LeaseLost(message)
    return new Error(message)
  }

  const upload = async (lease: string, name: string, content: Readable): Promise<void> => {
    const response = await fetch(`${url}${ARTIFACT_PATH}?${new URLSearchParams({ worker, lease, name }).toString()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: Readable.toWeb(content) as BodyInit,
      redirect: 'error',
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      duplex: 'half',
    } as RequestInit)
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return
    const problem = problemOf(response, answer)
    throw response.status === 400 || response.status === 413 ? new ArtifactRefused(problem.message) : problem
  }

  return {
    renew: async (state, leases) => (await call('renew', { state, leases: [...leases] })).held,
    claim: async (driver) => (await call('claim', { driver })).job,
    begin: async (lease, commit, lines) => void (await call('begin', { lease, commit, lines })),
    reach: async (lease, stage, lines) => void (await call('reach', { lease, stage, lines })),
    write: async (lease, lines) =>
      void (await call('write', { lease, lines: lines.map(({ at, ...line }) => ({ ...line, at: at.toISOString() })) })),
    artifact: upload,
    end: async (lease, outcome) => void (await call('end', { lease, outcome })),
    handBack: async (lease) => void (await call('handBack', { lease })),
    strays: async (leases) => (await call('strays', { leases: [...leases] })).leases,
    leave: async () => void (await call('leave', {})),
  }
}
