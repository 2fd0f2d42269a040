import { CALLS } from '../../../contract/call.ts'
import { createHttp, type Send } from '../../../services/http/http.ts'
import type { TokenSource } from '../../../services/http/renewing.ts'

/** No user is signed in. */
const nobody: TokenSource = { token: () => null, renew: () => Promise.reject(new Error('nobody')) }

export interface Asked {
  /** By name, as in the address. */
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  signal: AbortSignal | null
}

/**
 * Sends calls to a server that answers by name, with a `Response` or with its content. A throw is a lost connection. Other calls have no
 * answer, and a violation of the contract fails.
 */
export const answering = (answers: Record<string, (requested: Asked) => unknown>): Send =>
  createHttp(nobody, async (address, init) => {
    const { pathname, searchParams } = new URL(address, 'http://assay.test')
    const call = CALLS.find(
      ({ name, method, path }) => name in answers && method === init.method && at(path).test(pathname),
    )
    if (call === undefined) throw new Error(`${init.method} ${address} is not answered here`)
    const answer = answers[call.name]?.({
      params: { ...at(call.path).exec(pathname)?.groups },
      query: Object.fromEntries(searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
      signal: init.signal ?? null,
    })
    return answer instanceof Response ? answer : Response.json(answer ?? {})
  })

const at = (path: string): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
