import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { sendExploratoryCommands } from '../../../contract/exploratory/commands.ts'
import { createObservation } from '../../../contract/exploratory/observations.ts'
import { createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { createConfigurationGroup, createConfigurationOption } from '../../../contract/settings/configurations.ts'
import { createEnvironment } from '../../../contract/settings/environments.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { getObservationTypes } from '../../../contract/settings/observation-types.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { observationsOf } from '../pages/observations.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'serial' })

const { members } = TEAM
test.use({ environment: unattended, people: TEAM })
const as = (username: (typeof members)[number]['username']) => ({ username, password: MEMBERS_PASSWORD })

const callsOf = async (page: Page, username: (typeof members)[number]['username']) => {
  const { authToken: token } = await signInDirectly(page, as(username))
  return async <Answer>(call: AnyCall, params: Record<string, string | number>, data?: object): Promise<Answer> => {
    const answer = await page.request.fetch(pathOf(call.path, { projectKey: PROJECT_KEY, ...params }), {
      method: call.method,
      headers: { authorization: `Bearer ${token}` },
      ...(data === undefined ? {} : { data }),
    })
    if (!answer.ok()) throw new Error(`${call.name} was answered with ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

/** Of the session whose page is open. */
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/')[4] ?? ''

test('an engineer writes a session, and changes it', async ({ page }) => {
  const call = await callsOf(page, 'adam')
  await call(createEnvironment, {}, { name: 'Staging', key: 'staging', description: '' })
  await call(createMilestone, {}, { name: '2.41 Autumn', description: '', startDate: null, dueDate: null })
  const { id: groupId } = await call<{ id: number }>(createConfigurationGroup, {}, { name: 'Browsers' })
  for (const name of ['Chrome', 'Firefox']) await call(createConfigurationOption, { groupId }, { name })

  await signInDirectly(page, as('emil'))
  const sessions = exploratoryPage(page)
  await test.step('[ESNV-01] the list of sessions has a page', async () => {
    await sessions.open()
    await expect(page.getByRole('heading', { name: 'There are no open exploratory sessions' })).toBeVisible()
  })
  await test.step('[ESNV-04] [ESED-05] the title takes no spaces around it', async () => {
    await sessions.create().click()
    await expect(page).toHaveURL(/exploratory-sessions\/create$/)
    await expect(sessions.submit('Create')).toBeDisabled()
    await sessions.field('Title').pressSequentially('  Guest checkout  ')
    await sessions.field('Explore').fill('the payment step')
    await expect(sessions.field('Title')).toHaveValue('Guest checkout')
    await sessions.field('to discover').fill('amounts that do not add up')
  })
  await test.step('[ESED-01] who, for what, where and why', async () => {
    // Who creates a session does it, as a rule.
    await expect(page.getByRole('button', { name: 'Assignee: Emil Bauer' })).toBeVisible()
    await sessions.pick('Milestone', '2.41 Autumn')
    await sessions.pick('Environment', 'Staging')
    await sessions.pick('Browsers', 'Firefox')
    await sessions.field('Requirements').fill('PRD-91')
    await sessions.field('Requirements').press('Enter')
    await expect(page.getByRole('grid', { name: 'Chosen: Requirements' }).getByRole('row')).toHaveText(/^PRD-91/)
    await sessions.field('Description').fill('Look at **amounts**')
  })
  // Whatever takes the page away, what was typed is there again.
  await page.reload()
  await expect(sessions.field('Description')).toHaveValue('Look at **amounts**')
  await expect(sessions.field('Title')).toHaveValue('Guest checkout')
  await sessions.field('Time box, in minutes').fill('an hour')
  await sessions.submit('Create').click()
  await expect(page.getByText('Must be a whole number of minutes, from 1 to 1440')).toBeVisible()
  await test.step('[ESNV-02] [ESED-16] [ESED-18] [ESVW-01] [ESVW-02] the new session opens, with its title and environment', async () => {
    await sessions.field('Time box, in minutes').fill('60')
    await sessions.submit('Create').click()
    await sessions.expectToast('Exploratory session created successfully')
    await expect(sessions.heading('Guest checkout')).toBeVisible()
    await expect(page.getByText('Explore the payment step to discover amounts that do not add up')).toBeVisible()
    await expect(page.getByText('staging', { exact: true })).toBeVisible()
  })
  await test.step('[ESVW-11] [ESVW-12] [ESVW-13] [ESVW-14] [ESVW-15] the summary shows the facts', async () => {
    await sessions.showSummary()
    await expect(sessions.fact('Assignee')).toContainText('Emil Bauer')
    await expect(sessions.fact('Creator')).toContainText('Emil Bauer')
    await expect(sessions.fact('Milestone')).toHaveText('2.41 Autumn')
    await expect(sessions.fact('Configurations')).toHaveText('Browsers: Firefox')
    await expect(sessions.fact('Requirements')).toHaveText('PRD-91')
  })
  await test.step('[ESVW-18] the summary shows the description', async () => {
    await expect(sessions.fact('Description').locator('strong')).toHaveText('amounts')
  })

  await test.step('[ESNV-03] the session is edited on a page of its own', async () => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page).toHaveURL(/\/edit$/)
    await expect(sessions.field('Title')).toHaveValue('Guest checkout')
    await sessions.field('Title').fill('Guest checkout with a gift card')
    await page.getByRole('button', { name: 'Clear milestone' }).click()
  })
  // Somebody else is quicker with the title.
  const values = { title: 'Adam’s title', description: 'Adam’s' }
  const command = { type: 'session/update', sessionId: idOf(page), values, expected: {} }
  const sent = { key: randomUUID(), at: new Date().toISOString(), command }
  await call(sendExploratoryCommands, {}, { commands: [sent] })
  await sessions.submit('Save').click()
  const collision = page.getByRole('region', { name: 'Changed meanwhile' })
  await expect(collision).toContainText('Adam’s title')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Discard unsaved changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await test.step('[ESED-17] [ESED-18] what is saved shows in the session', async () => {
    await collision.getByText('Mine', { exact: true }).first().click()
    await sessions.submit('Save').click()
    await sessions.expectToast('Exploratory session updated successfully')
    await expect(sessions.heading('Guest checkout with a gift card')).toBeVisible()
    await expect(sessions.fact('Description')).toHaveText('Adam’s')
  })
})

test('[ESLS-01] [ESLS-02] the list searches, filters, sorts and follows what others do', async ({ page, context }) => {
  const call = await callsOf(page, 'adam')
  const made: string[] = []
  for (const title of ['Voucher stacking', 'Basket in two tabs']) {
    const { data } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title })
    made.push(data.id)
  }
  const { items } = await call<{ items: { id: number; name: string }[] }>(getObservationTypes, {})
  for (const type of items.slice(0, 2))
    await call(
      createObservation,
      { exploratorySessionId: made[0] ?? '' },
      { typeId: type.id, description: 'Seen', elapsedTimeInMillis: 3_600_000 },
    )
  const sessions = exploratoryPage(page)
  await sessions.open()
  await sessions.expectTitles(['Basket in two tabs', 'Voucher stacking', 'Guest checkout with a gift card'])
  await expect(sessions.row('Voucher stacking')).toContainText('2h 00m')
  const bar = `1 ${items[0]?.name ?? ''}, 1 ${items[1]?.name ?? ''}`
  await expect(sessions.row('Voucher stacking').getByRole('img', { name: bar })).toBeVisible()
  await page.getByRole('button', { name: 'Observations' }).click()
  await expect(sessions.table.getByRole('link').first()).toHaveText('Voucher stacking')
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('basket')
  await sessions.expectTitles(['Basket in two tabs'])
  await expect(page).toHaveURL(/\?q=basket&sort=observations$/)
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No sessions match these filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await sessions.filter('Assignee', 'Emil Bauer')
  await sessions.expectTitles(['Guest checkout with a gift card'])
  await page.reload()
  await sessions.expectTitles(['Guest checkout with a gift card'])
  await page.getByRole('button', { name: 'Remove filter Assignee is' }).click()
  await expect(sessions.table.getByRole('link')).toHaveCount(3)

  const other = await context.newPage()
  const theirs = exploratoryPage(other)
  await theirs.open()
  await theirs.choose('Basket in two tabs', 'Close session')
  await theirs.confirm('Close session')
  await theirs.expectToast('Exploratory session has been successfully closed')
  await expect(sessions.row('Basket in two tabs')).toBeHidden()
  await sessions.state('Closed')
  await sessions.expectTitles(['Basket in two tabs'])
  await expect(page).toHaveURL(/state=closed/)
  await theirs.state('Closed')
  await theirs.choose('Basket in two tabs', 'Delete')
  await theirs.confirm('Delete session')
  await theirs.expectToast('Exploratory session has been successfully deleted')
  await expect(page.getByRole('heading', { name: 'There are no closed exploratory sessions' })).toBeVisible()

  await page.route('**/api/projects/*/exploratory-sessions?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'API-5000', message: 'The disk is full' } }),
  )
  await page.route('**/websockets/**', (route) => route.abort())
  await sessions.open('?state=all')
  await expect(page.getByRole('alert').filter({ hasText: 'did not load' })).toContainText('The disk is full')
  await sessions.expectToast('The disk is full')
  await page.unroute('**/api/projects/*/exploratory-sessions?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await sessions.expectTitles(['Voucher stacking', 'Guest checkout with a gift card'])
})

test('a session is looked at, closed and deleted', async ({ page }) => {
  const call = await callsOf(page, 'emil')
  const { items } = await call<{ items: { id: number }[] }>(getObservationTypes, {})
  const requirements = ['PRD-1', 'PRD-2', 'PRD-3', 'PRD-4', 'https://example.com/spec']
  const { data } = await call<{ data: { id: string } }>(
    createExploratorySession,
    {},
    { title: 'Refunds of split orders', requirements },
  )
  const params = { exploratorySessionId: data.id }
  const link = { issueId: 'SHOP-7', issueType: 'JIRA', improvementId: 'SHOP-8', improvementType: 'JIRA' }
  const observation = { typeId: items[0]?.id, description: 'Seen', elapsedTimeInMillis: 64 * 60_000, clockMillis: 1000 }
  const sessions = exploratoryPage(page)
  await sessions.open(`/${data.id}`)
  await expect(sessions.summary).toBeHidden()
  await test.step('[ESVW-07] [ESVW-19] the summary opens; the elapsed time follows', async () => {
    await sessions.showSummary()
    await expect(page.getByRole('heading', { name: '0h 00m elapsed time' })).toBeVisible()
    await call(createObservation, params, { ...observation, ...link })
    await expect(page.getByRole('heading', { name: '1h 04m elapsed time' })).toBeVisible()
  })
  await expect(page.getByRole('table', { name: 'Observations by type over the elapsed time' })).toBeAttached()
  await test.step('[ESVW-16] [ESVW-17] [ESVW-22] issues, improvements and many requirements', async () => {
    await expect(sessions.fact('Issues')).toHaveText('SHOP-7')
    await expect(sessions.fact('Improvements')).toHaveText('SHOP-8')
    await sessions.fact('Requirements').getByRole('button', { name: '5 requirements' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'example.com/spec' })).toHaveAttribute(
      'href',
      'https://example.com/spec',
    )
    await page.keyboard.press('Escape')
  })
  await test.step('[ESVW-08] whether the summary is open is remembered', async () => {
    await page.reload()
    await expect(sessions.summary).toBeVisible()
    await page.getByRole('button', { name: 'Summary' }).click()
    await page.reload()
    await expect(sessions.heading('Refunds of split orders')).toBeVisible()
    await expect(sessions.summary).toBeHidden()
  })

  // One primary action, whatever the state of the page.
  const primary = page.locator('[data-variant="primary"]:visible')
  await expect(primary).toHaveText(['Add'])
  await observationsOf(page).rows.first().getByRole('button', { name: 'Observation menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(primary).toHaveText(['Save'])
  await page.getByRole('form', { name: 'Edit the observation' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(primary).toHaveText(['Add'])
  await test.step('[ESCL-01] [ESCL-03] [ESCL-07] [ESCL-08] closing asks first, and is for good', async () => {
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText('cannot be reopened')
    await sessions.confirm('Close session')
    await sessions.expectToast('Exploratory session has been successfully closed')
  })
  await test.step('[ESVW-03] [ESVW-06] a closed session says so and cannot be closed again', async () => {
    await expect(page.getByText('Closed', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeHidden()
    await expect(primary).toHaveText(['Report'])
  })
  await test.step('[ESNV-11] a closed session cannot be edited', async () => {
    await sessions.open(`/${data.id}/edit`)
    await expect(page).toHaveURL(new RegExp(`/${data.id}$`))
  })
  await test.step('[ESVW-04] [ESCL-06] [ESCL-08] [ESCL-09] deleting asks first, and leads to the list', async () => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Share publicly', 'Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('1 observation')
    await sessions.confirm('Delete session')
    await sessions.expectToast('Exploratory session has been successfully deleted')
    await expect(page).toHaveURL(new RegExp(`${sessions.base}$`))
  })
  await test.step('[ESER-02] [ESNV-06] [ESNV-08] what cannot be shown leads to the list', async () => {
    for (const gone of [data.id, '7']) {
      await sessions.open(`/${gone}`)
      await sessions.expectToast('The exploratory session cannot be shown')
      await expect(page).toHaveURL(new RegExp(`${sessions.base}$`))
    }
  })
})

test('[ESNV-09] [ESNV-10] [ESVW-05] [ROLE-06] guests and read-only people see sessions, and change nothing', async ({
  page,
}) => {
  for (const person of ['greta', 'rolf'] as const) {
    await signInDirectly(page, as(person))
    const sessions = exploratoryPage(page)
    for (const rest of ['/create', '/00000000-0000-4000-8000-000000000000/edit']) {
      await sessions.open(rest)
      await expect(page).toHaveURL(new RegExp(`${sessions.base}$`))
    }
    await expect(sessions.row('Voucher stacking')).toBeVisible()
    await expect(sessions.create()).toBeHidden()
    await page.getByRole('button', { name: 'Actions for Voucher stacking' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Open in new tab', 'Copy link'])
    await page.keyboard.press('Escape')
    await sessions.row('Voucher stacking').getByRole('link').click()
    await expect(sessions.heading('Voucher stacking')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Actions' })).toBeHidden()
  }
})
