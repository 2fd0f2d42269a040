import { expect, test } from 'vitest'
import { FEATURES } from '../../../contract/access.ts'
import type { Observation } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { NO_FILTER } from '../../../views/exploratory/observations/filters.ts'
import { ObservationsToolbar } from '../../../views/exploratory/observations/toolbar.tsx'
import { SessionActions, SessionStatus } from '../../../views/exploratory/session/session-head.tsx'
import { SessionSummary } from '../../../views/exploratory/session/session-summary.tsx'
import { renderedAs } from '../support/rendered-as.tsx'

const user = { id: 1, username: 'emil', name: 'Emil Bauer', email: 'emil@larkspur.test', photoUrl: null }
const session = {
  id: '00000000-0000-4000-8000-000000000000',
  title: 'Refunds',
  description: 'Look at **amounts**',
  assignee: user,
  createdBy: { ...user, id: 2, name: 'Rita Sand' },
  createdAt: '2026-11-18T10:00:00.000Z',
  closed: false,
  environment: { id: 1, name: 'Staging', key: 'staging', deleted: false },
  milestone: { id: 3, name: '2.41 Autumn' },
  configurations: [{ groupId: 1, groupName: 'Browsers', optionId: 2, optionName: 'Firefox' }],
  requirements: [],
  types: [],
  observations: 0,
  elapsedTimeInMillis: 0,
} as unknown as ExploratorySession
const observation = {
  issueId: 'SHOP-7',
  issueType: 'JIRA',
  improvementId: 'https://example.com/wish',
  improvementType: 'OTHER',
  type: { id: 1, name: 'Bug', colorHex: '#cc0000' },
  createdBy: user,
  createdAt: '2026-11-18T10:00:00.000Z',
  clockMillis: null,
  elapsedTimeInMillis: 0,
} as unknown as Observation

const label = (words: string) => ({ key: words, words, title: words })
const summaryOf = (requirements: readonly string[]) =>
  renderedAs(
    'GUEST',
    <SessionSummary session={session} observations={[observation]} requirements={requirements.map(label)} />,
  )

test('[ESVW-11] [ESVW-12] [ESVW-13] [ESVW-14] [ESVW-15] the summary shows who, for which milestone, where and why', async () => {
  const text = (await summaryOf(['PRD-91'])).replace(/<[^<>]*>/g, ' ')
  expect(text).toMatch(/Assignee.*Emil Bauer.*Creator.*Rita Sand.*Milestone.*2\.41 Autumn.*Browsers: Firefox.*PRD-91/s)
})

test('[ESVW-16] [ESVW-17] [ESVW-18] the summary shows the description, and the issues and improvements of observations', async () => {
  const markup = await summaryOf([])
  expect(markup).toContain('<strong>amounts</strong>')
  expect(markup).toContain('SHOP-7')
  expect(markup).toContain('href="https://example.com/wish"')
})

test('[ESVW-22] five labels of a kind become a button', async () => {
  const names = ['PRD-1', 'PRD-2', 'PRD-3', 'PRD-4', 'PRD-5']
  const markup = await summaryOf(names)
  expect(markup).toContain('<button')
  expect(markup).toContain('requirements')
  expect(markup).not.toContain('PRD-5')
  expect(await summaryOf(names.slice(1))).toContain('PRD-5')
})

const actionsOf = (role: 'ENGINEER' | 'GUEST', closed: boolean) =>
  renderedAs(
    role,
    <>
      <SessionStatus session={{ ...session, closed }} isRecordedHere={false} />
      <SessionActions session={{ ...session, closed }} hasComposer={false} onAsk={() => undefined} />
    </>,
  )

test('[ESVW-02] [ESVW-03] [ESVW-05] [ESVW-06] an open session can be closed, a closed one is marked, and guests only read', async () => {
  const open = await actionsOf('ENGINEER', false)
  for (const part of ['staging', '>Close<', 'aria-label="Actions"']) expect(open).toContain(part)
  const closed = await actionsOf('ENGINEER', true)
  expect(closed).toContain('>Closed<')
  expect(closed).not.toContain('>Close<')
  const guest = await actionsOf('GUEST', false)
  expect(guest).toContain('Report')
  expect(guest).not.toContain('<button')
})

test('[OBSF-11] issues and improvements filter observations only where defects are linked', async () => {
  const filter = { ...NO_FILTER, types: ['1'], issues: ['SHOP-12'], improvements: ['https://example.com/wish'] }
  const toolbar = <ObservationsToolbar observations={[observation]} filter={filter} onChange={() => undefined} />
  expect(await renderedAs('GUEST', toolbar)).toMatch(/Type is.*Issue is.*Improvement is/s)
  const without = await renderedAs(
    'GUEST',
    toolbar,
    FEATURES.filter((feature) => feature !== 'defects-linking'),
  )
  expect(without).toContain('Type is')
  expect(without).not.toMatch(/(Issue|Improvement) is/)
})
