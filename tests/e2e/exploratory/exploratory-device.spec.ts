import type { Page } from '@playwright/test'
import { listObservations } from '../../../contract/exploratory/observations.ts'
import { listExploratorySessions } from '../../../contract/exploratory/sessions.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { signInPage, userMenu } from '../pages/sign-in.ts'
import { waitingIn } from '../support/device-log.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expectToBeKept } from '../support/kept.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  serviceWorkers: 'allow',
  people: TEAM,
})

/** What the server holds of the session with a title: asked for beside the page. */
const notesOnServer = async (page: Page, title: string): Promise<string[] | null> => {
  const { authToken } = await signInDirectly(page)
  const headers = { authorization: `Bearer ${authToken}` }
  const path = listExploratorySessions.path.replace(':projectKey', PROJECT_KEY)
  const sessions = listExploratorySessions.answer.parse(await (await page.request.get(path, { headers })).json())
  const session = sessions.items.find((one) => one.title === title)
  if (session === undefined) return null
  const observations = listObservations.path
    .replace(':projectKey', PROJECT_KEY)
    .replace(':exploratorySessionId', session.id)
  const { items } = listObservations.answer.parse(await (await page.request.get(observations, { headers })).json())
  return items.map(({ description }) => description)
}

const note = async (page: Page, words: string) => {
  await page.getByRole('textbox', { name: 'Description' }).fill(words)
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('paragraph').filter({ hasText: words })).toBeVisible()
}

/** Until it is on the disk of this device, the draft in its form stands for it: the next one would take its place there. */
const keptNote = async (page: Page, words: string) => {
  await note(page, words)
  const isKept = async () =>
    (await waitingIn(page)).waiting.some(
      ({ command }) => command.type === 'observation/create' && command.values.description === words,
    )
  await expect.poll(isKept).toBe(true)
}

const begin = async (page: Page, title: string) => {
  const sessions = exploratoryPage(page)
  await sessions.create().first().click()
  await sessions.field('Title').fill(title)
  await sessions.submit('Create').click()
  await expect(sessions.heading(title)).toBeVisible()
}

test('[ESED-13] [ESED-18] a session is begun, written in and reloaded without a network; with it all of that arrives once', async ({
  page,
  context,
}) => {
  await signInDirectly(page)
  await exploratoryPage(page).open()
  await expect(page.getByRole('heading', { name: 'Exploratory sessions', exact: true })).toBeVisible()
  await expectToBeKept(page)
  await context.setOffline(true)
  await begin(page, 'In the basement')
  await keptNote(page, 'The lift shows floor -1 twice')
  await keptNote(page, 'No signal, no error')
  await page.reload()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByRole('paragraph').filter({ hasText: 'No signal, no error' })).toBeVisible()
  await keptNote(page, 'A third one after the reload')
  await exploratoryPage(page).open()
  await expect(page.getByRole('list', { name: 'Unsent sessions' })).toContainText('In the basement')
  await context.setOffline(false)
  await expect
    .poll(() => notesOnServer(page, 'In the basement'), { timeout: 30_000 })
    .toEqual(['The lift shows floor -1 twice', 'No signal, no error', 'A third one after the reload'])
  const row = exploratoryPage(page).row('In the basement')
  await expect(row).toBeVisible()
  await expect(page.getByText('Not sent yet')).toBeHidden()

  // Opened once, it is found without the server too, where its list was never seen.
  await row.getByRole('link', { name: 'In the basement' }).click()
  await expect(page.getByText('No signal, no error')).toBeVisible()
  await context.setOffline(true)
  await exploratoryPage(page).open('?state=closed')
  await page.getByRole('region', { name: 'On this device' }).getByRole('link', { name: 'In the basement' }).click()
  await expect(page.getByText('A third one after the reload')).toBeVisible()
})

/** Brightness of the middle of a picture that was attached, as the server gives it. */
const middleOf = (page: Page) =>
  page.evaluate(async () => {
    const picture = document.querySelector<HTMLImageElement>('[aria-label="Files"] img')
    if (picture === null || !picture.src.includes('/api/files/')) return null
    const bitmap = await createImageBitmap(await (await fetch(picture.src)).blob())
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height })
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(bitmap, 0, 0)
    return [...(drawing?.getImageData(bitmap.width / 2 - 8, bitmap.height / 2, 16, 1).data ?? [])].filter(
      (_, place) => place % 4 === 0,
    )
  })

test('a pasted picture is marked before it is sent: what is blurred is not in what the server has', async ({
  page,
}) => {
  await signInDirectly(page)
  await exploratoryPage(page).open()
  await begin(page, 'With pictures')
  // Stripes of one pixel: nothing but a blur makes them grey.
  await page.getByRole('textbox', { name: 'Description' }).evaluate(async (area) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 240 })
    const drawing = canvas.getContext('2d')
    if (drawing === null) throw new Error('no canvas')
    for (let x = 0; x < 400; x += 1) {
      drawing.fillStyle = x % 2 === 0 ? '#000' : '#fff'
      drawing.fillRect(x, 0, 1, 240)
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([blob ?? ''], 'stripes.png', { type: 'image/png' }))
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByRole('button', { name: 'Mark up stripes.png' }).click()
  const marks = page.getByRole('application')
  await page.getByRole('button', { name: 'Blur' }).click()
  await marks.press('Enter')
  await expect(marks).toHaveAccessibleName(/with 1 mark/)
  await page.getByRole('button', { name: 'Arrow' }).click()
  await marks.hover({ position: { x: 20, y: 20 } })
  await page.mouse.down()
  await marks.hover({ position: { x: 90, y: 60 } })
  await page.mouse.up()
  await expect(marks).toHaveAccessibleName(/with 2 marks/)
  await page.keyboard.press('Control+Z')
  await expect(marks).toHaveAccessibleName(/with 1 mark\b/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(marks).toBeHidden()
  await expect(page.getByRole('button', { name: 'Mark up stripes.png' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await note(page, 'Stripes')
  await expect.poll(() => middleOf(page)).not.toBeNull()
  const shades = (await middleOf(page)) ?? []
  expect(Math.max(...shades) - Math.min(...shades)).toBeLessThan(60)
})

test('signing out with unsent work keeps it encrypted: the next person sees nothing, its owner opens it again', async ({
  page,
  context,
}) => {
  await signInDirectly(page)
  await exploratoryPage(page).open()
  await begin(page, 'On the train')
  await note(page, 'Before the tunnel')
  await expect.poll(() => notesOnServer(page, 'On the train')).toEqual(['Before the tunnel'])
  // The commands alone do not get through: signing out does.
  await context.route('**/exploratory-commands', (route) => route.abort())
  await note(page, 'In the tunnel')
  await page.getByRole('textbox', { name: 'Description' }).fill('Half a thought')
  await expect.poll(() => storedIn(page)).toContain('Half a thought')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await userMenu(page).signOut()
  const dialog = page.getByRole('dialog', { name: '1 change and 1 draft only on this device' })
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Discard and sign out' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Discard 1 change and 1 draft?' })
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await expect(sure).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.getByRole('button', { name: 'Keep encrypted and sign out' }).click()
  const passphrase = dialog.getByLabel('Passphrase', { exact: true })
  await expect(passphrase).toHaveAccessibleDescription('This field is required')
  await passphrase.fill('olive tree 60')
  await dialog.getByRole('button', { name: 'Keep encrypted and sign out' }).click()
  await signInPage(page).expectShown()
  const stored = await storedIn(page)
  for (const text of ['In the tunnel', 'Half a thought']) expect(stored).not.toContain(text)
  await context.unroute('**/exploratory-commands')
  await signInPage(page).signIn('emil', MEMBERS_PASSWORD)
  await expect(page.getByRole('button', { name: 'Emil Bauer, your account' })).toBeVisible()
  await exploratoryPage(page).open()
  await expect(exploratoryPage(page).row('On the train')).toBeVisible()
  await expect(page.getByText('encrypted on this device')).toBeHidden()
  await userMenu(page).signOut()
  await signInPage(page).signIn(OWNER.username, OWNER.password)
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  const open = page.getByRole('dialog', { name: 'Unlock encrypted changes' })
  await open.getByLabel('Passphrase', { exact: true }).fill('another tree')
  await open.getByRole('button', { name: 'Unlock' }).click()
  await expect(open.getByText('Wrong passphrase')).toBeVisible()
  await open.getByLabel('Passphrase', { exact: true }).fill('olive tree 60')
  await open.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByText('encrypted on this device')).toBeHidden()
  await expect.poll(() => notesOnServer(page, 'On the train')).toEqual(['Before the tunnel', 'In the tunnel'])
  await exploratoryPage(page).open()
  await exploratoryPage(page).row('On the train').getByRole('link', { name: 'On the train' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Half a thought')
})

/** All that this browser's databases and storages hold, as text. */
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
