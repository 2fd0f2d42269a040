import { createLauncher, type Launcher, type LauncherValues } from '../../../contract/launchers/launchers.ts'
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
  'echo "TypeError: no cart"',
  'i=0; while true; do i=$((i+1)); echo "still running $i"; sleep 1; done',
].join('; ')

const VALUES: LauncherValues = {
  ...NEW_LAUNCHER,
  name: 'Checkout regression',
  branch: 'main',
  dockerImage: 'node:22-slim',
  launchCommand: COMMAND,
  instanceTypeId: 'standard',
}

test('the log of a launch that runs is searched, gone through by its errors, and followed at its end; one without a worker says why it waits', async ({
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
  })
})
