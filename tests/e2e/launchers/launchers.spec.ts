import { deletePreset, updatePreset } from '../../../contract/launchers/launchers.ts'
import { NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { openInPlace } from '../support/in-place.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: { ...unattended, LAUNCHER_PROCESSES: 'true', ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' },
  actionTimeout: 10_000,
})

const area = `/projects/${PROJECT_KEY}/automation-launchers`

test('a newcomer adds the demo repository, changes its launcher, and watches its tests arrive', async ({
  page,
  assay,
}) => {
  const tree = page.getByRole('tree')
  const bar = page.getByRole('region', { name: 'Actions' })
  const dialog = page.getByRole('dialog')
  const title = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const done = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
  await signInDirectly(page)

  await test.step('[LNAV-16] [LNAV-17] [LIST-33] [ADDR-06] the list of launches leads to the first repository', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches`)
    await expect(page.getByRole('link', { name: 'Launcher', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Set up launchers' }).click()
    await expect(page, '[LNAV-06] [LNAV-07]').toHaveURL(
      `${area}/add-repo?from=launches&provider=github&state=no-launcher-repos`,
    )
    await expect(page.getByText(/^Launchers run the tests of a git repository/)).toBeVisible()
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(trail.getByRole('link', { name: 'Launches' })).toBeVisible()
  })
  await test.step('[ADDR-01] [ADDR-02] [ADDR-11] [ADDR-12] only the URL of a repository is required', async () => {
    await page.getByRole('link', { name: 'Other git server' }).click()
    await expect(page).toHaveURL(/[?&]provider=git\b/)
    await page.getByRole('textbox', { name: 'Address' }).fill('https://git.larkspur.test/shop.git')
    await expect(page.getByLabel(/^(Username|Token or app password)$/)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled()
  })
  await test.step('[ADDR-17] [LAUN-03] [LAUN-10] [SIDE-05] the demo repository comes with a launcher', async () => {
    await page.getByRole('button', { name: 'Add the demo repository' }).click()
    await title('Demo shop')
    await expect(page.getByRole('button', { name: /^Branch: main/ })).toBeVisible()
    await expect(page.getByLabel('Docker image')).toBeHidden()
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByLabel('Docker image')).toHaveValue('node:22-slim')
  })
  await test.step('[LAUN-04] [LAUN-05] [LAUN-06] [LAUN-07] [LAUN-08] the configuration of a launch is on one page', async () => {
    for (const words of ['Milestone', 'Execution environment', 'Testing platform'])
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    for (const name of ['Environment variables', 'Custom capabilities'])
      await expect(page.getByRole('heading', { name })).toBeVisible()
    const channels = page.getByRole('region', { name: 'Notification channels' })
    for (const words of [NOTIFICATION_TEXTS.noMail, NOTIFICATION_TEXTS.noSlack])
      await expect(channels, '[LAUN-09]').toContainText(words)
    for (const name of ['Delete launcher', 'Save preset', 'Launch'])
      await expect(bar.getByRole('button', { name, exact: true }), '[LAUN-11]').toBeVisible()
  })
  await test.step('[CONF-25] a wrong e-mail is reported after Enter, not before', async () => {
    const emails = page.getByLabel('E-mails')
    await emails.pressSequentially('qa@example.test,nobody')
    await expect(page.getByText('nobody is not a valid email')).toBeHidden()
    await emails.press('Enter')
    await expect(page.getByText('nobody is not a valid email')).toBeVisible()
    await emails.fill('')
  })
  await test.step('[LAUN-16] [CONF-10] an edit survives a reload, and is saved', async () => {
    await page.getByRole('button', { name: 'Change defaults' }).click()
    await page.getByLabel('Docker image').fill('maven:3-eclipse-temurin-21')
    await expect(page.getByLabel('Launch command')).toHaveValue('mvn -B test')
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Change defaults' }).click()
    await page.getByRole('button', { name: 'Variable' }).click()
    await page.getByPlaceholder('NAME').last().fill('REGION')
    await page.getByLabel('Value of REGION').fill('x')
    await page.reload()
    await bar.getByRole('button', { name: 'Save' }).click()
    await done('Launcher was successfully updated')
  })

  await test.step('[PRE-04] [PRE-05] [PRE-19] [PRESET-08] [LNAV-24] a preset saves the configuration', async () => {
    await bar.getByRole('button', { name: 'Save preset' }).click()
    await page.getByRole('button', { name: 'Create preset' }).click()
    await expect(dialog.getByText('This field is required')).toBeVisible()
    await page.getByLabel('Preset name').fill('Nightly')
    await page.getByText('Start it by schedule').click()
    await page.getByRole('button', { name: 'Create preset' }).click()
    await done('Preset was successfully created')
    await title('Nightly')
    await expect(bar.getByRole('button'), '[PRE-12]').toHaveText([/^Delete preset/, /^Edit/, /^Launch/])
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByLabel('Docker image')).toHaveValue('node:22-slim')
  })
  await test.step('[LAUN-20] [VARS-02] a wrong name or variable is explained when it is left, and beside the button', async () => {
    await bar.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Preset name').fill('')
    await page.getByRole('button', { name: 'Variable', exact: true }).click()
    const variables = page.getByRole('region', { name: 'Environment variables' })
    await expect(page.getByText('This field is required', { exact: true })).toHaveCount(1)
    await variables.getByRole('textbox', { name: 'Name', exact: true }).last().fill('A=B')
    await page.getByLabel('Preset name').fill('Nightly')
    await expect(variables.getByText('Names contain no equals sign', { exact: true })).toBeVisible()
    await expect(bar).toContainText('Check: Environment variables')
    await expect(bar.getByRole('button', { name: 'Save' })).toBeDisabled()
    await bar.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('[SCHED-02] [PRE-13] [PRE-15] schedules are typed with their next runs, and saved', async () => {
    await bar.getByRole('button', { name: 'Edit' }).click()
    await expect(bar.getByRole('button')).toHaveText([/^Delete preset/, /^Cancel/, /^Save/])
    await page.getByRole('button', { name: 'Add schedule' }).click()
    await expect(page.getByText(/Next runs.*(?: · [^·]+){4}$/)).toHaveCount(2)
    await page.getByLabel('Cron expression').first().fill('0 30 1 * * *')
    await bar.getByRole('button', { name: 'Save' }).click()
    await done('Preset was successfully updated')
    await expect(page.getByText('0 0 * * * *')).toBeHidden()
    await page.getByRole('button', { name: 'More (1)' }).click()
    await expect(page.getByText('0 0 * * * *')).toBeVisible()
  })
  await test.step('[SCHED-09] [SCHED-10] [SCHED-11] [SCHED-12] schedules are paused and resumed', async () => {
    for (const [button, toast] of [
      ['Pause 0 30 1 * * *', 'Schedule was successfully paused'],
      ['Resume 0 30 1 * * *', 'Schedule was successfully resumed'],
      ['Pause all', 'Schedules was successfully paused'],
      ['Resume all', 'Schedules was successfully resumed'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await done(toast)
    }
  })
  await test.step('[HOOK-01] [HOOK-06] [HOOK-07] [HOOK-15] [PRE-09] a webhook is created with a secret', async () => {
    await page.getByRole('button', { name: 'Webhooks' }).click()
    await expect(dialog.getByText('No webhooks')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByLabel('Name').fill('Push')
    await dialog.getByLabel('Secret key').fill('correct horse')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await done('Webhook was successfully created')
    await expect(dialog.getByText(/nadia · signed · never triggered/)).toBeVisible()
  })
  await test.step('[HOOK-08] [HOOK-16] [HOOK-17] a webhook is changed and deleted', async () => {
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await expect(dialog.getByLabel('Secret key')).toBeHidden()
    await dialog.getByText('Change Secret').click()
    await dialog.getByLabel('Secret key').fill('battery staple')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await done('Webhook was successfully updated')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await done('Webhook was successfully deleted')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })
  await test.step('[PRE-08] [SIDE-06] the tree is searched; a link leads back to the launcher', async () => {
    await page.getByLabel('Search by name').fill('zz')
    await page.getByText('Clear search', { exact: true }).click()
    await expect(tree.getByRole('treeitem')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Add repository' }), '[SIDE-01]').toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Demo shop' }).first().click()
    await title('Demo shop')
  })

  await test.step('[START-04] [LAUN-12] a launch is queued, and its tests arrive while they run', async () => {
    await page.getByLabel('Value of REGION').fill('north')
    await done('1 changed for this launch')
    await bar.getByText('Launch another').click()
    await bar.getByRole('button', { name: 'Launch', exact: true }).click()
    await done('Launch is queued')
    await title('Demo shop')
    await bar.getByText('Launch another').click()
    await bar.getByRole('button', { name: 'Launch', exact: true }).click()
    await expect(page).toHaveURL(/\/automation-launches(\?from=launches)?$/)
    await page
      .getByRole('link', { name: /Demo shop/ })
      .first()
      .click()
    // The first tests are shown before the last ones have run.
    for (const words of ['In progress', 'starts empty', 'is free from 50.00', 'Failed'])
      await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
  })
  const ended = page.getByRole('log').getByText('Ended with exit code 1')
  await test.step('[LOGS-01] [LOGS-02] [DETAILS-03] [DETAILS-04] the output of the run is the second view of its launch', async () => {
    await page.getByText('Execution logs', { exact: true }).click()
    await expect(page).toHaveURL(/launchView=logs/)
    await expect(page.getByRole('radio', { name: 'Attempt 1' })).toBeChecked()
    await expect(ended).toBeVisible()
  })
  await test.step('[LOGS-10] [LOGS-11] missing logs can be refreshed, and a failed list of attempts retried', async () => {
    let answer: 'empty' | 'failed' | 'real' = 'empty'
    let requests = 0
    await page.route(/\/launches\/\d+\/attempts$/, (route) => {
      requests += 1
      if (answer === 'empty') return route.fulfill({ json: { items: [] } })
      return answer === 'real'
        ? route.fallback()
        : route.fulfill({ status: 500, json: { code: 'x', message: 'Out of order' } })
    })
    /** Reloads the page, and waits for its requests after opening and after its live channel connects. */
    const reload = async () => {
      requests = 0
      await page.reload()
      await expect.poll(() => requests).toBeGreaterThanOrEqual(2)
    }
    await reload()
    await done('Stay tuned, we are preparing and configuring execution environment...')
    const before = requests
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => requests).toBeGreaterThan(before)
    answer = 'failed'
    await reload()
    await expect(page.getByText('Out of order')).toBeVisible()
    answer = 'real'
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(ended).toBeVisible()
  })
  await test.step('[PRESET-01] [PRESET-02] [PRESET-09] the configuration of a launch is saved as a preset from its menu', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as preset' }).click()
    await dialog.getByRole('button', { name: 'Create preset' }).click()
    await expect(dialog.getByText('Preset title required')).toBeVisible()
    await dialog.getByLabel('Preset name').fill('x')
    await expect(dialog.getByText('Must be between 2 and 255 characters')).toBeVisible()
    await dialog.getByLabel('Preset name').fill('As launched')
    await dialog.getByRole('button', { name: 'Create preset' }).click()
    await done('Preset was successfully created')
  })
  await test.step('[RELAUNCH-16] [LAUN-38] [DETAILS-05] [LOGS-04] [MENU-14] failed tests run again from the launcher, in the same launch', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Go to launcher' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Relaunch' }).click()
    const question = page.getByRole('dialog', { name: 'Proceed with the relaunch?' })
    await question.getByRole('button', { name: 'Go to launcher' }).click()
    await expect(page).toHaveURL(/\/automation-launchers\/1\/1\?usedLaunchId=\d+$/)
    await expect(page.getByText(/Launch runs 2 tests of the earlier launch again/)).toBeVisible()
    await expect(page.getByLabel('Value of REGION')).toHaveValue('north')
    const launchId = new URL(page.url()).searchParams.get('usedLaunchId') ?? ''
    await bar.getByRole('button', { name: 'Launch', exact: true }).click()
    await done('Launch is queued')
    await openInPlace(page, `automation-launches/${launchId}?launchView=logs`)
    await expect(page.getByRole('radio', { name: 'Attempt 2' })).toBeChecked()
    await page.getByText('Attempt 1').click()
    await expect(page).toHaveURL(/launchView=logs&attemptId=[\da-f-]{36}$/)
    await expect(ended).toBeVisible()
  })

  await test.step('[LNAV-12] [PRE-16] [PRE-17] [PRE-18] [LNAV-25] a deleted preset leads to its launcher', async () => {
    await page.goto('/projects/NOPE/automation-launchers')
    await expect(page.getByRole('heading', { name: 'There is no page at this address' }), '[LNAV-12]').toBeVisible()
    await expect(page, '[LNAV-12]').toHaveURL(/\/404$/)
    await openInPlace(page, 'automation-launchers/1/1/1')
    await bar.getByRole('button', { name: 'Delete preset' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete preset Nightly?' })
    await expect(question.getByText('Its schedules and webhooks stop starting launches.')).toBeVisible()
    await question.getByRole('button', { name: 'Delete preset' }).click()
    await done('Preset was successfully deleted')
    await title('Demo shop')
    await expect(tree.getByRole('treeitem', { name: 'As launched, preset' })).toBeVisible()
  })
  await test.step('[LAUN-17] [LAUN-18] [LAUN-32] [SIDE-07] a new launcher opens once it is added; Cancel leads to its repository', async () => {
    const add = page.getByRole('main').getByRole('link', { name: 'New launcher' })
    await openInPlace(page, 'automation-launchers/1/new-launcher')
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(`${area}/1`)
    await add.click()
    await page.getByLabel('Launcher name').fill('Smoke')
    await page.getByRole('button', { name: /^Branch:/ }).click()
    await page.getByRole('dialog', { name: 'Branch' }).getByRole('option', { name: 'main' }).click()
    await page.getByLabel('Docker image').fill('node:22-slim')
    await bar.getByRole('button', { name: 'ADD' }).click()
    await title('Smoke')
    await expect(page.getByText(/successfully created/)).toBeHidden()
  })
  await test.step('the tree and the page show what a colleague renames, and an open preset that is deleted stays with a notice', async () => {
    const call = await callsAs(assay, OWNER.username, OWNER.password)
    await openInPlace(page, 'automation-launchers/1/1/2')
    await title('As launched')
    await call(updatePreset, { presetId: 2 }, { name: 'Weekly' })
    await expect(tree.getByRole('treeitem', { name: 'Weekly, preset' })).toBeVisible()
    await title('Weekly')
    await call(deletePreset, { presetId: 2 })
    await done('This preset was deleted.')
    await expect(tree.getByRole('treeitem', { name: 'Weekly, preset' })).toBeHidden()
    await title('Weekly')
    await tree.getByRole('treeitem', { name: /^Smoke/ }).click()
  })
  await test.step('[LAUN-29] [LAUN-30] [LAUN-31] a deleted launcher leads to its repository', async () => {
    await bar.getByRole('button', { name: 'Delete launcher' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete launcher' }).click()
    await done('Launcher was successfully deleted')
    await title('Demo repository')
  })
  await test.step('[REPO-04] [REPO-05] [REPO-10] [REPO-16] a repository shows who added it, and is checked', async () => {
    for (const words of ['Added by me', 'Connected', 'It comes with Assay and needs no credentials.'])
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Connect' }).click()
    await done('Repo is connected.')
  })
  await test.step('[REPO-12] [REPO-19] [REPO-20] [REPO-21] the last repository is deleted, and another one is added', async () => {
    await page.getByRole('button', { name: 'Delete Repo' }).click()
    await page.getByRole('button', { name: 'Delete repository' }).click()
    await done('Repository was successfully deleted')
    await expect(page).toHaveURL(/add-repo\?provider=github&state=no-launcher-repos$/)
  })
})
