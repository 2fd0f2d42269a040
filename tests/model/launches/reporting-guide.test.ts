import { expect, test } from 'vitest'
import {
  reportingGuide,
  type GuideToken,
  type GuideValues,
  type ReportingGuideEvent,
} from '../../../machines/launches/reporting-guide.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const launch = { id: 7, number: 3, name: 'Demo Launch' }
const nothingYet = { tokenExpiresAt: null, firstLaunch: null, callerAddress: '10.0.0.7' }
const token: GuideToken = { value: 'assay_secret', expiresAt: '2026-11-25T05:00:00.000Z' }
const renewed: GuideToken = { value: 'assay_renewed', expiresAt: '2026-11-25T05:30:00.000Z' }
const values: Partial<GuideValues> = { launchName: 'Nightly' }

const events = [
  { type: 'values/change', values },
  { type: 'token/create' },
  { type: 'launches/missed' },
  { type: 'launch/reported', launch },
  { type: 'setup/retry' },
  { type: 'xstate.done.actor.readSetup', output: nothingYet },
  { type: 'xstate.done.actor.readSetup', output: { ...nothingYet, firstLaunch: launch } },
  { type: 'xstate.error.actor.readSetup', error: 'unreachable' },
  { type: 'xstate.done.actor.createToken', output: token },
  { type: 'xstate.error.actor.createToken', error: 'refused' },
  { type: 'xstate.done.actor.renewToken', output: renewed },
  { type: 'xstate.error.actor.renewToken', error: 'refused' },
  { type: 'xstate.after.tokenLifetime.reportingGuide.token.held' },
] as ReportingGuideEvent[]

const reader = { canReport: true, values: {} }
const guest = { canReport: false, values: {} }
const paths = pathsOf(reportingGuide, { input: reader, events })
const guestPaths = pathsOf(reportingGuide, { input: guest, events })

test('each state handles the events of its table', () =>
  expectTable(reportingGuide, {
    'token.absent': 'values/change token/create',
    'token.creating': 'values/change done(createToken) error(createToken)',
    'token.held.shown': 'values/change token/create after(tokenLifetime)',
    'token.held.renewing': 'values/change done(renewToken) error(renewToken) after(tokenLifetime)',
    'token.expired': 'values/change token/create',
    'launch.awaited.looking':
      'values/change token/created launch/reported launches/missed done(readSetup) error(readSetup)',
    'launch.awaited.waiting': 'values/change token/created launch/reported launches/missed',
    'launch.awaited.failed': 'values/change token/created launch/reported launches/missed setup/retry',
    'launch.arrived': 'values/change token/created',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(reportingGuide, paths)).toEqual([]))

test('on every path a token is held until its hour is over, and no longer', () => {
  expect(breaches(paths, (s) => (s.context.token !== null) === s.matches({ token: 'held' }))).toEqual([])
})

test('on every path a launch that has arrived is reported, and stays until there is a new token', () => {
  expect(breaches(paths, (s) => (s.context.launch !== null) === s.matches({ launch: 'arrived' }))).toEqual([])
  for (const { name, steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      const before = steps[i - 1]?.state.context.launch ?? null
      const isNewToken = /^xstate\.done\.actor\.(createToken|renewToken)$/.test(event.type)
      const expected = isNewToken ? null : (before ?? state.context.launch)
      expect([name, state.context.launch]).toEqual([name, expected])
    }
})

test('who may not report asks for no token', () => {
  expect(breaches(guestPaths, (s) => s.matches({ token: 'absent' }))).toEqual([])
})

test('a running machine emits each change of a value and each refused token', () => {
  for (const path of paths) {
    const expected = path.steps.flatMap(({ event }, i): unknown[] => {
      if (i === 0) return []
      const type: string = event.type
      if (type === 'values/change') return [{ type: 'values/changed', values }]
      if (/^xstate\.error\.actor\.(createToken|renewToken)$/.test(type))
        return [{ type: 'token/refused', error: 'refused' }]
      return []
    })
    expect([path.name, play(reportingGuide, path, reader)]).toEqual([path.name, expected])
  }
})
