import type { BehaviorSubject, Observable } from 'rxjs'
import type { SessionRef } from '../../machines/session/session.machine.ts'
import type { StorageNoticeKind } from '../../machines/shell/storage-health.machine.ts'
import type { Send } from '../../services/http/http.ts'
import type { TokenSource } from '../../services/http/renewing.ts'
import type { Live } from '../../services/live/live.ts'
import type { ConnectionState } from './connection-state.ts'
import type { Unsent } from './outbox/unsent.ts'
import type { PageDefinition, PageMatch } from './pages/page-definition.ts'

/** A new version of the application. */
export type VersionNotice =
  | { kind: 'waiting'; take: () => void; later: () => void }
  /** Another tab of this browser has activated it. */
  | { kind: 'replaced'; take: () => void }

/** A problem with this device's storage. */
export interface StorageNotice {
  kind: StorageNoticeKind
  dismiss: () => void
}

/** What views share: session, calls, live channel and storage, wired together once. */
export interface Application {
  /** Every page of the product, in the order of the navigation. */
  pages: readonly PageDefinition[]
  /** Returns the page of a path (without its search); null for an unknown address. */
  matchPage: (path: string) => PageMatch | null
  session: SessionRef
  /** Makes the contract's calls. */
  send: Send
  /** Stores some answers on this device, and returns them when the server cannot be reached. */
  sendKept: Send
  /** Stores answers of read pages, and returns them when the server cannot be reached. */
  sendRead: Send
  /** The session's access token, for requests that `send` cannot make: uploads with progress. */
  token: TokenSource
  live: Live
  connection$: Observable<ConnectionState>
  /** Offers a new version of the application; null while there is none. */
  version$: BehaviorSubject<VersionNotice | null>
  /** A problem with this device's storage; null while there is none. Reported only by pages that open the local log. */
  storage$: BehaviorSubject<StorageNotice | null>
  unsent: Unsent
  /** Settles once the visit's first calls are answered and painted. Background work waits for it. */
  firstAnswers: Promise<void>
}
