import { readFileSync } from 'node:fs'
import {
  createLauncher,
  createPreset,
  getPreset,
  updatePreset,
  type Launcher,
  type LauncherValues,
  type Preset,
} from '../../../contract/launchers/launchers.ts'
import { addDemoRepository, updateRepositoryCredentials } from '../../../contract/launchers/repositories.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { abortLaunch } from '../../../contract/launches/launches.ts'
import { NEW_LAUNCHER } from '../../../machines/launchers/launcher-values.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { startGitlab } from '../support/gitlab.ts'
import { openInPlace } from '../support/in-place.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: { ...unattended, LAUNCHER_PROCESSES: 'true', ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' },
  actionTimeout: 10_000,
})

const area = `/projects/${PROJECT_KEY}/automation-launchers`

const COMMAND = [
  'for i in $(seq 1 2500); do echo "test number $i"; [ $i = 100 ] && echo "Error: slow answer"; done',
  // These words are not in the command itself, with which the log begins.
  `printf 'a %s line ${'that goes on '.repeat(40)}\\n' long`,
  'echo "the key is $SHOP_KEY"',
  'echo "warn: the answer was slow"',
  'echo "TypeError: no cart"',
  'i=0; while true; do i=$((i+1)); echo "still running $i"; sleep 1; done',
].join('; ')

const VALUES: LauncherValues = {
  ...NEW_LAUNCHER,
  name: 'Checkout regression',
  branch: 'main',
  dockerImage: 'node:22-slim',
  launchCommand: COMMAND,
  envVars: [{ name: 'SHOP_KEY', type: 'SECRET', value: 'never in a log' }],
  instanceTypeId: 'standard',
}

test('the log of a running launch is searched, stepped through by its errors, and followed at its end', async ({
  page,
  assay,
}) => {
  const call = await callsAs(assay, OWNER.username, OWNER.password)
  const { repository } = await call<{ repository: { id: number } }>(addDemoRepository, {}, {})
  const launcher = await call<Launcher>(createLauncher, { repoId: repository.id }, VALUES)
  const start = async (more: object = {}) => {
    const requested = { ...launcher.config, gitRepositoryId: repository.id, launcherId: launcher.id, ...more }
    return (await call<{ launchId: number }>(startLaunch, {}, requested)).launchId
  }
  const running = await start()
  const waiting = await start({ workerLabels: ['gpu'] })
  await signInDirectly(page)
  const log = page.getByRole('log')
  const follow = page.getByRole('button', { name: 'Follow the end' })
  const find = page.getByRole('searchbox', { name: 'Find in this log' })

  await test.step('stages show the progress, and the end is followed', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${running}?launchView=logs`)
    const stages = page.getByRole('list', { name: 'Stages' })
    await expect(stages.getByRole('listitem').filter({ hasText: 'Clone' })).toContainText('done')
    await expect(log.getByText('TypeError: no cart')).toBeVisible()
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    await expect(log.getByText(/^still running/).last()).toBeInViewport()
  })
  await test.step('a stage that succeeded is folded, and opens by its heading', async () => {
    await log.focus()
    await page.keyboard.press('Home')
    const clone = log.getByRole('button', { name: /^\d\d:\d\d:\d\d Clone 2 lines/ })
    await expect(log.getByText(/^At commit/)).toBeHidden()
    await clone.click()
    await expect(log.getByText(/^At commit/)).toBeVisible()
  })
  await test.step('errors far before the end are one press away, with the lines around them', async () => {
    await page.getByRole('button', { name: 'Previous error' }).click()
    await expect(page.getByText('Error 2 of 2')).toBeVisible()
    await page.keyboard.press('Shift+E')
    await expect(page.getByText('Error 1 of 2')).toBeVisible()
    await expect(log.getByText('Error: slow answer')).toBeInViewport()
    await expect(follow).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('matches of a text are stepped through by keys', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('NUMBER 12')
    await expect(page.getByText('1 of 111', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(log.getByText('test number 120', { exact: true })).toBeInViewport()
    await page.keyboard.press('Shift+Enter')
    await expect(page.getByText('1 of 111', { exact: true })).toBeVisible()
    await page.keyboard.press('Shift+Enter')
    await expect(log.getByText('test number 1299', { exact: true })).toBeInViewport()
  })
  await test.step('the end is followed again until the reader scrolls away', async () => {
    await log.focus()
    await page.keyboard.press('End')
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    await log.hover()
    await page.mouse.wheel(0, -2000)
    await expect(follow).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('long lines wrap, and a found line stays in view; the browser remembers wrapping and times', async () => {
    const wrap = page.getByRole('button', { name: 'Wrap' })
    const long = log.locator('[data-index]', { hasText: 'a long line' })
    const heightOf = async () => (await long.boundingBox())?.height ?? 0
    await find.fill('a long line')
    await expect(long).toBeInViewport()
    expect(await heightOf()).toBeGreaterThan(30)
    await wrap.click()
    await expect.poll(heightOf).toBeLessThan(30)
    await expect(long).toBeInViewport()
    await page.getByRole('button', { name: 'Times' }).click()
    await page.reload()
    await expect(wrap).toHaveAttribute('aria-pressed', 'false')
    await expect(log.getByRole('time')).toHaveCount(0)
    // Lines above it are higher when they wrap.
    await find.fill('test number 1000')
    const middle = log.getByText('test number 1000', { exact: true })
    await expect(middle).toBeInViewport()
    await page.keyboard.press('Escape')
    await log.focus()
    await page.keyboard.press('w')
    await expect(wrap).toHaveAttribute('aria-pressed', 'true')
    await expect(middle).toBeInViewport()
  })
  await test.step('the whole log is downloaded, with secrets hidden, and without times while they are hidden', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download this log' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe('Checkout regression 1, attempt 1.txt')
    const lines = readFileSync(await file.path(), 'utf8').split('\n')
    expect(lines).toEqual(expect.arrayContaining(['test number 1', 'test number 2500', 'the key is ••••••']))
  })
  const panel = page.getByRole('complementary', { name: 'Engine, schedules and launches' })
  await test.step('a launch without a worker shows why it waits, also beside its launcher', async () => {
    const why = 'No worker with the label gpu is connected'
    await openInPlace(page, `automation-launches/${waiting}`)
    await expect(page.getByText(why)).toBeVisible()
    await openInPlace(page, `automation-launchers/${repository.id}/${launcher.id}`)
    await expect(panel.getByText(`1 launch waits. ${why}.`)).toBeVisible()
    // Aborted on another device.
    await call(abortLaunch, { launchId: waiting }, {})
    await expect(panel.getByText('Nothing is waiting.')).toBeVisible()
    const today = panel.getByRole('table', { name: 'Engine time of the last 14 days' }).getByRole('row').last()
    await expect(today.getByRole('cell').first()).toHaveText(/^[1-9]\d* (?:s|min)$/)
  })
  await test.step('schedules of all presets are paused together, unless one was changed meanwhile', async () => {
    const schedule = { id: null, cron: '0 30 1 * * *', timezone: 'UTC' }
    const preset = (name: string) =>
      call<Preset>(createPreset, { launcherId: launcher.id }, { ...VALUES, name, schedules: [schedule] })
    const nightly = await preset('Nightly')
    await preset('Vouchers')
    const switches = panel.getByRole('switch', { name: /^Schedule/, checked: true })
    const toast = page.getByRole('region', { name: /notifications/i })
    await expect(switches).toHaveCount(2)
    await panel.getByRole('button', { name: 'Pause all' }).click()
    await expect(switches).toHaveCount(0)
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(switches).toHaveCount(2)
    // Changed on another device after the button was pressed.
    const { schedules } = await call<Preset>(getPreset, { presetId: nightly.id })
    const changed = schedules.map(({ id }) => ({ id, cron: '0 45 2 * * *', timezone: 'UTC' }))
    await page.route('**/schedules/status', async (route) => {
      await call(updatePreset, { presetId: nightly.id }, { schedules: changed })
      await route.continue()
    })
    await panel.getByRole('button', { name: 'Pause all' }).click()
    await expect(toast).toContainText('somebody else changed schedules of Nightly meanwhile')
    await expect(panel.getByText('Every day at 02:45, UTC')).toBeVisible()
  })
})

test('repositories of a GitLab account are added: one that works, one that is rejected and one that is empty', async ({
  page,
  assay,
}) => {
  const gitlab = await startGitlab()
  await signInDirectly(page)
  const list = page.getByRole('region', { name: 'Repositories' })
  await test.step('[ADDR-07] a token lists repositories, which are searched', async () => {
    await page.goto(`${area}/add-repo?provider=gitlab`)
    const form = page.getByRole('form', { name: 'Sign in with a token' })
    await form.getByLabel('Server').fill(gitlab.url)
    await form.getByLabel('Token').fill(gitlab.token)
    await form.getByRole('button', { name: 'Sign in' }).click()
    await expect(list.getByText(/^Signed in to 127\.0\.0\.1:\d+ as nora$/)).toBeVisible()
    await expect(list.getByRole('button', { name: /^Add larkspur/ })).toHaveCount(3)
    await page.getByLabel('Search repositories').fill('shop')
    await expect(list.getByRole('button', { name: /^Add larkspur/ })).toHaveCount(1)
  })
  await test.step('[REPO-03] [REPO-07] an added repository opens: its name leads to the provider, its credentials are a form', async () => {
    await list.getByRole('button', { name: 'Add larkspur/shop-e2e' }).click()
    await expect(
      page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'larkspur/shop-e2e' }),
    ).toHaveAttribute('href', 'https://gitlab.larkspur.test/larkspur/shop-e2e')
    await expect(page.getByRole('form', { name: 'Credentials' }).getByLabel('Username')).toBeVisible()
  })
  await test.step('[REPO-27] [REPO-28] [CONF-19] a field waits for branches that load; without an engine a hint leads to Integrations', async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/branches$/, (route) => held.then(() => route.continue()))
    const sauce = { tool: 'SAUCE_LABS', executor: 'SAUCE_LABS', id: 'sauce-labs', name: 'Sauce Labs', icon: 'cloud' }
    await page.route(/\/testing-executors$/, (route) => route.fulfill({ json: { items: [sauce] } }))
    await page.getByRole('main').getByRole('link', { name: 'New launcher' }).first().click()
    await expect(page.getByRole('button', { name: 'Branch: Loading branches…' })).toBeVisible()
    answer()
    await expect(page.getByRole('button', { name: 'Branch: Choose a branch' })).toBeVisible()
    await expect(page.getByText('Enable the engine in Integrations to run launches on this server.')).toBeVisible()
    await page.unrouteAll()
  })
  await test.step('[ADDR-09] an address replaces the list; a rejected one stays in its field', async () => {
    await openInPlace(page, 'automation-launchers/add-repo?provider=gitlab')
    await page.getByText('Add by address').click()
    await expect(list).toBeHidden()
    const address = `${gitlab.url}/larkspur/shop-e2e.git`
    await page.getByRole('textbox', { name: 'Address' }).fill(address)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('This repository is in the project already')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(address)
    await page.getByText('Add by address').click()
  })
  const form = page.getByRole('form', { name: 'Credentials' })
  await test.step('[REPO-18] a repository that git may not read has failed until its credentials are right', async () => {
    await list.getByRole('button', { name: 'Add larkspur/vault' }).click()
    const inTree = page.getByRole('treeitem', { name: /^larkspur\/vault, failed/ })
    await expect(inTree).toBeVisible()
    await form.getByLabel('Username').fill('nora')
    await form.getByLabel('Token or app password').fill('wrong')
    await form.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByText('Repository was successfully updated')).toBeVisible()
    await form.getByLabel('Token or app password').fill('another token')
    await form.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByText('Repo is connected.')).toBeVisible()
    await expect(inTree).toBeHidden()
  })
  await test.step('credentials that were replaced on another device are compared, not overwritten', async () => {
    const elsewhere = await callsAs(assay, OWNER.username, OWNER.password)
    const repoId = Number(new URL(page.url()).pathname.split('/').at(-1))
    await elsewhere(updateRepositoryCredentials, { repoId }, { username: 'bot', accessToken: 'of the bot' })
    await form.getByLabel('Token or app password').fill('yet another')
    await form.getByRole('button', { name: 'Connect' }).click()
    const meanwhile = form.getByRole('region', { name: 'Changed meanwhile' })
    await expect(meanwhile).toContainText('bot, with the stored token')
    await meanwhile.getByText('Theirs', { exact: true }).first().click()
    await form.getByRole('button', { name: 'Connect' }).click()
    await expect(meanwhile).toHaveCount(0)
    await expect(form.getByLabel('Username')).toHaveValue('bot')
  })
  await test.step('a repository without branches takes no launcher, with the reason', async () => {
    await openInPlace(page, 'automation-launchers/add-repo?provider=gitlab')
    await list.getByRole('button', { name: 'Add larkspur/empty' }).click()
    await page.getByRole('main').getByRole('link', { name: 'New launcher' }).first().click()
    await expect(page.getByText(/^Unable to add new launcher: branches were not found/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'ADD', exact: true })).toBeDisabled()
  })
  await gitlab.close()
})
