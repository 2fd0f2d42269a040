import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { closeExploratorySession, createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { listObservations, type Observation } from '../../../contract/exploratory/observations.ts'
import type { Page } from '@playwright/test'
import { exploratoryPage } from '../pages/exploratory.ts'
import { observationsOf } from '../pages/observations.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

// A server that begins anew takes a while where much else goes on.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

test.use({ environment: unattended, people: TEAM })

const callsOf = async (page: Page) => {
  const { authToken: token } = await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  return async <Answer>(call: AnyCall, params: object = {}, data?: object): Promise<Answer> => {
    const answer = await page.request.fetch(pathOf(call.path, { projectKey: PROJECT_KEY, ...params }), {
      method: call.method,
      headers: { authorization: `Bearer ${token}` },
      ...(data === undefined ? {} : { data }),
    })
    if (!answer.ok()) throw new Error(`${call.name} was answered with ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}
const storedIn = async (call: Awaited<ReturnType<typeof callsOf>>, exploratorySessionId: string) => {
  const { items } = await call<{ items: Observation[] }>(listObservations, { exploratorySessionId })
  return items.map(({ description }) => description)
}

test('[OBS-04] [OBS-05] [OBS-06] [OBS-14] [OBS-29] what is written without a network outlives the tab and the server, and is there once', async ({
  page,
  context,
  assay,
}) => {
  const call = await callsOf(page)
  const { data: session } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title: 'Gift cards' })
  const sessions = exploratoryPage(page)
  const seen = observationsOf(page)
  await sessions.open(`/${session.id}`)
  await expect(seen.empty).toBeVisible()
  await expect(seen.addButton).toBeDisabled()
  await seen.add('The first, online')
  await seen.expectTexts(['The first, online'])
  await expect(seen.waiting).toHaveCount(0)

  await context.setOffline(true)
  for (const text of ['Written offline', 'And another']) await seen.add(text)
  await seen.attach('basket-with-a-very-long-name.txt', 'two lines\nof a log')
  await seen.add('With a file')
  await seen.edit('Written offline', 'Written offline, and mended')
  await seen.expectTexts(['With a file', 'And another', 'Written offline, and mended', 'The first, online'])
  await expect(seen.waiting).toHaveCount(3)
  await expect(page.getByText('4 changes and 1 file wait to be sent.')).toBeVisible()
  await seen.write('A draft nobody has added')

  // The tab goes, and the server begins anew; somebody opens another tab when it is back.
  await page.close()
  await assay.restart()
  await context.setOffline(false)
  const later = await context.newPage()
  const found = observationsOf(later)
  await exploratoryPage(later).open(`/${session.id}`)
  await found.expectTexts(['With a file', 'And another', 'Written offline, and mended', 'The first, online'])
  await expect(found.waiting).toHaveCount(0)
  await expect(found.field).toHaveValue('A draft nobody has added')
  const file = found.list.getByRole('link', { name: /basket-with-a-v/ })
  await expect(file).toHaveAttribute('href', /^\/api\/files\/exploratory\//)
  const again = await callsOf(later)
  expect(await storedIn(again, session.id)).toEqual([
    'The first, online',
    'Written offline, and mended',
    'And another',
    'With a file',
  ])
})

test('offline notes for a session that somebody closed are reported, and move to a new session', async ({
  page,
  context,
}) => {
  const call = await callsOf(page)
  const { data: session } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title: 'Vouchers' })
  const seen = observationsOf(page)
  await exploratoryPage(page).open(`/${session.id}`)
  await expect(seen.empty).toBeVisible()
  const panel = page.getByRole('dialog', { name: 'Unsent changes' })
  // Once with a network: what a device keeps of the application is not tested here.
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('unsent')
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await context.setOffline(true)
  await seen.add('Too late')
  await call(closeExploratorySession, { exploratorySessionId: session.id }, {})
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(panel.getByText('Too late')).toBeVisible()
  await context.setOffline(false)
  // Another banner tells of it by now; what was opened from the one before stays open.
  await expect(page.getByText('1 change could not be saved.')).toBeVisible()
  await expect(panel.getByText('Too late')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByText('The session was closed before this was sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Move to a new session' }).click()
  await seen.expectTexts([])
  await expect(page.getByText('1 change could not be saved.')).toBeHidden()
  await exploratoryPage(page).open()
  await exploratoryPage(page).table.getByRole('link', { name: 'Vouchers, continued' }).click()
  await seen.expectTexts(['Too late'])
  await expect(seen.waiting).toHaveCount(0)
})

test('a file that the server does not take stays here with the reason: sent after all, saved, or given up', async ({
  page,
}) => {
  const call = await callsOf(page)
  const { data: session } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title: 'Receipts' })
  const seen = observationsOf(page)
  await exploratoryPage(page).open(`/${session.id}`)
  await expect(seen.empty).toBeVisible()
  const tooLarge = { code: 'API-4130', message: 'The file is larger than this server takes' }
  await page.route('**/exploratory-files/**', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 413, json: tooLarge }) : route.continue(),
  )
  await seen.attach('receipt.txt', 'a long receipt')
  await seen.add('The receipt is cut off')
  await seen.attach('screen.txt', 'what the screen says')
  await seen.add('The screen says the same')
  const notice = page.getByText(/could not be saved\.$/)
  await expect(notice).toHaveText('2 files could not be saved.')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Unsent changes' })
  const refused = panel.getByRole('list', { name: 'Files that were refused' }).getByRole('listitem')
  await expect(refused.filter({ hasText: 'receipt.txt' })).toContainText(tooLarge.message)

  // Another server, or another limit: the first one goes.
  await page.unroute('**/exploratory-files/**')
  await refused.filter({ hasText: 'receipt.txt' }).getByRole('button', { name: 'Try again' }).click()
  await expect(refused).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(notice).toHaveText('1 file could not be saved.')
  await page.reload()
  const row = seen.row('The screen says the same')
  const story = row.getByRole('region', { name: 'File refused' })
  await expect(story).toContainText(tooLarge.message)
  const saving = page.waitForEvent('download')
  await story.getByRole('button', { name: 'Save a copy' }).click()
  expect((await saving).suggestedFilename()).toBe('screen.txt')
  await story.getByRole('button', { name: 'Discard' }).click()
  await expect(story).toBeHidden()
  await expect(notice).toBeHidden()
  await expect(seen.waiting).toHaveCount(0)
  const isThere = ({ receivedBytes, sizeBytes }: Observation['attachments'][number]) => receivedBytes === sizeBytes
  await expect
    .poll(async () => {
      const { items } = await call<{ items: Observation[] }>(listObservations, { exploratorySessionId: session.id })
      return items.map(({ attachments }) => attachments.map(isThere))
    })
    .toEqual([[true], []])
})
