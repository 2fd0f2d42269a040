/** Exploratory sessions offline: entries survive the tab, the server and their author's session. */
import type { Page } from '@playwright/test'
import { listObservations, type Observation } from '../../../contract/exploratory/observations.ts'
import {
  closeExploratorySession,
  createExploratorySession,
  listExploratorySessions,
} from '../../../contract/exploratory/sessions.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { observationsOf } from '../pages/observations.ts'
import { signInPage, userMenu } from '../pages/sign-in.ts'
import { callsAs } from '../support/calls.ts'
import { waitingIn } from '../support/device-log.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { WITHOUT_NETWORK } from '../support/network.ts'
import { expectToBeKept } from '../support/kept.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'serial' })
test.use({ environment: unattended, serviceWorkers: 'allow', people: TEAM })

type Calls = Awaited<ReturnType<typeof callsAs>>

const observationsIn = async (call: Calls, exploratorySessionId: string): Promise<Observation[]> =>
  (await call<{ items: Observation[] }>(listObservations, { exploratorySessionId })).items

/** The server's texts of the session with this title; null: there is no such session. */
const textsOnServer = async (call: Calls, title: string): Promise<string[] | null> => {
  const sessions = await call<{ items: { id: string; title: string }[] }>(listExploratorySessions)
  const session = sessions.items.find((one) => one.title === title)
  if (session === undefined) return null
  return (await observationsIn(call, session.id)).map(({ description }) => description)
}

const begin = async (page: Page, title: string) => {
  const sessions = exploratoryPage(page)
  await sessions.create().first().click()
  await sessions.field('Title').fill(title)
  await sessions.submit('Create').click()
  await expect(sessions.heading(title)).toBeVisible()
}

/** Adds an observation, and waits until it is on this device's disk: until then only the form's draft has it. */
const addToDisk = async (page: Page, text: string) => {
  await observationsOf(page).add(text)
  const isStored = async () =>
    (await waitingIn(page)).waiting.some(
      ({ command }) => command.type === 'observation/create' && command.values.description === text,
    )
  await expect.poll(isStored).toBe(true)
}

test('observations written offline outlive the tab and the server, and arrive once', async ({
  page,
  context,
  assay,
}) => {
  await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  const call = await callsAs(assay, 'emil')
  const { data: session } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title: 'Gift cards' })
  const seen = observationsOf(page)
  await exploratoryPage(page).open(`/${session.id}`)
  await test.step('[OBS-04] [OBS-05] [OBS-06] [OBS-14] an observation is added online', async () => {
    await expect(seen.empty).toBeVisible()
    await expect(seen.addButton).toBeDisabled()
    await seen.add('The first, online')
    await expect(seen.waiting).toHaveCount(0)
  })
  await test.step('offline, observations are added with a file and edited, and a draft is begun', async () => {
    await context.setOffline(true)
    await seen.add('Written offline')
    await seen.attach('basket-with-a-very-long-name.txt', 'two lines\nof a log')
    await seen.add('With a file')
    await seen.edit('Written offline', 'Written offline, and mended')
    await expect(page.getByText('3 changes and 1 file wait to be sent.')).toBeVisible()
    await seen.write('A draft nobody has added')
  })
  await test.step('[OBS-29] another tab finds all of it after the server was restarted', async () => {
    await page.close()
    await assay.restart()
    await context.setOffline(false)
    const later = await context.newPage()
    const found = observationsOf(later)
    await exploratoryPage(later).open(`/${session.id}`)
    await found.expectTexts(['With a file', 'Written offline, and mended', 'The first, online'])
    await expect(found.waiting).toHaveCount(0)
    await expect(found.field).toHaveValue('A draft nobody has added')
    const file = found.list.getByRole('link', { name: /basket-with-a-v/ })
    await expect(file).toHaveAttribute('href', /^\/api\/files\/exploratory\//)
    const stored = await observationsIn(await callsAs(assay, 'emil'), session.id)
    expect(stored.map(({ description }) => description)).toEqual([
      'The first, online',
      'Written offline, and mended',
      'With a file',
    ])
  })
})

test('[ESED-13] [ESED-18] a session begun offline is reloaded offline, sent once, and found on the device again', async ({
  page,
  context,
  assay,
}) => {
  await signInDirectly(page)
  const call = await callsAs(assay, OWNER.username, OWNER.password)
  const sessions = exploratoryPage(page)
  await sessions.open()
  await expectToBeKept(page)
  await context.setOffline(true)
  await begin(page, 'In the basement')
  await addToDisk(page, 'The lift shows floor -1 twice')
  await page.reload()
  await expect(page.getByText(WITHOUT_NETWORK)).toBeVisible()
  await addToDisk(page, 'A second one after the reload')
  await sessions.toList()
  await expect(page.getByRole('list', { name: 'Unsent sessions' })).toContainText('In the basement')
  await context.setOffline(false)
  await expect
    .poll(() => textsOnServer(call, 'In the basement'), { timeout: 30_000 })
    .toEqual(['The lift shows floor -1 twice', 'A second one after the reload'])
  await expect(page.getByText('Not sent yet')).toBeHidden()
  await sessions.row('In the basement').getByRole('link', { name: 'In the basement' }).click()
  await expect(page.getByText('A second one after the reload')).toBeVisible()
  await context.setOffline(true)
  await sessions.toList()
  await sessions.state('Closed')
  await page.getByRole('region', { name: 'On this device' }).getByRole('link', { name: 'In the basement' }).click()
  await expect(page.getByText('A second one after the reload')).toBeVisible()
})

test('a rejected file and observation stay on the device: the file is sent again, the observation moves to a new session', async ({
  page,
  context,
  assay,
}) => {
  await signInDirectly(page, { username: 'emil', password: MEMBERS_PASSWORD })
  const call = await callsAs(assay, 'emil')
  const { data: session } = await call<{ data: { id: string } }>(createExploratorySession, {}, { title: 'Vouchers' })
  const seen = observationsOf(page)
  const panel = page.getByRole('dialog', { name: 'Unsent changes' })
  await exploratoryPage(page).open(`/${session.id}`)
  await expect(seen.empty).toBeVisible()
  await test.step('a rejected file is downloaded, and sent when the server accepts it', async () => {
    const json = { code: 'API-4130', message: 'The file is larger than this server takes' }
    await page.route('**/exploratory-files/**', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 413, json }) : route.continue(),
    )
    await seen.attach('receipt.txt', 'a long receipt')
    await seen.add('The receipt is cut off')
    const rejected = seen.rows.first().getByRole('region', { name: 'File refused' })
    await expect(rejected).toContainText(json.message)
    const downloading = page.waitForEvent('download')
    await rejected.getByRole('button', { name: 'Save a copy' }).click()
    expect((await downloading).suggestedFilename()).toBe('receipt.txt')
    await page.unroute('**/exploratory-files/**')
    await expect(page.getByText('1 file could not be saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await panel.getByRole('button', { name: 'Try again' }).click()
    const isWhole = async () =>
      (await observationsIn(call, session.id)).map(({ attachments }) =>
        attachments.map(({ receivedBytes, sizeBytes }) => receivedBytes === sizeBytes),
      )
    await expect.poll(isWhole).toEqual([[true]])
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })
  await test.step('an offline observation for a closed session moves to a new session', async () => {
    await context.setOffline(true)
    await seen.add('Too late')
    await call(closeExploratorySession, { exploratorySessionId: session.id }, {})
    await context.setOffline(false)
    await expect(page.getByText('The session was closed before this was sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Move to a new session' }).click()
    await expect(page.getByText('1 change could not be saved.')).toBeHidden()
    await expect.poll(() => textsOnServer(call, 'Vouchers, continued')).toEqual(['Too late'])
  })
})

test('signing out encrypts unsent work on the device until its author unlocks it', async ({ page, context, assay }) => {
  await signInDirectly(page)
  const call = await callsAs(assay, OWNER.username, OWNER.password)
  await exploratoryPage(page).open()
  await begin(page, 'On the train')
  await expect.poll(() => textsOnServer(call, 'On the train')).toEqual([])
  // The sign-out is sent, commands are not.
  await context.route('**/exploratory-commands', (route) => route.abort())
  await addToDisk(page, 'In the tunnel')
  await page.getByRole('textbox', { name: 'Description' }).fill('Half a thought')
  await expect.poll(() => storedIn(page)).toContain('Half a thought')
  await userMenu(page).signOut()
  const dialog = page.getByRole('dialog', { name: '1 change and 1 draft only on this device' })
  await dialog.getByRole('button', { name: 'Keep encrypted and sign out' }).click()
  await dialog.getByLabel('Passphrase', { exact: true }).fill('olive tree 60')
  await dialog.getByRole('button', { name: 'Keep encrypted and sign out' }).click()
  await signInPage(page).expectShown()
  const stored = await storedIn(page)
  for (const text of ['In the tunnel', 'Half a thought']) expect(stored).not.toContain(text)
  await context.unroute('**/exploratory-commands')

  await signInPage(page).signIn(OWNER.username, OWNER.password)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  const unlock = page.getByRole('dialog', { name: 'Unlock encrypted changes' })
  await unlock.getByLabel('Passphrase', { exact: true }).fill('olive tree 60')
  await unlock.getByRole('button', { name: 'Unlock' }).click()
  await expect.poll(() => textsOnServer(call, 'On the train')).toEqual(['In the tunnel'])
  await exploratoryPage(page).toList()
  await exploratoryPage(page).row('On the train').getByRole('link', { name: 'On the train' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Half a thought')
})

/** Content of this browser's databases and storages as text. */
const storedIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = [JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])]
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
      })
      for (const store of db.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve, reject) => {
          const asking = db.transaction(store).objectStore(store).getAll()
          asking.addEventListener('success', () => resolve(asking.result as unknown[]))
          asking.addEventListener('error', () => reject(asking.error ?? new Error('not read')))
        })
        texts.push(JSON.stringify(all))
      }
      db.close()
    }
    return texts.join('\n')
  })
