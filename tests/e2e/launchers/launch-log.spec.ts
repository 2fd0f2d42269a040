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
import { addDemoRepository } from '../../../contract/launchers/repositories.ts'
import { startLaunch } from '../../../contract/launchers/start.ts'
import { abortLaunch } from '../../../contract/launches/launches.ts'
import { NEW_LAUNCHER } from '../../../machines/launchers/launcher-values.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: { ...unattended, LAUNCHER_PROCESSES: 'true' }, actionTimeout: 10_000 })

const COMMAND = [
  'for i in $(seq 1 2500); do echo "test number $i"; [ $i = 100 ] && echo "Error: slow answer"; done',
  // Its words are not in the command itself, which the log begins with.
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

test('the log of a running launch is searched, stepped through by its errors, and followed at its end; one without a worker says why it waits', async ({
  page,
  assay,
}) => {
  const call = await callsAs(assay, OWNER.username, OWNER.password)
  const { repository } = await call<{ repository: { id: number } }>(addDemoRepository, {}, {})
  const launcher = await call<Launcher>(createLauncher, { repoId: repository.id }, VALUES)
  const start = async (more: object = {}) => {
    const asked = { ...launcher.config, gitRepositoryId: repository.id, launcherId: launcher.id, ...more }
    return (await call<{ launchId: number }>(startLaunch, {}, asked)).launchId
  }
  const running = await start()
  const waiting = await start({ workerLabels: ['gpu'] })
  await signInDirectly(page)
  const log = page.getByRole('log')
  const follow = page.getByRole('button', { name: 'Follow the end' })

  await test.step('its stages say how far it has come, and its end is followed', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${running}?launchView=logs`)
    const stages = page.getByRole('list', { name: 'Stages' })
    await expect(stages.getByText('Command')).toBeVisible()
    await expect(stages.getByRole('listitem').filter({ hasText: 'Clone' })).toContainText('done')
    await expect(log.getByText('TypeError: no cart')).toBeVisible()
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    await expect(log.getByText(/^still running/).last()).toBeVisible()
  })

  await test.step('what went well before the command is folded, and opened by its head', async () => {
    await log.focus()
    await page.keyboard.press('Home')
    await expect(log.getByText(/^At commit/)).toBeHidden()
    const clone = log.getByRole('button', { name: /^\d\d:\d\d:\d\d Clone 2 lines/ })
    await clone.click()
    await expect(log.getByText(/^At commit/)).toBeVisible()
    await clone.click()
    await expect(log.getByText(/^At commit/)).toBeHidden()
    await page.getByRole('searchbox', { name: 'Find in this log' }).fill('At commit')
    await expect(log.locator('[data-found]').getByText(/^At commit/)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find in this log' }).fill('')
    await expect(log.getByRole('button', { name: /Command [\d,]+ lines/ })).toBeVisible()
  })

  await test.step('[LOGS-12] an error far before the end is one press away, with the lines around it', async () => {
    await expect(page.getByText('2 errors')).toBeVisible()
    await page.getByRole('button', { name: 'Previous error' }).click()
    await expect(page.getByText('Error 2 of 2')).toBeVisible()
    await page.keyboard.press('Shift+E')
    await expect(page.getByText('Error 1 of 2')).toBeVisible()
    await expect(log.getByText('Error: slow answer')).toBeInViewport()
    await expect(log.getByText('test number 99', { exact: true })).toBeVisible()
    await expect(follow).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('the first error is one press away from anywhere, and warnings are stepped through beside the errors', async () => {
    await page.getByRole('button', { name: 'Next error' }).click()
    await expect(page.getByText('Error 2 of 2')).toBeVisible()
    await page.getByRole('button', { name: 'First error' }).click()
    await expect(page.getByText('Error 1 of 2')).toBeVisible()
    await expect(log.getByText('Error: slow answer')).toBeInViewport()
    await expect(page.getByText('1 warning', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Next warning' }).click()
    await expect(page.getByText('Warning 1 of 1')).toBeVisible()
    await expect(log.getByText(': the answer was slow')).toBeInViewport()
    await expect(page.getByText('2 errors')).toBeVisible()
  })

  await test.step('a text is found from match to match by the keyboard', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('NUMBER 12')
    await expect(page.getByText('1 of 111', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 of 111')).toBeVisible()
    await expect(log.getByText('test number 120', { exact: true })).toBeInViewport()
    await page.keyboard.press('Shift+Enter')
    await expect(page.getByText('1 of 111', { exact: true })).toBeVisible()
    await page.keyboard.press('Shift+Enter')
    await expect(page.getByText('111 of 111')).toBeVisible()
    await expect(log.getByText('test number 1299', { exact: true })).toBeInViewport()
  })

  await test.step('at the end it is followed again, until one scrolls away', async () => {
    await log.focus()
    await page.keyboard.press('End')
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    await log.hover()
    await page.mouse.wheel(0, -2000)
    await expect(follow).toHaveAttribute('aria-pressed', 'false')
    await follow.click()
    await expect(log.getByText(/^still running/).last()).toBeInViewport()
  })

  await test.step('long lines wrap or not and times show or not, as the browser remembers, and a line stays found', async () => {
    const switches = {
      wrap: page.getByRole('button', { name: 'Wrap' }),
      times: page.getByRole('button', { name: 'Times' }),
    }
    const long = log.locator('[data-index]', { hasText: 'a long line' })
    const middle = log.getByText('test number 1000', { exact: true })
    const heightOf = async () => (await long.boundingBox())?.height ?? 0
    await page.keyboard.press('/')
    await page.keyboard.type('a long line')
    await expect(long).toBeInViewport()
    expect(await heightOf()).toBeGreaterThan(30)
    await switches.wrap.click()
    await expect(switches.wrap).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(heightOf).toBeLessThan(30)
    await expect(long).toBeInViewport()
    expect(await log.evaluate((own) => own.scrollWidth > own.clientWidth)).toBe(true)
    await expect(log.getByRole('time').first()).toBeVisible()
    await log.focus()
    await page.keyboard.press('Shift+T')
    await expect(switches.times).toHaveAttribute('aria-pressed', 'false')
    await expect(log.getByRole('time')).toHaveCount(0)
    await page.reload()
    await expect(switches.wrap).toHaveAttribute('aria-pressed', 'false')
    await expect(switches.times).toHaveAttribute('aria-pressed', 'false')
    // Lines above it are higher when they wrap.
    await page.getByRole('searchbox', { name: 'Find in this log' }).fill('test number 1000')
    await expect(middle).toBeInViewport()
    await page.keyboard.press('Escape')
    await log.focus()
    await page.keyboard.press('w')
    await expect(switches.wrap).toHaveAttribute('aria-pressed', 'true')
    await expect(middle).toBeInViewport()
  })

  await test.step('the whole log is downloaded, with secrets hidden, without times as long as they are not shown', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download this log' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe('Checkout regression 1, attempt 1.txt')
    const lines = readFileSync(await file.path(), 'utf8').split('\n')
    expect(lines).toEqual(expect.arrayContaining(['test number 1', 'test number 2500', 'the key is ••••••']))
    await page.keyboard.press('Shift+T')
    const again = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download this log' }).click()
    expect(readFileSync(await (await again).path(), 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z test number 2500$/m)
  })

  await test.step('one that no worker can take says so, there and beside its launcher', async () => {
    const why = 'No worker with the label gpu is connected'
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${waiting}`)
    await expect(page.getByText(why)).toBeVisible()
    await page.goto(`/projects/${PROJECT_KEY}/automation-launchers/${repository.id}/${launcher.id}`)
    const panel = page.getByRole('complementary', { name: 'Engine, schedules and launches' })
    await expect(panel.getByText(`1 launch waits. ${why}.`)).toBeVisible()
    // Aborted on another device: the panel hears of it.
    await call(abortLaunch, { launchId: waiting }, {})
    await expect(panel.getByText('Nothing is waiting.')).toBeVisible()
    // Of the launch that runs.
    await expect(panel.getByText(/^1 launch, median wait .*, at most \d waiting at once$/)).toBeVisible()
    const today = panel.getByRole('table', { name: 'Engine time of the last 14 days' }).getByRole('row').last()
    await expect(today.getByRole('cell').first()).toHaveText(/^[1-9]\d* (?:s|min)$/)
  })

  await test.step('[SCHED-11] [SCHED-12] schedules of all presets are paused at once, also back, and not where somebody changed one meanwhile', async () => {
    const preset = (name: string) =>
      call<Preset>(
        createPreset,
        { launcherId: launcher.id },
        { ...VALUES, name, schedules: [{ id: null, cron: '0 30 1 * * *', timezone: 'UTC' }] },
      )
    const nightly = await preset('Nightly')
    await preset('Vouchers')
    const panel = page.getByRole('complementary', { name: 'Engine, schedules and launches' })
    const switches = panel.getByRole('switch', { name: /^Schedule/ })
    const toast = page.getByRole('region', { name: /notifications/i })
    await expect(panel.getByText('Every day at 01:30, UTC')).toHaveCount(2)
    await panel.getByRole('button', { name: 'Pause all' }).click()
    await expect(switches.first()).not.toBeChecked()
    await expect(switches.last()).not.toBeChecked()
    await expect(toast).toContainText('Schedules was successfully paused')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(switches.first()).toBeChecked()
    await expect(switches.last()).toBeChecked()
    // The page has not heard of it yet when the button is pressed.
    const { schedules } = await call<Preset>(getPreset, { presetId: nightly.id })
    await page.route('**/schedules/status', async (route) => {
      await call(
        updatePreset,
        { presetId: nightly.id },
        { schedules: schedules.map(({ id }) => ({ id, cron: '0 45 2 * * *', timezone: 'UTC' })) },
      )
      await route.continue()
    })
    await panel.getByRole('button', { name: 'Pause all' }).click()
    await expect(toast).toContainText('somebody else changed schedules of Nightly meanwhile')
    await expect(panel.getByText('Every day at 02:45, UTC')).toBeVisible()
    await page.unroute('**/schedules/status')
    await expect(switches.first()).toBeChecked()
    await panel.getByRole('button', { name: 'Pause all' }).click()
    await expect(panel.getByRole('button', { name: 'Resume all' })).toBeVisible()
  })
})
