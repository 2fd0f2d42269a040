import { expect, test } from 'vitest'
import {
  reportingGuide,
  type GuideToken,
  type GuideValues,
  type ReportingGuideEvent,
} from '../../../machines/launches/reporting-guide.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

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
const paths = describeMachine(reportingGuide, {
  input: reader,
  events,
  // A guest.
  walks: [
    {},
    { input: { canReport: false, values: {} }, events: events.filter(({ type }) => type === 'token/create') },
  ],
  table: {
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
  },
  ignored: {
    'launch.awaited.looking': { events: 'setup/retry', because: 'a retry is offered only after a failure' },
    'launch.awaited.waiting': { events: 'setup/retry', because: 'a retry is offered only after a failure' },
    'launch.arrived': {
      events: 'launches/missed launch/reported setup/retry',
      because: 'the first launch has arrived already',
    },
    'token.creating': { events: 'token/create', because: 'the button shows progress until the answer' },
    'token.held.renewing': { events: 'token/create', because: 'the button shows progress until the answer' },
  },
  invariants: {
    'holds a token for an hour, and no longer': (s) => (s.context.token !== null) === s.matches({ token: 'held' }),
    'has a launch exactly while it has arrived': (s) =>
      (s.context.launch !== null) === s.matches({ launch: 'arrived' }),
    'requests no token for users who may not report': (s) => s.context.canReport || s.matches({ token: 'absent' }),
  },
})

test('reports an arrived launch until there is a new token', () => {
  const wrong = paths.filter(({ steps }) => {
    const [before, last] = steps.slice(-2)
    const isNewToken = /^xstate\.done\.actor\.(createToken|renewToken)$/.test(last?.event.type ?? '')
    const launchAfter = last?.state.context.launch
    return launchAfter !== (isNewToken ? null : (before?.state.context.launch ?? launchAfter))
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

const samples = samplesOf(paths)

test('emits each changed value and each rejected token', () => {
  for (const path of samples.filter(({ steps }) => steps[0]?.state.context.canReport)) {
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
