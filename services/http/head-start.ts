import type { AnsweredAhead, OpenSession } from '../../contract/session/session.ts'
import type { Fetch } from './http.ts'
import type { Tabs } from '../session/tabs.ts'

/**
 * Calls that a visit will certainly make, sent before the application's code has loaded. Makes no decisions: a later caller
 * gets the pending answer and handles it as usual.
 */
export interface HeadStart {
  /** Like the browser's `fetch`, but returns prefetched answers to calls with the same token, each once. */
  fetch: Fetch
  /** Resolves once the renewal is sent: another tab's may have to finish first. */
  sent: Promise<void>
  /** Resolves once no prefetched call is pending, whatever its outcome. */
  answered: Promise<void>
  /** Resolves with whether `fetch` has the answer to a renewal, after waiting for a pending one. */
  hasRenewal(): Promise<boolean>
}

type Answer = Awaited<ReturnType<Fetch>>
type Renewed = OpenSession & { ahead?: AnsweredAhead[] }

interface Ahead {
  /** Token it was sent with; null: not sent, or no answer. */
  sent: Promise<{ authorization: string | null; answer: Answer } | null>
  until: number
}

/** Maximum age of a prefetched answer in ms; later callers want fresh data. */
const KEPT_MS = 10_000

const RENEWAL = '/api/session/refresh'
const RENEWAL_KEY = `POST ${RENEWAL}`

/**
 * Renews the session, exclusively among tabs, with the answers for `addresses` included. Requests separately what the server leaves out,
 * and what another tab's renewal does not include. A rejected renewal requests nothing.
 */
export const takeHeadStart = (
  fetch: Fetch,
  { renewAlone }: Pick<Tabs, 'renewAlone'>,
  addresses: readonly string[],
  now: () => number = () => performance.now(),
): HeadStart => {
  const ahead = new Map<string, Ahead>()
  const until = now() + KEPT_MS
  const keep = (key: string, sent: Ahead['sent']) => {
    // Without an answer, the caller repeats the call and gets its error.
    ahead.set(key, { sent: sent.catch(() => null), until })
  }

  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  let isSent = () => {}
  const sent = new Promise<void>((resolve) => (isSent = resolve))
  let refusal: Answer | null = null
  const answers = new Map<string, Answer>()
  const session = renewAlone(async () => {
    const body = JSON.stringify(addresses.length === 0 ? {} : { ahead: addresses })
    const renewing = fetch(RENEWAL, { method: 'POST', headers, credentials: 'same-origin', body })
    isSent()
    const answer = await read(await renewing)
    if (answer.ok) {
      const { ahead = [], ...renewed } = (await answer.json()) as Renewed
      for (const one of ahead) answers.set(one.address, answerOf(one))
      return renewed
    }
    refusal = answer
    throw new Error('the session was not renewed')
  })
  keep(
    RENEWAL_KEY,
    session.then(
      // Another tab's renewal is as good as our own.
      (renewed) => ({ authorization: null, answer: { ok: true, status: 200, json: () => Promise.resolve(renewed) } }),
      () => refusal && { authorization: null, answer: refusal },
    ),
  )
  for (const address of addresses)
    keep(
      `GET ${address}`,
      session.then(async ({ authToken }) => {
        const authorization = `Bearer ${authToken}`
        const answer = answers.get(address)
        if (answer) return { authorization, answer }
        const given = { accept: 'application/json', authorization }
        const response = await fetch(address, { method: 'GET', headers: given, credentials: 'same-origin' })
        return { authorization, answer: await read(response) }
      }),
    )

  return {
    sent,
    answered: Promise.all([...ahead.values()].map((call) => call.sent)).then(() => undefined),
    hasRenewal: async () => {
      const known = ahead.get(RENEWAL_KEY)
      return known !== undefined && known.until >= now() && (await known.sent) !== null
    },
    fetch: async (address, init) => {
      const key = `${init.method ?? 'GET'} ${address}`
      const known = ahead.get(key)
      ahead.delete(key)
      if (known === undefined || known.until < now()) return fetch(address, init)
      const sent = await known.sent
      init.signal?.throwIfAborted()
      const isOurs = sent !== null && sent.authorization === new Headers(init.headers).get('authorization')
      return isOurs ? sent.answer : fetch(address, init)
    },
  }
}

const answerOf = ({ status, answer }: AnsweredAhead): Answer => ({
  ok: status >= 200 && status < 300,
  status,
  json: () => Promise.resolve(answer),
})

/** Reads the whole body, so that the page renders once with the answer. */
const read = async (response: Answer): Promise<Answer> => {
  const { ok, status } = response
  const body: unknown = await response.json().catch(() => null)
  return { ok, status, json: () => Promise.resolve(body) }
}
