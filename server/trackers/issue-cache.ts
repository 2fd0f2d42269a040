import type { TrackedIssue } from '../../contract/launches/issues.ts'
import type { ConnectedTracker } from './connected.ts'
import { TrackerFailure } from './tracker.ts'

export interface CachedIssue {
  issue: TrackedIssue | null
  problem: string | null
}

interface Entry extends CachedIssue {
  at: number
}

const MAX_ENTRIES = 5000
const FRESH_MS = 60_000
/** Cache lifetime of failed reads. */
const FAILED_FRESH_MS = 20_000
/** Cache lifetime for requests that refresh. */
const REFRESH_MS = 3_000
/** Maximum of the delay that a tracker requests. */
const MAX_REST_MS = 5 * 60_000

export interface IssueCache {
  /** Resolves with the cached or loaded issue of each key. A tracker that fails or rate-limits yields a `problem` and never rejects. */
  read(connected: ConnectedTracker, keys: readonly string[], isRefresh: boolean): Promise<Map<string, CachedIssue>>
}

/** Caches issues briefly for all users. Concurrent reads of an issue share one request; the least recently used entries are evicted. */
export const createIssueCache = (now: () => number = Date.now): IssueCache => {
  const entries = new Map<string, Entry>()
  const underWay = new Map<string, Promise<Map<string, CachedIssue>>>()
  /** Trackers that responded 429, and until when they are not called. */
  const resting = new Map<string, { until: number; problem: string }>()

  const keep = (name: string, entry: CachedIssue) => {
    entries.delete(name)
    entries.set(name, { ...entry, at: now() })
    for (const oldest of entries.keys()) {
      if (entries.size <= MAX_ENTRIES) break
      entries.delete(oldest)
    }
  }
  const isFresh = ({ at, issue }: Entry, isRefresh: boolean): boolean =>
    now() - at < (isRefresh ? REFRESH_MS : issue === null ? FAILED_FRESH_MS : FRESH_MS)

  const load = async ({ tracker, identity }: ConnectedTracker, keys: readonly string[]) => {
    const rest = resting.get(identity)
    const answers = new Map<string, CachedIssue>()
    if (rest !== undefined && rest.until > now()) {
      // Serves the expired issue meanwhile.
      for (const key of keys)
        answers.set(key, { issue: entries.get(`${identity} ${key}`)?.issue ?? null, problem: rest.problem })
      return answers
    }
    resting.delete(identity)
    try {
      const found = await tracker.issues(keys)
      for (const key of keys) {
        const issue = found.get(key) ?? null
        answers.set(key, { issue, problem: issue === null ? `${tracker.name} has no issue ${key}, or hides it` : null })
      }
    } catch (error) {
      if (!(error instanceof TrackerFailure)) throw error
      if (error.kind === 'busy')
        resting.set(identity, { until: now() + Math.min(error.retryMs, MAX_REST_MS), problem: error.message })
      for (const key of keys)
        answers.set(key, { issue: entries.get(`${identity} ${key}`)?.issue ?? null, problem: error.message })
    }
    for (const [key, answer] of answers) keep(`${identity} ${key}`, answer)
    return answers
  }

  return {
    async read(connected, keys, isRefresh) {
      const nameOf = (key: string) => `${connected.identity} ${key}`
      const known = new Map<string, CachedIssue>()
      const missing: string[] = []
      const waiting = new Set<Promise<Map<string, CachedIssue>>>()
      for (const key of new Set(keys)) {
        const entry = entries.get(nameOf(key))
        const flight = underWay.get(nameOf(key))
        if (entry !== undefined && isFresh(entry, isRefresh)) {
          known.set(key, entry)
          entries.delete(nameOf(key))
          entries.set(nameOf(key), entry)
        } else if (flight !== undefined) waiting.add(flight)
        else missing.push(key)
      }
      if (missing.length > 0) {
        const flight = load(connected, missing).finally(() => missing.forEach((key) => underWay.delete(nameOf(key))))
        for (const key of missing) underWay.set(nameOf(key), flight)
        waiting.add(flight)
      }
      for (const answers of await Promise.all(waiting))
        for (const [key, answer] of answers) if (keys.includes(key)) known.set(key, answer)
      return known
    },
  }
}
