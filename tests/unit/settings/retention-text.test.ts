import { expect, test } from 'vitest'
import { unreachedText } from '../../../views/settings/retention/retention-text.ts'

test('a limit of size that cannot be reached is explained with what remains, and why', () => {
  expect(
    unreachedText({ part: 'logs', maxBytes: 4e9, bytes: 5e9, reasons: ['inProgress', 'pinned', 'milestone'] }),
  ).toBe(
    'Logs will still take 5.0 GB, more than their limit of 4.0 GB, because launches in progress, pinned launches, and launches of milestones stay',
  )
  expect(unreachedText({ part: 'media', maxBytes: 1e6, bytes: 2e6, reasons: [] })).toBe(
    'Media of exploratory sessions will still take 2.0 MB, more than their limit of 1.0 MB, because media of open sessions stay',
  )
})
