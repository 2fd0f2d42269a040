import { expect, test } from 'vitest'
import type { PublicLink } from '../../../contract/public/public-links.ts'
import { shareDialog as machine } from '../../../machines/workspace/share-dialog.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const link: PublicLink = {
  id: 1,
  url: 'https://assay.test/public/launch/a1',
  createdBy: { username: 'nadia' },
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  visits: 0,
  lastVisitAt: null,
}
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    { type: 'link/new' },
    { type: 'link/created', created: { link, passcode: 'olive' } },
    { type: 'link/revoke', link },
    { type: 'link/revoked' },
    { type: 'dialog/back' },
  ],
})

test('each state handles the events of its table', () =>
  expectTable(machine, {
    listing: 'link/{new,revoke}',
    creating: 'link/created dialog/back',
    created: 'dialog/back',
    revoking: 'link/revoked dialog/back',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('[PUBLIC-12] on every path the passcode is held while it is shown, and no longer', () =>
  expect(
    breaches(
      paths,
      (s) =>
        s.matches('created') === (s.context.created !== null) && s.matches('revoking') === (s.context.revoked !== null),
    ),
  ).toEqual([]))
