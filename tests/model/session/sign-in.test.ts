import { expect, test } from 'vitest'
import { faceOf, signInMachine, type SignInEvent } from '../../../machines/session/sign-in.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const input = undefined
const DIRECTORY = { id: 1, name: 'Larkspur directory' }
const events = [
  { type: 'signIn/opened' },
  { type: 'xstate.done.actor.restore', output: undefined },
  { type: 'xstate.error.actor.restore', error: 'unreachable' },
  {
    type: 'xstate.done.actor.welcome',
    output: {
      isEmpty: false,
      workspaceName: 'Larkspur',
      workspaceLogoUrl: null,
      hasPasskeys: true,
      identityProviders: [DIRECTORY],
    },
  },
  {
    type: 'xstate.done.actor.welcome',
    output: { isEmpty: true, workspaceName: null, workspaceLogoUrl: null, hasPasskeys: false, identityProviders: [] },
  },
  { type: 'xstate.error.actor.welcome', error: 'unreachable' },
] as SignInEvent[]
const paths = describeMachine(signInMachine, {
  input,
  events,
  table: {
    'visit.session.restoring': 'done(restore) error(restore) signIn/opened',
    'visit.session.over': 'signIn/opened',
    'visit.server.asking': 'done(welcome) error(welcome) signIn/opened',
    'visit.server.named': 'signIn/opened',
    'visit.server.nameless': 'signIn/opened',
    'visit.server.empty': 'signIn/opened',
    opened: '',
  },
  invariants: {
    'keeps a known name': (s, before) => !before?.context.workspaceName || s.context.workspaceName === 'Larkspur',
    'offers only known identity providers': ({ context }, before) => {
      const isNamed = context.workspaceName !== null
      const saved = before === undefined || before.context.identityProviders.length <= context.identityProviders.length
      return saved && context.identityProviders.length === (isNamed ? 1 : 0)
    },
  },
})

const answers = (steps: (typeof paths)[number]['steps'], actor: string) =>
  steps.filter(({ event }) => event.type.endsWith(`.actor.${actor}`)).map(({ event }) => event as { output?: unknown })

test('shows nothing until the last session is over, and then the form, whatever the server answers', () => {
  const requested = (steps: (typeof paths)[number]['steps']) => {
    if (steps.at(-1)?.state.matches('opened') || answers(steps, 'restore').length === 0) return 'nothing'
    const [welcome] = answers(steps, 'welcome') as { output?: { isEmpty: boolean } }[]
    return welcome?.output?.isEmpty === true ? 'set-up' : 'form'
  }
  const shown = paths.map(({ name, steps }) => [name, ...steps.slice(-1).map(({ state }) => faceOf(state))])
  expect(shown).toEqual(paths.map(({ name, steps }) => [name, requested(steps)]))
})

test('emits nothing on its tours', () => {
  expect(toursThrough(paths).flatMap((path) => play(signInMachine, path, input))).toEqual([])
})
