import { expect, test } from 'vitest'
import { LaunchMeta } from '../../../views/launches/launch/launch-meta.tsx'
import { ReviewNote } from '../../../views/launches/launch/review-note.tsx'
import { aLaunch } from '../store/support/launches.ts'
import { renderedAs } from '../support/rendered-as.tsx'

test('a launch marks who started and reviewed it as imported, if they have no account', async () => {
  const textOf = async (isImported: boolean) => {
    const user = { id: 1, username: 'emil', ...(isImported && { isImported }) }
    const launch = aLaunch({ startedBy: user, reviewed: true, review: { by: user, at: '2026-01-02T03:04:05.000Z' } })
    const markup = await renderedAs(
      'ENGINEER',
      <>
        <LaunchMeta launch={launch} />
        <ReviewNote launch={launch} />
      </>,
    )
    return markup.replace(/<[^<>]*>/g, '')
  }
  expect(await textOf(true)).toMatch(/Started by emil \(imported\).*Reviewed by emil \(imported\)/)
  expect(await textOf(false)).not.toContain('imported')
})
