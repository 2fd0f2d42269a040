import type { AnsweredAhead, OpenSession } from '../../contract/session/session.ts'
import type { Fetch } from './http.ts'
import type { Tabs } from '../session/tabs.ts'

/**
 * Calls that a visit is certain to make, sent before the application's code is there. Nothing here decides anything: whoever
 * makes such a call later gets the answer that is already on its way, and reads it like any other.
 */
export interface HeadStart {
  /** Like the browser's own; a call that was sent ahead with the same token is not sent again. Each is given out once. */
  fetch: Fetch
  /** Resolves once the renewal is on its way: another tab's may have to end first. */
  sent: Promise<void>
  /** Resolves once none of the calls is under way any more, however they ended: the rest of a visit can begin. */
  answered: Promise<void>
  /** Whether `fetch` holds the answer to a renewal; waits for one that is on its way. */
  hasRenewal(): Promise<boolean>
}

type Answer = Awaited<ReturnType<Fetch>>
type Renewed = OpenSession & { ahead?: AnsweredAhead[] }

interface Ahead {
  /** With what token it was sent; null: it was not, or had no answer. */
  sent: Promise<{ authorization: string | null; answer: Answer } | null>
  until: number
}

/** How long an answer may wait for whoever asks: what comes later wants to know how things are then. */
const KEPT_MS = 10_000

const RENEWAL = '/api/session/refresh'
const RENEWAL_KEY = `POST ${RENEWAL}`

/**
 * Renews the session, alone among the tabs, and has `addresses` answered with it. What the server leaves out, and what another tab's
 * renewal knows nothing of, is asked for with the new token. A renewal that is refused leaves all unasked.
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
      // Another tab's renewal counts as well as one of our own.
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
