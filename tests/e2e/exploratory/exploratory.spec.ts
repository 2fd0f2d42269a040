/** An exploratory session from its form to its report, and its list, which follows other users' changes. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createObservation } from '../../../contract/exploratory/observations.ts'
import { createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { getObservationTypes } from '../../../contract/settings/observation-types.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { observationsOf } from '../pages/observations.ts'
import { milestonesPage } from '../pages/settings-milestones.ts'
import { callsAs } from '../support/calls.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { fillRepository } from '../support/repository.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'
import { choose } from '../support/choose.ts'

test.describe.configure({ mode: 'serial' })
test.use({ environment: unattended, people: TEAM })

const signIn = (page: Page, username: string) => signInDirectly(page, { username, password: MEMBERS_PASSWORD })

test('an engineer writes a session, changes it, closes and deletes it', async ({ page, context, assay }) => {
  const call = await callsAs(assay, 'adam')
  await call(createEnvironment, {}, { name: 'Staging', key: 'staging', description: '' })
  await call(createMilestone, {}, { name: '2.41 Autumn', description: '', startDate: null, dueDate: null })
  const { id: groupId } = await call<{ id: number }>(createConfigurationGroup, {}, { name: 'Browsers' })
  for (const name of ['Chrome', 'Firefox']) await call(createConfigurationOption, { groupId }, { name })
  await signIn(page, 'emil')
  const sessions = exploratoryPage(page)
  await test.step('[ESNV-01] [ESNV-04] [ESED-01] [ESED-05] the form trims the title, and asks who, for what, where and why', async () => {
    await sessions.open()
    await expect(page.getByRole('heading', { name: 'There are no open exploratory sessions' })).toBeVisible()
    await sessions.create().click()
    await expect(page).toHaveURL(/exploratory-sessions\/create$/)
    await sessions.field('Title').pressSequentially('  Guest checkout  ')
    await sessions.field('Explore').fill('the payment step')
    await expect(sessions.field('Title')).toHaveValue('Guest checkout')
    await sessions.field('to discover').fill('amounts that do not add up')
    await sessions.pick('Milestone', '2.41 Autumn')
    await sessions.pick('Environment', 'Staging')
    await sessions.pick('Browsers', 'Firefox')
    await sessions.field('Requirements').fill('PRD-91')
    await sessions.field('Requirements').press('Enter')
    await sessions.field('Description').fill('Look at **amounts**')
  })
  await test.step('[ESNV-02] [ESED-16] [ESED-18] [ESVW-01] [ESVW-02] the form survives a reload, and opens the new session', async () => {
    await page.reload()
    await expect(sessions.field('Description')).toHaveValue('Look at **amounts**')
    await sessions.submit('Create').click()
    await sessions.expectToast('Exploratory session created successfully')
    await expect(sessions.heading('Guest checkout')).toBeVisible()
    await expect(page.getByText('Explore the payment step to discover amounts that do not add up')).toBeVisible()
    await expect(page.getByText('staging', { exact: true })).toBeVisible()
  })
  await test.step('[ESVW-07] the summary expands and shows what was filled in', async () => {
    await expect(sessions.summary).toBeHidden()
    await sessions.showSummary()
    await expect(sessions.summary).toContainText(
      /Assignee.*Emil Bauer.*Creator.*Emil Bauer.*2\.41 Autumn.*Browsers: Firefox.*PRD-91.*Look at amounts/s,
    )
  })
  await test.step('[ESNV-03] [ESED-17] [ESVW-08] an edit is saved; the summary stays expanded', async () => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page).toHaveURL(/\/edit$/)
    await sessions.field('Title').fill('Guest checkout with a gift card')
    await sessions.submit('Save').click()
    await sessions.expectToast('Exploratory session updated successfully')
    await expect(sessions.heading('Guest checkout with a gift card')).toBeVisible()
    await expect(sessions.summary).toBeVisible()
  })

  const other = await context.newPage()
  const list = exploratoryPage(other)
  await test.step('[ESLS-01] [ESLS-02] the list shows times and types, searches, and counts live', async () => {
    const { data } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title: 'Voucher stacking' })
    const { items: types } = await call<{ items: { id: number; name: string }[] }>(getObservationTypes)
    await list.open()
    await list.expectTitles(['Voucher stacking', 'Guest checkout with a gift card'])
    const seen = { typeId: types[0]?.id, description: 'Seen', elapsedTimeInMillis: 3_600_000 }
    await call(createObservation, { exploratorySessionId: data.id }, seen)
    await expect(list.row('Voucher stacking')).toContainText('1h 00m')
    await expect(list.row('Voucher stacking').getByRole('img', { name: `1 ${types[0]?.name}` })).toBeVisible()
    await other.getByRole('searchbox', { name: 'Search sessions' }).fill('guest')
    await list.expectTitles(['Guest checkout with a gift card'])
    await expect(other).toHaveURL(/\?q=guest$/)
  })
  await test.step('[ESER-01] a rejected call shows the message of the server', async () => {
    const json = { code: 'API-5031', message: 'The workspace is being moved' }
    await page.route('**/exploratory-commands', (route) => route.fulfill({ status: 503, json }), { times: 1 })
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText('cannot be reopened')
    await sessions.confirm('Close session')
    await observationsOf(page).expectErrorToast('The workspace is being moved')
  })
  await test.step('[ESCL-01] [ESCL-03] [ESCL-07] [ESVW-03] [ESVW-06] a session is closed for good, and leaves the list', async () => {
    await sessions.confirm('Close session')
    await sessions.expectToast('Exploratory session has been successfully closed')
    await expect(page.getByText('Closed', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeHidden()
    await expect(list.row('Guest checkout')).toBeHidden()
    await other.close()
  })
  await test.step('[ESNV-11] the edit page of a closed session leads to its view', async () => {
    const view = page.url()
    await page.goto(`${view}/edit`)
    await expect(page).toHaveURL(view)
  })
  await test.step('[ESVW-04] [ESCL-06] [ESCL-08] [ESCL-09] deleting asks first, and leads to the list', async () => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Share publicly', 'Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await sessions.confirm('Delete session')
    await sessions.expectToast('Exploratory session has been successfully deleted')
    await expect(page).toHaveURL(new RegExp(`${sessions.base}$`))
  })
  await test.step('[ESER-02] [ESNV-06] [ESNV-08] a session that cannot be shown leads to the list', async () => {
    await sessions.open('/7')
    await sessions.expectToast('The exploratory session cannot be shown')
    await expect(page).toHaveURL(new RegExp(`${sessions.base}$`))
  })
})

test('observations are filtered, linked, made a test case, deleted, and reported', async ({ page, assay }) => {
  const { authToken } = await signIn(page, 'adam')
  await fillRepository(page, authToken, { Vouchers: [] })
  const call = await callsAs(assay, 'emil')
  const { items: types } = await call<{ items: { id: number; name: string }[] }>(getObservationTypes)
  const milestone = { name: '2.42 Winter', description: '', startDate: null, dueDate: null }
  const { id: milestoneId } = await (await callsAs(assay, 'adam'))<{ id: number }>(createMilestone, {}, milestone)
  const charter = { explore: 'Refunds', with: 'split orders', toDiscover: 'amounts that are lost' }
  const values = { title: 'Refunds of split orders', charter, milestoneId, timeBoxMinutes: 60 }
  const { data } = await call<{ data: { id: string } }>(createExploratorySession, {}, values)
  for (const [description, type, elapsedTimeInMillis] of [
    ['A cent is lost', 0, 1_200_000],
    ['Rounding is mentioned nowhere', 1, 600_000],
    ['# Refund twice\n- ask once\n- ask again', 1, 60_000],
  ] as const)
    await call(
      createObservation,
      { exploratorySessionId: data.id },
      { typeId: types[type]?.id, description, elapsedTimeInMillis, clockMillis: 720_000 },
    )
  const sessions = exploratoryPage(page)
  const seen = observationsOf(page)
  await test.step('[OBS-33] [OBSF-04] the newest observation is first; filters are in the address', async () => {
    await sessions.open(`/${data.id}`)
    await seen.expectTexts(['Refund twice', 'Rounding is mentioned nowhere', 'A cent is lost'])
    await seen.filter('Type', types[0]?.name ?? '')
    await seen.expectTexts(['A cent is lost'])
    await expect(page).toHaveURL(new RegExp(`\\?type=${types[0]?.id}$`))
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
  })
  await test.step('[OBS-15] an observation is linked', async () => {
    await seen.link('A cent is lost', { issue: 'SHOP-12', improvement: 'https://example.com/wish' })
    await sessions.expectToast('Observation edited successfully')
    await expect(seen.row('A cent').getByRole('link', { name: 'example.com/wish' })).toBeVisible()
  })
  await test.step('an observation becomes a test case', async () => {
    await seen.choose('Refund twice', 'Create test case')
    const making = page.getByRole('dialog', { name: 'New test case' })
    await expect(making).toContainText('2 steps come from the observation')
    await making.getByRole('button', { name: /^Suite:/ }).click()
    await page.getByRole('dialog', { name: 'Suite' }).getByRole('option', { name: 'Vouchers' }).click()
    await making.getByRole('button', { name: 'Create test case' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Open' }).click()
    await expect(page.getByText('ask again')).toBeVisible()
    await page.goBack()
  })
  await test.step('[OBS-16] [OBS-17] [OBS-18] selected observations are deleted', async () => {
    await seen.select('Rounding')
    await seen.select('Refund twice')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 observations' }).click()
    await sessions.expectToast('Observations deleted successfully')
    await seen.expectTexts(['A cent is lost'])
  })

  const report = page.getByRole('article', { name: 'Report of Refunds of split orders' })
  await test.step('the report shows figures and pictures, and is downloaded', async () => {
    await seen.drop('till.png')
    await seen.add('The slip shows it')
    await expect(seen.rows.first().getByRole('link')).toHaveAttribute('href', /^\/api\/files\/exploratory\//)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await expect(report.getByRole('region', { name: 'Metrics' })).toContainText(/Findings\s*2 observations.*Files\s*1/s)
    const picture = report.getByRole('img', { name: 'till.png' })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(400)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Refunds-of-split-orders.md')
    expect(await readFile(await download.path(), 'utf8')).toMatch(/`12:00` A cent is lost.*!\[till\.png\]\(http/s)
  })
  await test.step('the report is printed on one page, without the application around it', async () => {
    const paper = (await page.pdf({ format: 'A4', tagged: true, outline: true })).toString('latin1')
    expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
    for (const heading of ['Refunds of split orders', 'Timeline']) expect(paper).toContain(`(${heading})`)
  })
  await test.step('sessions of a milestone are compared', async () => {
    await sessions.toList()
    await page.getByRole('link', { name: 'Compare' }).click()
    await choose(page.getByLabel('Milestone', { exact: true }), '2.42 Winter')
    await expect(page.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('1')
    await expect(page.getByRole('row').nth(1)).toContainText('Refunds')
  })
  await test.step('the question before a deletion in the settings names the sessions that lose nothing', async () => {
    const milestones = milestonesPage(page)
    await milestones.open()
    await milestones.choose('2.42 Winter', 'Delete milestone')
    await expect(page.getByRole('alertdialog')).toContainText(
      '1 exploratory session, which is open, names it, and goes on naming it.',
    )
  })
})
