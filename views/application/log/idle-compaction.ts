import { compactWhenDue } from '../../../store/log/compaction.ts'
import type { Log } from '../../../store/log/log.ts'
import { whenIdle } from '../when-idle.ts'
import { recall, remember } from '../../ui/browser/remember.ts'

/** How often an open tab checks whether a compaction is due. */
export const CHECK_EVERY_MS = 10 * 60 * 1000

export interface CompactionWorld {
  /** The lock manager; undefined on insecure origins. Tabs may then repeat each other's work, which does no harm. */
  locks: Pick<LockManager, 'request'> | undefined
  /** Settles once the page has loaded what it was opened for. */
  after: Promise<unknown>
  now?: () => number
  idle?: typeof whenIdle
}

/** Compacts the log in idle time when it is large or old, in one tab at a time. */
export const compactOnIdle = (
  log: Log,
  { locks, after, now = Date.now, idle = whenIdle }: CompactionWorld,
): { stop(): void } => {
  const habit = `compacted.${log.db.name}`
  const compact = async () => {
    // Another tab may have compacted it while this one waited.
    if (await compactWhenDue(log, Number(recall(habit)) || 0, now())) remember(habit, String(now()))
  }
  const attempt = () =>
    locks === undefined
      ? compact()
      : locks.request(`compaction ${log.db.name}`, { ifAvailable: true }, (lock) => (lock === null ? null : compact()))
  let callOff = () => {}
  const check = () => {
    callOff()
    callOff = idle(() => {
      Promise.resolve(attempt()).catch((cause: unknown) => log.trouble$.next({ kind: 'failed', cause }))
    })
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  let isOver = false
  const stop = () => {
    isOver = true
    callOff()
    clearInterval(timer)
  }
  const begin = async () => {
    await after
    if (!isOver) check()
  }
  void begin()
  log.stored$.subscribe({ complete: stop })
  return { stop }
}
