import type { Needs } from './batch.ts'

const SHARED_MS = 5_000

/** Remembers for some seconds the launches that another process wrote concurrently: their cached rows are not used. */
export const createShared = (now: () => number = Date.now) => {
  const until = new Map<number, number>()
  const launchesOf = (needs: readonly Needs[]) => needs.flatMap(({ launches }) => launches ?? [])
  return {
    add: (needs: readonly Needs[]): void => {
      for (const [id, end] of until) if (end <= now()) until.delete(id)
      for (const id of launchesOf(needs)) until.set(id, now() + SHARED_MS)
    },
    includes: (needs: readonly Needs[]): boolean =>
      until.size > 0 && launchesOf(needs).some((id) => (until.get(id) ?? 0) > now()),
  }
}
