import { expect, test } from 'vitest'
import {
  exploratorySession,
  type ExploratorySessionEvent,
} from '../../../machines/exploratory/exploratory-session.machine.ts'
import { aSession } from '../../unit/exploratory/support.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const reading = (revision: number) => ({ session: aSession({ revision }), observations: [] })
const events = [
  { type: 'session/changed', revision: 1, isDeleted: false },
  { type: 'session/changed', revision: 2, isDeleted: false },
  { type: 'session/changed', revision: 3, isDeleted: true },
  { type: 'session/refresh' },
  { type: 'xstate.done.actor.read', output: reading(1) },
  { type: 'xstate.done.actor.read', output: reading(2) },
  { type: 'xstate.error.actor.read', error: 'unreachable' },
] as ExploratorySessionEvent[]
const paths = describeMachine(exploratorySession, {
  input: undefined,
  events,
  table: {
    reading: 'done(read) error(read) session/{changed,refresh}',
    shown: 'always session/{changed,refresh}',
    failed: '',
    gone: '',
  },
  invariants: {
    '[ESNV-07] fails only before anything was read': (s) => !s.matches('failed') || s.context.reading === null,
    '[ESNV-07] shows a session only once it was read': (s) => !s.matches('shown') || s.context.reading !== null,
    'shows every change received since the request': (s) =>
      !s.matches('shown') || s.context.announced <= (s.context.reading?.session.revision ?? 0),
  },
})

test('never shows an older revision', () => {
  const revisions = paths.map(({ steps }) => steps.map(({ state }) => state.context.reading?.session.revision ?? 0))
  expect(revisions.filter((all) => all.some((revision, i) => revision < (all[i - 1] ?? 0)))).toEqual([])
})

test('emits nothing on its tours', () => {
  expect(toursThrough(paths).flatMap((path) => play(exploratorySession, path, undefined))).toEqual([])
})
