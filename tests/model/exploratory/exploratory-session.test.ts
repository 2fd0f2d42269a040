import { expect, test } from 'vitest'
import {
  exploratorySession,
  type ExploratorySessionEvent,
} from '../../../machines/exploratory/exploratory-session.machine.ts'
import { aSession } from '../../unit/exploratory/support.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(exploratorySession, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(exploratorySession, {
    reading: 'done(read) error(read) session/{changed,refresh}',
    shown: 'always session/{changed,refresh}',
    failed: '',
    gone: '',
  }))

test('the paths reach every state and take every transition', () =>
  expect(missedBy(exploratorySession, paths)).toEqual([]))

test('[ESNV-07] on every path a session that could not be read is given up, and what was read once stays', () => {
  expect(breaches(paths, (s) => !s.matches('failed') || s.context.reading === null)).toEqual([])
  expect(breaches(paths, (s) => !s.matches('shown') || s.context.reading !== null)).toEqual([])
})

test('on every path the displayed session includes every change received since the request', () => {
  expect(
    breaches(paths, (s) => !s.matches('shown') || s.context.announced <= (s.context.reading?.session.revision ?? 0)),
  ).toEqual([])
})

test('on no path does what is shown go back', () => {
  const revisions = paths.map(({ steps }) => steps.map(({ state }) => state.context.reading?.session.revision ?? 0))
  expect(revisions.filter((all) => all.some((revision, i) => revision < (all[i - 1] ?? 0)))).toEqual([])
})

test('a running machine goes every path', () => {
  expect(paths.flatMap((path) => play(exploratorySession, path, undefined))).toEqual([])
})
