import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createObservation } from '../../../contract/exploratory/observations.ts'
import {
  closeExploratorySession,
  createExploratorySession,
  listProjectUsers,
} from '../../../contract/exploratory/sessions.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { getObservationTypes } from '../../../contract/settings/observation-types.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { OBSERVATION_TYPES, entryListPage } from '../pages/entry-list.ts'
import { membersPage } from '../pages/members.ts'
import { configurationsPage } from '../pages/settings-configurations.ts'
import { environmentsPage } from '../pages/settings-environments.ts'
import { milestonesPage } from '../pages/settings-milestones.ts'
import { observationsOf } from '../pages/observations.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'

test.describe.configure({ mode: 'serial' })

const { members } = TEAM
test.use({ environment: unattended, people: TEAM })
const as = (username: (typeof members)[number]['username']) => ({ username, password: MEMBERS_PASSWORD })

const minutes = (count: number) => count * 60_000
interface Written {
  by?: 'emil' | 'rita'
  type?: number
  [field: string]: unknown
}

/** A session of a milestone with what was seen in it. */
const aSession = async (
  assay: { url: string },
  { observations, ...values }: { title: string; observations: readonly Written[]; [field: string]: unknown },
) => {
  const calls = { emil: await callsAs(assay, 'emil'), rita: await callsAs(assay, 'rita') }
  const { items: types } = await calls.emil<{ items: { id: number; name: string }[] }>(getObservationTypes)
  const { data } = await calls.emil<{ data: { id: string } }>(createExploratorySession, {}, values)
  for (const { by = 'emil', type = 0, ...rest } of observations)
    await calls[by](createObservation, { exploratorySessionId: data.id }, { typeId: types[type]?.id, ...rest })
  return { id: data.id, types, call: calls.emil }
}

const aMilestone = async (page: Page, name: string): Promise<number> => {
  const { authToken } = await signInDirectly(page)
  const path = createMilestone.path.replace(':projectKey', 'SHOP')
  const data = { name, description: '', startDate: null, dueDate: null }
  const answer = await page.request.post(path, { headers: { authorization: `Bearer ${authToken}` }, data })
  return ((await answer.json()) as { id: number }).id
}

const VOUCHERS = {
  title: 'Vouchers',
  observations: [
    { description: 'A voucher is taken twice', issueId: 'SHOP-7', issueType: 'JIRA' },
    { description: 'Shown without a currency', type: 1, improvementId: 'SHOP-8', improvementType: 'JIRA' },
    { description: 'The field is never empty', by: 'rita', type: 1 },
    { description: '# Voucher twice\n- put one in\n- put it in again', type: 1 },
  ],
} as const

test('observations are filtered, in the address too', async ({ page, assay }) => {
  const { id, types } = await aSession(assay, VOUCHERS)
  await signInDirectly(page, as('emil'))
  const sessions = exploratoryPage(page)
  const seen = observationsOf(page)
  await sessions.open(`/${id}`)
  await test.step('[OBS-33] the last one comes first', async () => {
    await seen.expectTexts([
      'Voucher twice',
      'The field is never empty',
      'Shown without a currency',
      'A voucher is taken',
    ])
  })

  await test.step('[OBSF-04] [OBSF-05] [OBSF-10] by type and author', async () => {
    await seen.filter('Type', types[1]?.name ?? '')
    await seen.filter('Author', 'Rita Sand')
    await seen.expectTexts(['The field is never empty'])
    await expect(page).toHaveURL(new RegExp(`\\?type=${types[1]?.id}&author=\\d+$`))
    await page.reload()
    await seen.expectTexts(['The field is never empty'])
  })
  await test.step('[OBSF-01] by words', async () => {
    await seen.search.fill('voucher')
    await expect(seen.noResults).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await seen.expectTexts([
      'Voucher twice',
      'The field is never empty',
      'Shown without a currency',
      'A voucher is taken',
    ])
  })
  await seen.filter('Issue', 'SHOP-7')
  await seen.expectTexts(['A voucher is taken twice'])
  await page.getByRole('button', { name: 'Remove filter Issue is' }).click()
  await seen.created('Before', '2026-01-01')
  await expect(seen.noResults).toBeVisible()
  await expect(page).toHaveURL(/\?created=before&day=2026-01-01$/)

  await test.step('[OBSF-11] without linked defects nothing filters by them', async () => {
    const owner = await callsAs(assay, OWNER.username, OWNER.password)
    await owner(switchFeature, { feature: 'defects-linking' }, { on: false })
    await page.reload()
    await expect(seen.filterButton('Type')).toBeVisible()
    await expect(seen.filterButton('Issue')).toBeHidden()
    await expect(seen.filterButton('Improvement')).toBeHidden()
    await owner(switchFeature, { feature: 'defects-linking' }, { on: true })
  })
})

test('[OBS-15] [OBS-16] [OBS-17] [OBS-18] [ESER-01] observations are linked, copied, made a test case of, and deleted together', async ({
  page,
  context,
  assay,
}) => {
  const { id } = await aSession(assay, VOUCHERS)
  const { authToken } = await signInDirectly(page)
  await fillRepository(page, authToken, { Checkout: [], 'Checkout / Vouchers': [] })
  await signInDirectly(page, as('emil'))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const sessions = exploratoryPage(page)
  const seen = observationsOf(page)
  await sessions.open(`/${id}`)
  await seen.link('The field is never empty', { issue: 'SHOP-12', improvement: 'https://example.com/wish' })
  await sessions.expectToast('Observation edited successfully')
  await sessions.showSummary()
  await expect(sessions.fact('Issues')).toContainText('SHOP-12')
  await expect(seen.row('never empty').getByRole('link', { name: 'example.com/wish' })).toBeVisible()

  await seen.choose('A voucher is taken twice', 'Copy as text')
  await sessions.expectToast('Copied to the clipboard')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\nA voucher is taken twice$/)

  await seen.choose('Voucher twice', 'Create test case')
  const making = page.getByRole('dialog', { name: 'New test case' })
  await expect(making.getByLabel('Title')).toHaveValue('Voucher twice')
  await expect(making).toContainText('2 steps come from the observation')
  await making.getByRole('button', { name: /^Suite:/ }).click()
  await page.getByRole('dialog', { name: 'Suite' }).getByRole('option', { name: 'Vouchers' }).click()
  await page.route('**/api/projects/*/test-cases', (route) =>
    route.fulfill({ status: 503, json: { code: 'API-5030', message: 'The repository is being moved' } }),
  )
  await making.getByRole('button', { name: 'Create test case' }).click()
  await seen.expectErrorToast('The repository is being moved')
  await page.unroute('**/api/projects/*/test-cases')
  await making.getByRole('button', { name: 'Create test case' }).click()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('put it in again')).toBeVisible()
  await page.goBack()

  await seen.select('Shown without a currency')
  await seen.select('The field is never empty')
  await expect(page.getByText('2 observations selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 observations' }).click()
  await sessions.expectToast('Observations deleted successfully')
  await seen.expectTexts(['Voucher twice', 'A voucher is taken twice'])
  await seen.choose('Voucher twice', 'Delete')
  const sent = page.waitForResponse('**/exploratory-commands')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 observation' }).click()
  await seen.expectTexts(['A voucher is taken twice'])
  await sent

  // What the server says of a close that failed is told.
  await page.route('**/exploratory-commands', (route) =>
    route.fulfill({ status: 503, json: { code: 'API-5031', message: 'The workspace is being moved' } }),
  )
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await sessions.confirm('Close session')
  await seen.expectErrorToast('The workspace is being moved')
  await page.unroute('**/exploratory-commands')
})

test('a session that was explored is reported, printed and compared with the others of its milestone', async ({
  page,
  assay,
}) => {
  const milestoneId = await aMilestone(page, '2.42 Winter')
  const charter = { explore: 'Refunds', with: 'split orders', toDiscover: 'amounts that are lost' }
  const { id, types, call } = await aSession(assay, {
    title: 'Refunds of split orders',
    charter,
    milestoneId,
    timeBoxMinutes: 60,
    observations: [
      {
        description: 'A cent is lost\n\n- in every third refund',
        elapsedTimeInMillis: minutes(20),
        clockMillis: minutes(12),
        issueId: 'SHOP-7',
        issueType: 'JIRA',
      },
      { description: 'Rounding is told nowhere', type: 1, elapsedTimeInMillis: minutes(10), by: 'rita' },
    ],
  })
  await aSession(assay, { title: 'Refunds once more', charter, milestoneId, observations: [] })
  await aSession(assay, { title: 'Baskets', milestoneId, observations: [] })
  await aSession(assay, { title: 'Of no milestone', observations: [] })
  await signInDirectly(page, as('emil'))
  const sessions = exploratoryPage(page)
  const seen = observationsOf(page)
  await sessions.open(`/${id}`)
  await seen.drop('till.png')
  await seen.add('The slip shows it')
  await expect(seen.rows.first().getByRole('link')).toHaveAttribute('href', /^\/api\/files\/exploratory\//)
  await call(closeExploratorySession, { exploratorySessionId: id }, {})
  await page.getByRole('link', { name: 'Report', exact: true }).click()

  const report = page.getByRole('article', { name: 'Report of Refunds of split orders' })
  await expect(report.getByRole('blockquote')).toHaveText(
    'Explore Refunds with split orders to discover amounts that are lost',
  )
  const metrics = report.getByRole('region', { name: 'Metrics' })
  for (const [name, figure] of [
    ['Time', '30m'],
    ['Testing', '20m'],
    ['Bugs', '10m'],
    ['Findings', '3 observations'],
    ['Per hour', '6'],
    ['Of the time box', '50 % of 60m'],
    ['Files', '1'],
  ] as const)
    await expect(
      metrics
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${name}$`) })
        .locator('+ dd'),
    ).toHaveText(figure)
  await expect(report.getByRole('listitem').filter({ hasText: '12:00' })).toContainText('A cent is lost')
  await expect(report.getByRole('heading', { level: 2 })).toHaveText([
    'Timeline',
    new RegExp(`^${types[0]?.name} 2$`),
    new RegExp(`^${types[1]?.name} 1$`),
  ])
  const picture = report.getByRole('img', { name: 'till.png' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Refunds-of-split-orders.md')
  const markdown = await readFile(await download.path(), 'utf8')
  expect(markdown).toContain('> Explore Refunds with split orders to discover amounts that are lost')
  expect(markdown).toContain('- `12:00` A cent is lost')
  expect(markdown).toMatch(/!\[till\.png\]\(http/)

  // On paper: a page, all of it, and none of the application around it.
  const paper = (await page.pdf({ format: 'A4', tagged: true, outline: true })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
  for (const heading of ['Refunds of split orders', 'Timeline']) expect(paper).toContain(`(${heading})`)
  await page.emulateMedia({ media: 'print' })
  await expect(report.getByText('Rounding is told nowhere').last()).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: null })

  await sessions.open()
  await page.getByRole('link', { name: 'Compare' }).click()
  await choose(page.getByLabel('Milestone', { exact: true }), '2.42 Winter')
  await expect(page).toHaveURL(/milestone=\d+$/)
  const rows = page.getByRole('row')
  await expect(rows.nth(1).getByRole('cell')).toHaveText(['1', '0', '0m', '0', '–', '–', '–'])
  await expect(rows.nth(2).getByRole('cell')).toHaveText(['2', '1', '30m', '3', '6', '2', '1'])
  await expect(rows.nth(3).getByRole('cell').first()).toHaveText('3')
  await page.getByText('Refunds', { exact: true }).click()
  await page.getByRole('link', { name: 'Refunds of split orders' }).click()
  await expect(report).toBeVisible()
})

test('[ESVW-05] [OBS-19] [OBS-20] [OBS-21] [OBS-22] a guest reads a session, its report and the comparison, and changes nothing', async ({
  page,
  assay,
}) => {
  const { id } = await aSession(assay, {
    title: 'Prices',
    observations: [{ description: 'Prices without tax' }],
  })
  await signInDirectly(page, as('greta'))
  const sessions = exploratoryPage(page)
  const seen = observationsOf(page)
  await sessions.open(`/${id}`)
  await expect(page.getByText('Prices without tax')).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Recording' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions' })).toHaveCount(0)
  await seen.row('Prices without tax').getByRole('button', { name: 'Observation menu' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Copy as text'])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Report', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Report of Prices' })).toContainText('Prices without tax')

  await page.route('**/exploratory-sessions/*/observations', (route) =>
    route.fulfill({ status: 500, json: { code: 'API-5000', message: 'The disk is full' } }),
  )
  await page.context().clearCookies()
  await signInDirectly(page, as('rita'))
  await sessions.open(`/${id}`)
  await sessions.expectToast('The exploratory session cannot be shown')
  await expect(page).toHaveURL(new RegExp(`${sessions.base}$`))
})

test('a question before a deletion in the settings says which exploratory sessions name what goes', async ({
  page,
  assay,
}) => {
  const owner = await callsAs(assay, OWNER.username, OWNER.password)
  const { id: environmentId } = await owner<{ id: number }>(
    createEnvironment,
    {},
    { name: 'Shelf', key: 'shelf', description: '' },
  )
  const { id: groupId } = await owner<{ id: number }>(createConfigurationGroup, {}, { name: 'Tills' })
  const { id: optionId } = await owner<{ id: number }>(createConfigurationOption, { groupId }, { name: 'Old' })
  const milestoneId = await aMilestone(page, '3.0')
  const { items: people } = await owner<{ items: { id: number; username: string }[] }>(listProjectUsers)
  const configurations = [{ groupId, optionId, groupName: 'Tills', optionName: 'Old' }]
  const assigneeId = people.find(({ username }) => username === 'rita')?.id
  const { types } = await aSession(assay, {
    title: 'Tills',
    environmentId,
    milestoneId,
    assigneeId,
    configurations,
    observations: [{ description: 'Slow', type: 4 }],
  })
  const naming = '1 exploratory session, which is open, names it, and goes on naming it.'
  const question = page.getByRole('alertdialog')
  await environmentsPage(page).open()
  await environmentsPage(page).choose('Shelf', 'Delete environment')
  await expect(question).toContainText(naming)
  await milestonesPage(page).open()
  await milestonesPage(page).choose('3.0', 'Delete milestone')
  await expect(question).toContainText(naming)
  await configurationsPage(page).open()
  await configurationsPage(page).delete('option Old').click()
  await expect(question).toContainText(naming)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await configurationsPage(page).delete('group Tills').click()
  await expect(question).toContainText(naming)
  await membersPage(page).open()
  await membersPage(page).askToRemove('Rita Sand')
  await expect(question).toContainText('1 exploratory session, which is open, is assigned to them, and stays so.')
  const type = types[4]?.name ?? ''
  const list = entryListPage(page, OBSERVATION_TYPES)
  await list.open()
  await list.delete(type)
  await expect(list.row(type)).toContainText('1 observation in 1 exploratory session has this type, and keeps it.')
})
