import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import { findBrowser } from './browser.mjs'
import { build } from './prepare.mjs'

const URL = 'http://127.0.0.1:4499'
const OWNER = { username: 'nora', password: 'sample-shop-1' }
const TOKEN = 'token-of-the-pictures-of-the-manual'

const MODEL = JSON.stringify(
  {
    id: 'cart',
    initial: 'empty',
    states: {
      empty: { on: { 'Add a product': 'filled' } },
      filled: { on: { 'Remove the product': 'empty', 'Go to the checkout': 'checkout' } },
      checkout: { on: { 'Pay by card': 'paid', 'Go back': 'filled' } },
      paid: {},
    },
  },
  null,
  2,
)

/** Pictures by file name: `at` returns the page of the demo project, `act` prepares the page. */
const PICTURES = {
  overview: { at: () => '' },
  'test-cases': { at: () => '/test-cases', act: (page) => page.getByRole('row').nth(4).click() },
  model: {
    at: () => '/test-cases/model',
    act: async (page) => {
      await page.getByLabel('Model').fill(MODEL)
      await page.getByRole('button', { name: 'Generate cases' }).click()
    },
  },
  'test-run': {
    at: ({ run }) => `/test-runs/${run}`,
    act: (page) => page.getByRole('button', { name: 'Open my next case' }).click(),
  },
  'test-plan': { at: ({ plan }) => `/test-plans/${plan}` },
  'exploratory-session': { at: ({ session }) => `/exploratory-sessions/${session}` },
  requirements: { at: () => '/requirements' },
  launches: { at: () => '/automation-launches' },
  launch: { at: ({ launch }) => `/automation-launches/${launch}` },
  test: { at: ({ launch, test }) => `/automation-launches/${launch}/tests/${test}` },
  'flaky-tests': { at: () => '/automation-launches/flaky-tests' },
  'quality-gate': { at: () => '/quality-gate' },
  'getting-started': { at: () => '/automation-launches/getting-started' },
  launchers: { at: () => '/automation-launchers/add-repo' },
  settings: { at: () => '/settings' },
}

/** Takes the pictures of the manual, or those that are named, from the demo project of a new installation. */
export const takePictures = async (root, run, names) => {
  await build(root, run)
  const executablePath = await findBrowser(root, run)
  const data = mkdtempSync(path.join(tmpdir(), 'assay-pictures-'))
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: '4499',
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      ASSAY_OWNER_USERNAME: OWNER.username,
      ASSAY_OWNER_EMAIL: 'nora@shop.example',
      ASSAY_OWNER_PASSWORD: OWNER.password,
      ASSAY_PROJECT_KEY: 'DEF',
      ASSAY_ACCESS_TOKEN: TOKEN,
    },
  })
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
  try {
    const ids = await idsOfDemo()
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
    await page.goto(`${URL}/signin`)
    await page.getByLabel('Username').fill(OWNER.username)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/projects/)
    for (const [name, { at, act }] of Object.entries(PICTURES)) {
      if (names.length > 0 && !names.includes(name)) continue
      await page.goto(`${URL}/projects/SHOP${at(ids)}`)
      await page.waitForLoadState('networkidle')
      await act?.(page)
      // Toasts and transitions have ended by then.
      await pause(1500)
      const file = path.join(root, 'docs/manual/pictures', `${name}.png`)
      await page.screenshot({ path: file, animations: 'disabled' })
      console.log(path.relative(root, file))
    }
  } finally {
    await browser.close()
    server.kill()
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Creates the demo project. Resolves with the ids of what the pictures show. */
const idsOfDemo = async () => {
  for (let tries = 0; tries < 900 && !(await isReady()); tries += 1) await pause(200)
  await call('POST', '/api/projects/demo', { timeZone: 'Europe/Berlin' })
  const first = async (list) => (await call('GET', `/api/projects/SHOP/${list}`)).items[0].id
  const launches = (await call('GET', '/api/projects/SHOP/launches?size=25')).items
  const launch = launches.find(({ status }) => status === 'FAILED').id
  const tests = (await call('GET', `/api/projects/SHOP/launches/${launch}/tests`)).items
  return {
    run: await first('test-runs'),
    plan: await first('test-plans'),
    session: await first('exploratory-sessions'),
    launch,
    test: tests.find(({ status }) => status === 'FAILED').id,
  }
}

const isReady = () =>
  fetch(`${URL}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

const call = async (method, address, body) => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const answer = await fetch(URL + address, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
