import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { PublicLink } from '../../../contract/public/public-links.ts'
import { shareDialog as machine } from '../../../machines/workspace/share-dialog.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const link: PublicLink = {
  id: 1,
  url: 'https://assay.test/public/launch/a1',
  createdBy: { username: 'nadia' },
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  visits: 0,
  lastVisitAt: null,
}
const paths = describeMachine(machine, {
  input: undefined,
  events: [
    { type: 'link/new' },
    { type: 'link/created', created: { link, passcode: 'olive' } },
    { type: 'link/revoke', link },
    { type: 'link/revoked' },
    { type: 'dialog/back' },
  ],
  table: {
    listing: 'link/{created,new,revoke}',
    creating: 'dialog/back link/created',
    created: 'dialog/back link/created',
    revoking: 'dialog/back link/{created,revoked}',
  },
  ignored: {
    listing: {
      events: 'link/revoked dialog/back',
      because: 'the list is shown, and a closed confirmation no longer reports its answer',
    },
    creating: { events: 'link/new link/revoke link/revoked', because: 'the form takes the place of the list' },
    created: { events: 'link/new link/revoke link/revoked', because: 'the passcode takes the place of the list' },
    revoking: { events: 'link/new link/revoke', because: 'the confirmation takes the place of the list' },
  },
  invariants: {
    '[PUBLIC-12] has the passcode exactly while it is shown': (s) =>
      s.matches('created') === (s.context.created !== null) && s.matches('revoking') === (s.context.revoked !== null),
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('[PUBLIC-12] shows the passcode of a link whose form was closed before the answer', () => {
  const dialog = createActor(machine).start()
  dialog.send({ type: 'link/new' })
  dialog.send({ type: 'dialog/back' })
  dialog.send({ type: 'link/created', created: { link, passcode: 'olive' } })
  expect(dialog.getSnapshot().context.created?.passcode).toBe('olive')
  dialog.send({ type: 'link/created', created: { link: { ...link, id: 2 }, passcode: 'fig' } })
  expect(dialog.getSnapshot().context.created?.passcode).toBe('olive')
})
