import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright'
import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import { uploadPath } from '../../contract/exploratory/files.ts'
import { exploratoryStream } from '../../contract/live.ts'
import { LIMITS } from '../../contract/limits.ts'
import { packed } from '../../store/outbox/bundles/bundle.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { OWNER, signIn, startBenchServer } from './support/assay.ts'
import { limit, median } from './support/figures.ts'
import { launchBrowser } from './support/page.ts'

const ATTACHMENTS = 400
const QUEUED = 1000
const ROUNDS = 7

let assay: AssayProcess
let browser: Browser
let token: string
let typeId: number
const sessionId = randomUUID()

beforeAll(async () => {
  assay = await startBenchServer()
  token = await signIn(assay.url)
  const { items } = (await call('GET', '/observation-types')) as { items: { id: number }[] }
  typeId = items[0]?.id ?? 0
  await fill()
  browser = await launchBrowser()
}, 600_000)
afterAll(async () => {
  await browser.close()
  await assay.remove()
})

const call = async (method: string, address: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(`${assay.url}/api/projects/DEF${address}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`)
  return JSON.parse(text)
}

/** A complete PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

const fill = async () => {
  await call('POST', '/exploratory-sessions', { id: sessionId, title: 'A long afternoon' })
  const each = ATTACHMENTS / LIMITS.maxObservations
  for (let n = 0; n < LIMITS.maxObservations; n += 1) {
    const attachments = Array.from({ length: each }, (_, i) => ({
      fileUuid: randomUUID(),
      name: `picture ${n}.${i}.png`,
      contentType: 'image/png',
      sizeBytes: PIXEL.length,
    }))
    for (const { fileUuid, name } of attachments) {
      const query = new URLSearchParams({ offset: '0', sizeBytes: String(PIXEL.length), name })
      const answer = await fetch(`${assay.url}${uploadPath('DEF', fileUuid)}?${query}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: PIXEL,
      })
      if (!answer.ok) throw new Error(`an upload was answered with ${answer.status}`)
    }
    await call('POST', `/exploratory-sessions/${sessionId}/observations`, {
      typeId,
      description: `Observation ${n}: the total of the **basket** is wrong after the voucher was used ${n} times`,
      attachments,
    })
  }
}

const device = async (): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: assay.url })
  const page = await context.newPage()
  await page.request.post('/api/iam/v1/auth/login', { data: OWNER })
  return { context, page }
}

const sessionPath = (id: string) => `/projects/DEF/exploratory-sessions/${id}`

const openedIn = async (page: Page, address: string, isSeen: string): Promise<number> => {
  await page.goto(address)
  // From the start of the navigation to the frame that shows it.
  return page.evaluate<number>(`new Promise((resolve) => {
    const check = () => (${isSeen}) ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(check)
    check()
  })`)
}

const NOTES = `document.body.innerText.includes('Observation 199')`

test('opens a long session offline, stores notes while they are typed, and sends all of them', async ({
  onTestFailed,
}) => {
  // A timeout of the page often follows from a failure of the server, so its log is printed.
  onTestFailed(() => console.info(assay.output()))
  const { context, page } = await device()
  await page.goto(sessionPath(sessionId))
  await page.getByText('Observation 199').first().waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await context.setOffline(true)
  const sessions: number[] = []
  const shells: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const shell = await openedIn(page, '/projects', `document.querySelector('nav[aria-label=Main]') !== null`)
    const opened = await openedIn(page, sessionPath(sessionId), NOTES)
    if (round > 0) {
      shells.push(shell)
      sessions.push(opened)
    }
  }
  limit('exploratory: the shell, offline, on a second visit', median(shells), 'ms', 'at most', 1000)
  limit('exploratory: 200 observations with 400 files, offline', median(sessions), 'ms', 'at most', 500)

  await context.setOffline(false)
  await call('POST', '/exploratory-sessions', { title: 'Written in' })
  const { items } = (await call('GET', '/exploratory-sessions?q=Written')) as { items: { id: string }[] }
  await page.goto(sessionPath(items[0]?.id ?? ''))
  await page.getByRole('textbox', { name: 'Description' }).waitFor()
  await context.setOffline(true)
  const shown: number[] = []
  const saved: number[] = []
  for (let round = 0; round < 3 * ROUNDS; round += 1) {
    const words = `Note number ${round} of this afternoon`
    await page.getByRole('textbox', { name: 'Description' }).fill(words)
    const times = await page.evaluate(async (text) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('assay-1')
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
      })
      const count = () =>
        new Promise<number>((resolve, reject) => {
          const asking = db.transaction('outbox').objectStore('outbox').count()
          asking.addEventListener('success', () => resolve(asking.result))
          asking.addEventListener('error', () => reject(asking.error ?? new Error('not counted')))
        })
      const before = await count()
      const begun = performance.now()
      const keys = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', keys))
      const isShown = (async () => {
        while (![...document.querySelectorAll('li p')].some((one) => one.textContent === text))
          await new Promise(requestAnimationFrame)
        return performance.now() - begun
      })()
      const isKept = (async () => {
        while ((await count()) === before) await new Promise((resolve) => setTimeout(resolve))
        return performance.now() - begun
      })()
      const received = { shown: await isShown, kept: await isKept }
      db.close()
      return received
    }, words)
    shown.push(times.shown)
    saved.push(times.kept)
  }
  limit('exploratory: a note, until it is shown', median(shown), 'ms', 'at most', 50)
  limit('exploratory: a note, until it is on disk', median(saved), 'ms', 'at most', 100)

  const before = shown.length
  limit(
    `exploratory: ${QUEUED} that wait, sent in order`,
    await sendAll(page, before, false),
    'changes/s',
    'at least',
    200,
  )
  await context.setOffline(true)
  limit(`exploratory: ${QUEUED}, while somebody looks on`, await sendAll(page, 0, true), 'changes/s', 'at least', 200)
  await context.close()
}, 600_000)

/** Imports a file from another device, and sends its commands with the local ones. Resolves with the number sent per second. */
const sendAll = async (page: Page, waiting: number, isLookedAt: boolean): Promise<number> => {
  await page.keyboard.press('Control+K')
  await page.getByRole('option', { name: 'Unsent changes' }).click()
  const panel = page.getByRole('dialog', { name: 'Unsent changes' })
  await panel.getByLabel('File with unsent changes').setInputFiles({
    name: 'unsent.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(packed({ commands: queued(), files: [] })),
  })
  const unsent = QUEUED + waiting
  await panel
    .getByText(`${unsent.toLocaleString('en')} changes`)
    .first()
    .waitFor()
  if (!isLookedAt) await page.keyboard.press('Escape')
  const begun = performance.now()
  await page.context().setOffline(false)
  await page
    .getByRole('button', { name: 'Try now' })
    .first()
    .click({ timeout: 2000 })
    .catch(() => undefined)
  if (!isLookedAt) await page.getByText('wait to be sent').first().waitFor({ state: 'hidden', timeout: 120_000 })
  await page.evaluate(outboxEmpty)
  const rate = (unsent / (performance.now() - begun)) * 1000
  if (isLookedAt) await page.keyboard.press('Escape')
  return rate
}

const outboxEmpty = async () => {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('assay-1')
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
  })
  const count = () =>
    new Promise<number>((resolve) => {
      const asking = db.transaction('outbox').objectStore('outbox').count()
      asking.addEventListener('success', () => resolve(asking.result))
    })
  while ((await count()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  db.close()
}

/** Five sessions, each with the maximum of observations. */
const queued = () => {
  const ids = Array.from({ length: Math.ceil(QUEUED / LIMITS.maxObservations) }, () => randomUUID())
  const commands: ExploratoryCommand[] = ids.flatMap((id, place) => {
    const values = {
      title: `Session ${place} on a train`,
      description: '',
      charter: { explore: '', with: '', toDiscover: '' },
      assigneeId: null,
      milestoneId: null,
      environmentId: null,
      configurations: [],
      requirements: [],
      timeBoxMinutes: null,
    }
    const created: ExploratoryCommand = { type: 'session/create', sessionId: id, values }
    return [created, ...Array.from({ length: QUEUED / ids.length - 1 }, (_, n) => observation(id, n))]
  })
  const at = new Date().toISOString()
  return commands.map((command) => {
    const stream = exploratoryStream(command.sessionId)
    return { stream, key: randomUUID(), at, projectKey: 'DEF', command, hints: {} }
  })
}

const observation = (session: string, n: number): ExploratoryCommand => ({
  type: 'observation/create',
  sessionId: session,
  observationId: randomUUID(),
  clockMillis: n * 1000,
  values: {
    typeId,
    description: `What happens when the voucher is used ${n} times`,
    elapsedTimeInMillis: 900,
    attachments: [],
    issueId: null,
    issueType: null,
    improvementId: null,
    improvementType: null,
  },
})
