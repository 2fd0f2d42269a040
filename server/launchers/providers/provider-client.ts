import type { VcsProvider } from '../../../contract/launchers/providers.ts'
import type { Outgoing, Received, Sent } from '../../outgoing/outgoing.ts'
import { OutgoingFailure } from '../../outgoing/outgoing.ts'

/** Account at a provider with its decrypted token. */
export interface Account {
  provider: VcsProvider
  baseUrl: string
  username: string | null
  token: string
  viaOauth: boolean
}

/** Repository as listed by a provider. */
export interface Listed {
  providerSideId: string
  name: string
  htmlUrl: string
  cloneUrl: string
  isPrivate: boolean
}

export interface ProviderClient {
  /** Resolves with the repositories that the account may read whose names contain these words, last changed first. */
  list(account: Account, q: string): Promise<Listed[]>
  /** Resolves with a repository that the account may read; null otherwise. */
  find(account: Account, providerSideId: string): Promise<Listed | null>
  /** Resolves with the account's name. Throws `ProviderFailure` when its token is rejected. */
  identify(account: Account): Promise<string | null>
}

export class ProviderFailure extends Error {
  readonly why: 'refused' | 'unreachable' | 'internal' | 'certificate'
  constructor(why: ProviderFailure['why'], options?: ErrorOptions) {
    super(`the provider's API failed: ${why}`, options)
    this.why = why
  }
}

const BOUNDS = { maxBytes: 8 * 1024 * 1024, timeoutMs: 15_000 }

/** Calls an API and parses its JSON. Null for 404. Throws `ProviderFailure`. */
export const askApi = async (
  outgoing: Outgoing,
  url: string,
  sent: Sent,
): Promise<{ body: unknown; headers: Received['headers'] } | null> => {
  let received: Received
  try {
    received = await outgoing.ask(url, sent, BOUNDS)
  } catch (error) {
    const why = error instanceof OutgoingFailure ? error.why : 'unreachable'
    throw new ProviderFailure(why === 'internal' || why === 'certificate' ? why : 'unreachable', { cause: error })
  }
  const { status, text, headers } = received
  if (status === 404) return null
  if (status === 400 || status === 401 || status === 403) throw new ProviderFailure('refused')
  if (status < 200 || status > 299) throw new ProviderFailure('unreachable')
  try {
    return { body: JSON.parse(text) as unknown, headers }
  } catch (error) {
    throw new ProviderFailure('unreachable', { cause: error })
  }
}

export const bearer = ({ token }: Account): Record<string, string> => ({ authorization: `Bearer ${token}` })

export const nameContains = (name: string, q: string): boolean =>
  q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word))
