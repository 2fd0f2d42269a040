import { combineLatest, distinctUntilChanged, map } from 'rxjs'
import { createActor } from 'xstate'
import { selectNotice, storageHealth, type StorageHealthEvent } from '../../../machines/shell/storage-health.machine.ts'
import type { Damage, Log } from '../../../store/log/log.ts'
import { isObject } from '../../../store/log/record.ts'
import { isFull } from '../../../store/log/room.ts'
import type { Application } from '../application.ts'

/** Reports problems of an open log to the shell. */
export const watchStorage = (
  log: Log,
  { connection$, storage$ }: Pick<Application, 'connection$' | 'storage$'>,
  clock?: NonNullable<Parameters<typeof createActor>[1]>['clock'],
): void => {
  const health = createActor(storageHealth, clock ? { clock } : {})
  const send = (event: StorageHealthEvent) => health.send(event)
  let shown: ReturnType<typeof selectNotice> = null
  health.subscribe((snapshot) => {
    const kind = selectNotice(snapshot)
    if (kind === shown) return
    shown = kind
    storage$.next(kind && { kind, dismiss: () => send({ type: 'notice/dismiss', kind }) })
  })
  health.start()
  log.trouble$.subscribe(({ kind, cause }) => {
    console.warn('The local log cannot be read or written', cause)
    send({ type: kind === 'full' || isFull(cause) ? 'disk/full' : 'disk/failed' })
  })
  log.stored$.subscribe(() => send({ type: 'disk/written' }))
  log.damage$.subscribe((damage) => {
    console.warn(`A damaged record was set aside: ${damage.reason}`)
    if (isLost(damage)) send({ type: 'record/lost' })
  })
  // Offline, every projection is stale, and the connection banner is shown already.
  const isBehind$ = combineLatest([log.behind, connection$]).pipe(
    map(([readers, connection]) => readers.size > 0 && connection === 'online'),
    distinctUntilChanged(),
  )
  const lag = isBehind$.subscribe((isBehind) => send({ type: isBehind ? 'data/behind' : 'data/current' }))
  log.stored$.subscribe({
    complete: () => {
      lag.unsubscribe()
      health.stop()
      storage$.next(null)
    },
  })
}

/** Returns whether the record exists nowhere else: records from the server can be fetched again. */
const isLost = ({ record }: Damage): boolean => isObject(record) && record['origin'] !== 'server'
