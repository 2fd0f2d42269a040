import { pathOf, type AnyCall } from '../../contract/call.ts'
import { closeExploratorySession, createExploratorySession } from '../../contract/exploratory/sessions.ts'
import { listObservations, type Observation } from '../../contract/exploratory/observations.ts'
import type { Page } from '@playwright/test'
import { exploratoryPage } from './pages/exploratory.ts'
import { observationsOf } from './pages/observations.ts'
import { PROJECT_KEY, unattended } from './support/founding.ts'
import { MEMBERS_PASSWORD } from './support/people.ts'
import { signInDirectly } from './support/session.ts'
import { expect, test } from './support/test.ts'

// A server that begins anew takes a while where much else goes on.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const members = [{ username: 'emil', role: 'ENGINEER', name: 'Emil Bauer' }] as const
test.use({ environment: unattended, people: { members } })

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
  await expect(page.getByText('4 changes wait to be sent.')).toBeVisible()
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

test('what was written for a session that was closed meanwhile is told about, and moved to a new one', async ({
  page,
  context,
}) => {
  const call = await callsOf(page)
  const { data: session } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title: 'Vouchers' })
  const seen = observationsOf(page)
  await exploratoryPage(page).open(`/${session.id}`)
  await expect(seen.empty).toBeVisible()
  await context.setOffline(true)
  await seen.add('Too late')
  await call(closeExploratorySession, { exploratorySessionId: session.id }, {})
  await context.setOffline(false)
  await expect(page.getByText('The session was closed before this arrived.')).toBeVisible()
  await expect(page.getByText('1 change could not be taken.')).toBeVisible()
  await page.getByRole('banner').or(page.locator('body')).getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'What waits to be sent' }).getByText('Too late')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Move to a new session' }).click()
  await seen.expectTexts([])
  await expect(page.getByText('1 change could not be taken.')).toBeHidden()
  await exploratoryPage(page).open()
  await exploratoryPage(page).table.getByRole('link', { name: 'Vouchers, continued' }).click()
  await seen.expectTexts(['Too late'])
  await expect(seen.waiting).toHaveCount(0)
})
