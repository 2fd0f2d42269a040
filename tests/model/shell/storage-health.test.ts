import { expect, test } from 'vitest'
import {
  selectNotice,
  storageHealth,
  type StorageHealthEvent,
  type StorageNoticeKind,
} from '../../../machines/shell/storage-health.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { breaches, play, toursThrough } from '../support/paths.ts'

const events = [
  { type: 'disk/full' },
  { type: 'disk/failed' },
  { type: 'disk/written' },
  { type: 'record/lost' },
  { type: 'data/behind' },
  { type: 'data/current' },
  { type: 'notice/dismiss', kind: 'full' },
  { type: 'notice/dismiss', kind: 'failed' },
  { type: 'notice/dismiss', kind: 'lost' },
  { type: 'notice/dismiss', kind: 'stale' },
  { type: 'xstate.after.patience.storageHealth.data.repairing' },
] as unknown as StorageHealthEvent[]
const paths = describeMachine(storageHealth, {
  input: undefined,
  events,
  table: {
    'disk.fine': 'disk/{failed,full}',
    'disk.full': 'disk/written notice/dismiss',
    'disk.fullDismissed': 'disk/written',
    'disk.failed': 'disk/{full,written} notice/dismiss',
    'disk.failedDismissed': 'disk/{full,written}',
    'records.whole': 'record/lost',
    'records.lost': 'notice/dismiss',
    'data.current': 'data/behind',
    'data.repairing': 'after(patience) data/current',
    'data.stale': 'data/current',
  },
  ignored: {
    'disk.fine': { events: 'disk/written', because: 'nothing failed' },
    'disk.full': { events: 'disk/full disk/failed', because: 'the most urgent notice of the disk is shown' },
    'disk.fullDismissed': {
      events: 'disk/full disk/failed',
      because: 'the most urgent notice of the disk was dismissed',
    },
    'disk.failed': { events: 'disk/failed', because: 'the notice is shown already' },
    'disk.failedDismissed': { events: 'disk/failed', because: 'the notice was dismissed' },
    'records.whole': { events: 'notice/dismiss', because: 'no notice is shown that can be dismissed' },
    'records.lost': { events: 'record/lost', because: 'the notice is shown already' },
    'data.current': { events: 'data/current', because: 'no updates are missing' },
    'data.repairing': { events: 'data/behind', because: 'the missing updates are waited for already' },
    'data.stale': { events: 'data/behind', because: 'the missing updates are reported already' },
  },
})

test('emits nothing on its tours', () => {
  for (const path of toursThrough(paths)) expect(play(storageHealth, path, undefined)).toEqual([])
})

/** What must be shown, derived from the events only. */
const expected = (path: (typeof paths)[number]): StorageNoticeKind | null => {
  const active = new Set<StorageNoticeKind>()
  let disk: 'full' | 'failed' | null = null
  let isBehind = false
  for (const event of path.steps.map((step) => step.event as { type: string; kind?: StorageNoticeKind })) {
    if (event.type === 'disk/full' && disk !== 'full') {
      active.delete('failed')
      active.add((disk = 'full'))
    }
    if (event.type === 'disk/failed' && disk === null) active.add((disk = 'failed'))
    if (event.type === 'disk/written') {
      active.delete('full')
      active.delete('failed')
      disk = null
    }
    if (event.type === 'record/lost') active.add('lost')
    if (event.type === 'data/behind') isBehind = true
    if (event.type === 'data/current') {
      isBehind = false
      active.delete('stale')
    }
    if (event.type.startsWith('xstate.after.') && isBehind) active.add('stale')
    if (event.type === 'notice/dismiss' && event.kind !== undefined && event.kind !== 'stale') active.delete(event.kind)
  }
  return (['lost', 'full', 'failed', 'stale'] as const).find((kind) => active.has(kind)) ?? null
}

test('shows the most urgent notice until its cause ends or the user dismisses it', () => {
  for (const path of paths) {
    const last = path.steps.at(-1)?.state
    expect([path.name, last && selectNotice(last)]).toEqual([path.name, expected(path)])
  }
  expect(new Set(paths.map(expected))).toEqual(new Set([null, 'lost', 'full', 'failed', 'stale']))
})

test('shows no missing updates before the wait is over', () => {
  const early = paths.filter(({ steps }) => steps.every(({ event: { type } }) => !type.startsWith('xstate.after.')))
  expect(breaches(early, (state) => selectNotice(state) !== 'stale')).toEqual([])
})
