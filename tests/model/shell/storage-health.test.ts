import { expect, test } from 'vitest'
import {
  selectNotice,
  storageHealth,
  type StorageHealthEvent,
  type StorageNoticeKind,
} from '../../../machines/shell/storage-health.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'

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
const paths = pathsOf(storageHealth, { input: undefined, events })
const typesOf = (path: (typeof paths)[number]): string[] => path.steps.map(({ event }) => event.type)

test('the paths reach every state and take every transition', () => {
  expect(missedBy(storageHealth, paths)).toEqual([])
})

test('a running machine goes every path', () => {
  for (const path of paths) expect(play(storageHealth, path, undefined)).toEqual([])
})

/** What the reader has to be shown, read off the events alone. */
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

test('on every path the most urgent notice is shown until its cause ends or the reader dismisses it', () => {
  for (const path of paths) {
    const last = path.steps.at(-1)?.state
    expect([path.name, last && selectNotice(last)]).toEqual([path.name, expected(path)])
  }
  expect(new Set(paths.map(expected))).toEqual(new Set([null, 'lost', 'full', 'failed', 'stale']))
})

test('on every path missing updates alone show nothing before the wait is over', () => {
  expect(
    breaches(
      paths.filter((path) => !typesOf(path).some((type) => type.startsWith('xstate.after.'))),
      (state) => selectNotice(state) !== 'stale',
    ),
  ).toEqual([])
})
