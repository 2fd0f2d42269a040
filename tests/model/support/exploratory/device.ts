import { BehaviorSubject, NEVER, Subject } from 'rxjs'
import { SimulatedClock } from 'xstate'
import { closeLog, openLog, type Log } from '../../../../store/log/log.ts'
import { startOutbox, type Outbox } from '../../../../views/application/outbox/outbox.ts'
import type { ModelServer } from './server.ts'
import '../../../unit/store/support/events.ts'

/** The used part of Web Locks. */
class ModelLocks {
  private readonly queues = new Map<string, (() => void)[]>()

  request = (async (name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
    const queue = this.queues.get(name) ?? []
    this.queues.set(name, queue)
    const turn = new Promise<void>((resolve) => queue.push(resolve))
    const [mine] = queue.slice(-1)
    if (queue.length === 1) mine?.()
    const left = new Promise<'left'>((resolve) => signal.addEventListener('abort', () => resolve('left')))
    try {
      if ((await Promise.race([turn, left])) === 'left' || signal.aborted) return
      await hold()
    } finally {
      const isFirst = queue[0] === mine
      if (mine) queue.splice(queue.indexOf(mine), 1)
      if (isFirst) queue[0]?.()
    }
  }) as unknown as LockManager['request']
}

interface Tab {
  log: Log
  outbox: Outbox
  clock: SimulatedClock
  isOnline$: BehaviorSubject<boolean>
  opened$: Subject<void>
}

let devices = 0

/** One browser with two tabs on one log, each with its own outbox, as the product connects them. */
export class Device {
  readonly tabs: [Tab, Tab]
  private readonly locks: ModelLocks | undefined
  private readonly server: ModelServer
  private readonly name = `exploratory-${(devices += 1)}`

  constructor(server: ModelServer, hasLocks: boolean) {
    this.server = server
    this.locks = hasLocks ? new ModelLocks() : undefined
    this.tabs = [this.open(), this.open()]
  }

  private open(isOnline = true): Tab {
    const log = openLog(this.name)
    const clock = new SimulatedClock()
    const isOnline$ = new BehaviorSubject(isOnline)
    const opened$ = new Subject<void>()
    const outbox = startOutbox({
      log,
      server: this.server,
      userId: 1,
      locks: this.locks,
      isOnline$,
      reached$: new Subject(),
      opened$,
      accessChanges$: () => NEVER,
      otherTabs: { message$: NEVER, post: () => undefined },
      clock,
      jitter: () => 1,
    })
    return { log, outbox, clock, isOnline$, opened$ }
  }

  private close({ log, outbox }: Tab): void {
    outbox.stop()
    closeLog(log)
  }

  /** The page closes during any work; then it is opened again. */
  crash(tab: 0 | 1): void {
    const { isOnline$ } = this.tabs[tab]
    this.close(this.tabs[tab])
    this.tabs[tab] = this.open(isOnline$.value)
  }

  /** Until no tab sends; not until everything is sent. */
  async rest(): Promise<void> {
    let quiet = 0
    for (let turn = 0; turn < 2000 && quiet < 12; turn += 1) {
      await new Promise(setImmediate)
      quiet = this.tabs.every(({ outbox }) => outbox.isAtRest()) ? quiet + 1 : 0
    }
    if (quiet < 12) throw new Error('the outbox never comes to rest')
  }

  end(): void {
    for (const tab of this.tabs) this.close(tab)
  }
}
