import { hash } from 'node:crypto'
import { TRACKER_KEYS, type TrackerKey } from '../../contract/launches/issues.ts'
import type { FieldValues } from '../../contract/workspace/integration-kinds.ts'
import type { Db } from '../db/open.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { connectionOf } from '../integrations/integrations.ts'
import { gitHubTracker } from './github.ts'
import { gitLabTracker } from './gitlab.ts'
import { jiraTracker } from './jira.ts'
import type { Tracker } from './tracker.ts'

export interface TrackerParts {
  db: Db
  secrets: Secrets
  outgoing: Outgoing
}

export interface ConnectedTracker {
  tracker: Tracker
  /** Identifies URL and account: data read with one is not shown for another. */
  identity: string
}

/** Limit of the time that a request waits for trackers, over all its calls. */
const TRACKER_MS = 20_000

const OPEN: Record<TrackerKey, (values: FieldValues, parts: { outgoing: Outgoing; signal: AbortSignal }) => Tracker> = {
  jira: jiraTracker,
  github: gitHubTracker,
  gitlab: gitLabTracker,
}

/** Resolves with the trackers of enabled integrations, Jira first. */
export const connectedTrackers = async ({ db, secrets, outgoing }: TrackerParts): Promise<ConnectedTracker[]> => {
  const values = await Promise.all(TRACKER_KEYS.map((key) => connectionOf(db, secrets, key)))
  const signal = AbortSignal.timeout(TRACKER_MS)
  return TRACKER_KEYS.flatMap((key, i) => {
    const of = values[i]
    if (of == null) return []
    return [{ tracker: OPEN[key](of, { outgoing, signal }), identity: hash('sha256', `${key} ${JSON.stringify(of)}`) }]
  })
}
