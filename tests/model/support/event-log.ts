import { catchError, filter, firstValueFrom, ReplaySubject, tap, timeout, type Subscription } from 'rxjs'
import { closeLog, type Log } from '../../../store/log/log.ts'
import { project$, type Projected } from '../../../store/projections/project.ts'
import { aLog, source, type Notes } from '../../unit/store/support/events.ts'

/** Only ends a run that never gets there: a slow machine takes ten times as long as a fast one. */
const PATIENCE_MS = 20_000

export type Key = 'a' | 'b'
type Shown = Projected<Notes>

/** Records by number, each with the number of the one before it: those in between were left out. */
export type Held = Map<number, number>

/** The expected log: which numbers are where. A number always has the same event, so that order, loss and duplication are visible. */
export type LogModel = {
  disk: Held
  /** Per tab: records without space on the disk. */
  memory: [Held, Held]
  snapshots: Map<Key, number>
  /** Damaged records by number and kind of damage: the same damage is recorded once. */
  setAside: Map<string, number>
  /** Position of the first tab's projection. */
  screen: number
  /** The snapshot of `a` that the projection falls back to. */
  mark: number
}

export const anEmptyModel = (): LogModel => ({
  disk: new Map(),
  memory: [new Map(), new Map()],
  snapshots: new Map(),
  setAside: new Map(),
  screen: 0,
  mark: 0,
})

export const heldBy = (model: LogModel, tab: number): Held => {
  const held = new Map(model.disk)
  for (const [n, previous] of model.memory[tab] ?? []) held.set(n, Math.min(previous, held.get(n) ?? previous))
  return held
}

export const unbrokenIn = (held: Held, from: number): number => {
  const next = [...held].find(([n, previous]) => n > from && previous <= from)
  return next === undefined ? from : unbrokenIn(held, next[0])
}

export const newestSnapshot = (model: LogModel) => Math.max(0, ...model.snapshots.values())

export const compacted = (model: LogModel) => {
  const floor = Math.min(...model.snapshots.values())
  if (model.snapshots.size > 0) for (const n of model.disk.keys()) if (n <= floor) model.disk.delete(n)
}

/** Two tabs on one database, the first with a projection on screen. */
export class RealLog {
  readonly tabs: [Log, Log]
  private shown = new ReplaySubject<Shown>(1)
  private subscription: Subscription

  constructor() {
    const first = aLog()
    this.tabs = [first, aLog(first.db.name)]
    this.subscription = this.watch()
  }

  /** The page closes and loses its memory; then it is opened again. */
  reopen(tab: 0 | 1): void {
    if (tab === 0) this.subscription.unsubscribe()
    closeLog(this.tabs[tab])
    this.tabs[tab] = aLog(this.tabs[tab].db.name)
    if (tab === 0) this.subscription = this.watch()
  }

  /** Resolves when the projection has this state. Gives up after a while, so that a run that never gets there can be shrunk. */
  screenShows(sequence: number, isStale: boolean, mark: number): Promise<Shown> {
    let last: Shown | null = null
    return firstValueFrom(
      this.shown.pipe(
        tap((shown) => (last = shown)),
        filter((s) => s.sequence === sequence && s.isStale === isStale && s.state.mark === mark),
        timeout({ first: PATIENCE_MS }),
        catchError((cause: unknown) => {
          throw new Error(`waited for ${sequence}, stale ${isStale}, mark ${mark}; shown: ${JSON.stringify(last)}`, {
            cause,
          })
        }),
      ),
    )
  }

  end(): void {
    this.subscription.unsubscribe()
    for (const log of this.tabs) closeLog(log)
  }

  private watch(): Subscription {
    this.shown = new ReplaySubject<Shown>(1)
    return project$(source(this.tabs[0], 'a')).subscribe(this.shown)
  }
}
