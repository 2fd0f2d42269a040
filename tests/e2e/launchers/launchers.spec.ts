import { NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: { ...unattended, LAUNCHER_PROCESSES: 'true', ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' },
  actionTimeout: 10_000,
})

const area = `/projects/${PROJECT_KEY}/automation-launchers`

test('a newcomer adds the demo repository, changes its launcher, and watches its tests arrive', async ({ page }) => {
  const tree = page.getByRole('tree')
  const bar = page.getByRole('region', { name: 'Actions' })
  await signInDirectly(page)

  await test.step('[LIST-26] [LIST-33] [LNAV-16] [LNAV-17] the list of launches leads to launchers', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches`)
    await expect(page.getByRole('link', { name: 'Launcher', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Set up launchers' }).click()
  })

  await test.step('[LNAV-06] [LNAV-18] [LNAV-07] [ADDR-01] [ADDR-20] without a repository one is added first', async () => {
    await expect(page).toHaveURL(`${area}/add-repo?from=launches&provider=github&state=no-launcher-repos`)
    await expect(
      page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Launches' }),
    ).toBeVisible()
    await expect(page.getByText('GITHUB_CLIENT_ID')).toBeVisible()
  })

  await test.step('[ADDR-06] people without a repository read what launchers are for', () =>
    expect(page.getByText(/^Launchers run the tests of a git repository/)).toBeVisible())

  await test.step('[ADDR-02] [ADDR-10] [ADDR-11] [ADDR-12] the tab is in the address; only the URL of a repository is required', async () => {
    await page.getByRole('link', { name: 'Other git server' }).click()
    await expect(page).toHaveURL(/[?&]provider=git\b/)
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await expect(add).toBeDisabled()
    await page.getByRole('textbox', { name: 'Address' }).fill('https://git.larkspur.test/shop.git')
    await expect(page.getByLabel('Username')).toHaveValue('')
    await expect(page.getByLabel('Token or app password')).toHaveValue('')
    await expect(add).toBeEnabled()
  })

  await test.step('[ADDR-17] [SIDE-04] [LAUN-03] [LAUN-10] the demo repository comes with a launcher', async () => {
    await page.getByRole('button', { name: 'Add the demo repository' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Demo shop' })).toBeVisible()
    await expect(tree.getByRole('treeitem', { name: 'Demo shop, launcher' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('button', { name: /^Branch: main/ })).toBeVisible()
    await expect(page.getByLabel('Docker image')).toBeHidden()
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByLabel('Docker image')).toHaveValue('node:22-slim')
  })

  await test.step('[LNAV-01] [LNAV-02] [LNAV-03] [SIDE-05] [SIDE-07] each line of the tree has an address, and the repository leads to a new launcher', async () => {
    await expect(page).toHaveURL(new RegExp(`${area}/1/1\\?`))
    await tree.getByRole('treeitem', { name: 'Demo repository, repository' }).click()
    await expect(page).toHaveURL(new RegExp(`${area}/1\\?`))
    await expect(page.getByRole('heading', { level: 1, name: 'Demo repository' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'New launcher' })).toBeVisible()
    await tree.getByRole('treeitem', { name: 'Demo shop, launcher' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Demo shop' })).toBeVisible()
  })

  await test.step('[SIDE-01] [SIDE-02] [SIDE-03] [SIDE-06] the tree is searched by the names of all its levels', async () => {
    const search = page.getByLabel('Search by name')
    await search.fill('shop')
    await expect(tree.getByRole('treeitem', { name: 'Demo shop, launcher' })).toBeVisible()
    await search.fill('zz')
    await expect(page.getByText('No repository, launcher or preset has this name.')).toBeVisible()
    await page.getByText('Clear search', { exact: true }).click()
    await expect(tree.getByRole('treeitem')).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Add repository' })).toBeVisible()
  })

  await test.step('[LAUN-04] [LAUN-05] [LAUN-06] [LAUN-07] [LAUN-08] what a launch runs with is on one page', async () => {
    await expect(page.getByText('Milestone', { exact: true })).toBeVisible()
    await expect(page.getByText('Execution environment', { exact: true })).toBeVisible()
    await expect(page.getByText('Testing platform', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Environment variables' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Custom capabilities' })).toBeVisible()
  })

  await test.step('[LAUN-09] [LAUN-11] its notification channels and buttons', async () => {
    const channels = page.getByRole('region', { name: 'Notification channels' })
    await expect(channels).toContainText(NOTIFICATION_TEXTS.noMail)
    await expect(channels).toContainText(NOTIFICATION_TEXTS.noSlack)
    for (const name of ['Delete launcher', 'Save preset', 'Launch'])
      await expect(bar.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(bar.getByText('Launch another')).toBeVisible()
  })

  await test.step('[CONF-25] a wrong e-mail is named once the field is left, or after Enter', async () => {
    const emails = page.getByLabel('E-mails')
    await emails.pressSequentially('qa@example.test,nobody')
    await expect(page.getByText('nobody is not a valid email')).toBeHidden()
    await emails.press('Enter')
    await expect(page.getByText('nobody is not a valid email')).toBeVisible()
    await emails.fill('')
    await expect(page.getByText('nobody is not a valid email')).toBeHidden()
    await emails.fill('someone')
    await emails.press('Tab')
    await expect(page.getByText('someone is not a valid email')).toBeVisible()
    await emails.fill('')
  })

  await test.step('[CONF-14] testing platforms are offered with their icons', async () => {
    await page.getByRole('button', { name: /^Testing platform: Assay engine/ }).click()
    const option = page.getByRole('option', { name: 'Assay engine' })
    await expect(option.locator('svg').first()).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('[LAUN-13] [LAUN-15] [CONF-10] Cancel brings the earlier copy back', async () => {
    await page.getByRole('button', { name: 'Change defaults' }).click()
    await page.getByLabel('Docker image').fill('maven:3-eclipse-temurin-21')
    await expect(page.getByLabel('Launch command')).toHaveValue('mvn -B test')
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByLabel('Launch command')).toHaveValue('npm test')
  })

  await test.step('[LAUN-14] [LAUN-16] [VARS-02] an edit survives a reload, is checked and saved', async () => {
    await page.getByRole('button', { name: 'Change defaults' }).click()
    await page.getByRole('button', { name: 'Variable' }).click()
    await page.getByLabel('Value of', { exact: true }).fill('x')
    await expect(bar.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.getByPlaceholder('NAME').last().fill('REGION')
    await expect(bar.getByRole('button', { name: 'Save' })).toBeEnabled()
    await page.reload()
    await expect(page.getByRole('note', { name: 'Recovered draft' })).toBeVisible()
    await bar.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Launcher was successfully updated')).toBeVisible()
    await expect(page.getByText('REGION', { exact: true })).toBeVisible()
  })

  await test.step('[PRE-04] [PRE-05] [PRE-10] [PRE-12] a preset keeps the configuration, read-only', async () => {
    await bar.getByRole('button', { name: 'Save preset' }).click()
    await expect(page.getByRole('dialog', { name: 'Create launcher preset' }), '[LNAV-24]').toBeVisible()
    await page.getByRole('button', { name: 'Create preset' }).click()
    await expect(page.getByText('This field is required')).toBeVisible()
    await page.getByLabel('Preset name').fill('Nightly')
  })

  await test.step('[PRESET-04] [PRESET-05] [PRESET-06] [PRESET-07] [PRESET-08] schedules of a new preset are optional', async () => {
    await expect(page.getByLabel('Cron expression')).toBeHidden()
    await page.getByText('Start it by schedule').click()
    await expect(page.getByLabel('Cron expression')).toHaveValue('0 0 * * * *')
    await expect(page.getByLabel('Time zone')).toHaveValue('GMT+03:00')
    await expect(page.getByRole('button', { name: 'Remove schedule 1' })).toBeDisabled()
    await page.getByText('Start it by schedule').click()
    await expect(page.getByLabel('Cron expression'), '[PRESET-10] one is kept, or none by the switch').toBeHidden()
    await page.getByRole('button', { name: 'Create preset' }).click()
    await expect(page.getByText('Preset was successfully created')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Nightly' })).toBeVisible()
    await expect(page.getByLabel('Value of REGION')).toBeDisabled()
    await test.step('[PRE-19] a new preset opens', () =>
      expect(tree.getByRole('treeitem', { name: 'Nightly, preset' })).toHaveAttribute('aria-selected', 'true'))
    await test.step('[LNAV-04] a preset has an address', () => expect(page).toHaveURL(new RegExp(`${area}/1/1/1\\?`)))
  })

  await test.step('[SCHED-02] [SCHED-04] [PRE-11] [PRE-13] [PRE-15] schedules are typed with their next runs, and saved', async () => {
    await bar.getByRole('button', { name: 'Edit' }).click()
    await expect(bar.getByRole('button', { name: 'Cancel' })).toBeVisible()
    for (let added = 0; added < 5; added += 1) await page.getByRole('button', { name: 'Add schedule' }).click()
    await expect(page.getByRole('button', { name: 'Add schedule' })).toBeHidden()
    const [first, ...others] = await page.getByLabel('Cron expression').all()
    await expect(page.getByLabel('Time zone').first()).toHaveValue('GMT+03:00')
    await expect(page.getByText(/Next runs.*(?: · [^·]+){4}$/)).toHaveCount(others.length + 1)
    await first?.fill('every day')
    await expect(page.getByText('Please enter valid expression')).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Save' })).toBeDisabled()
    await first?.fill('0 30 1 * * *')
    for (let left = 5; left > 2; left -= 1) await page.getByRole('button', { name: `Remove schedule ${left}` }).click()
    await bar.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Preset was successfully updated')).toBeVisible()
    await expect(page.getByText('0 30 1 * * *')).toBeVisible()
    await expect(page.getByText('0 0 * * * *')).toBeHidden()
    await page.getByRole('button', { name: 'More (1)' }).click()
    await expect(page.getByText('0 0 * * * *')).toBeVisible()
  })

  await test.step('[PRE-08] the arrow leads back to the launcher', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Demo shop' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Demo shop' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Nightly' })).toBeVisible()
  })

  await test.step('[SCHED-09] [SCHED-10] [SCHED-11] [SCHED-12] one schedule or all are paused and resumed', async () => {
    await page.getByRole('button', { name: 'Pause 0 30 1 * * *' }).click()
    await expect(page.getByText('Schedule was successfully paused')).toBeVisible()
    await page.getByRole('button', { name: 'Resume 0 30 1 * * *' }).click()
    await expect(page.getByText('Schedule was successfully resumed')).toBeVisible()
    await page.getByRole('button', { name: 'Pause all' }).click()
    await expect(page.getByText('Schedules was successfully paused')).toBeVisible()
    await expect(page.getByText(/^Paused by nadia on /)).toBeVisible()
    await expect(tree.getByRole('treeitem', { name: 'Nightly, Its schedules are paused, preset' })).toBeVisible()
    await page.getByRole('button', { name: 'Resume all' }).click()
    await expect(page.getByText('Schedules was successfully resumed')).toBeVisible()
    await expect(tree.getByRole('treeitem', { name: 'Nightly, Starts by the clock, preset' })).toBeVisible()
  })

  await test.step('[HOOK-01] [HOOK-06] [HOOK-07] [HOOK-15] [PRE-09] a webhook is created with a secret', async () => {
    await page.getByRole('button', { name: 'Webhooks' }).click()
    const dialog = page.getByRole('dialog')
    await expect(page.getByRole('dialog', { name: 'Webhooks' }), '[LNAV-24]').toBeVisible()
    await expect(dialog.getByText('No webhooks')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(page.getByRole('dialog', { name: 'Create webhook' }), '[LNAV-24]').toBeVisible()
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(dialog.getByText('Must be between 1 and 255 characters')).toBeVisible()
    await dialog.getByLabel('Name').fill('Push')
    await dialog.getByLabel('Secret key').fill('correct horse')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(page.getByText('Webhook was successfully created')).toBeVisible()
    await expect(dialog.getByText(/nadia · signed · never triggered/)).toBeVisible()
  })

  await test.step('[HOOK-08] [HOOK-16] [HOOK-17] a webhook is tested, changed and deleted', async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Test' }).click()
    await expect(dialog.getByText('A call would queue a launch')).toBeVisible()
    await dialog.getByRole('button', { name: 'Webhooks' }).click()
    await dialog.getByRole('button', { name: 'Edit' }).click()
    await expect(dialog.getByLabel('Secret key')).toBeHidden()
    await dialog.getByText('Change Secret').click()
    await expect(dialog.getByLabel('Secret key')).toBeVisible()
    await dialog.getByLabel('Name').fill('Push to main')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Webhook was successfully updated')).toBeVisible()
    await expect(dialog.getByText(/without a secret/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await expect(page.getByText('Webhook was successfully deleted')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await tree.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Demo shop' })).toBeVisible()
  })

  await test.step('[START-03] [START-04] [LAUN-12] a launch is queued, and its tests arrive while they run', async () => {
    await page.getByLabel('Value of REGION').fill('north')
    await expect(page.getByText('1 changed for this launch')).toBeVisible()
    await bar.getByText('Launch another').click()
    await bar.getByRole('button', { name: 'Launch', exact: true }).click()
    await expect(page.getByText('Launch is queued')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Demo shop' })).toBeVisible()
    await bar.getByText('Launch another').click()
    await bar.getByRole('button', { name: 'Launch', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/automation-launches(\\?from=launches)?$`))
    await page
      .getByRole('link', { name: /Demo shop/ })
      .first()
      .click()
    // Live: the first tests are there before the last ones have run.
    await expect(page.getByText('In progress', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('starts empty')).toBeVisible()
    await expect(page.getByText('is free from 50.00')).toBeVisible()
    await expect(page.getByText('Failed', { exact: true }).first()).toBeVisible()
  })

  await test.step('[LOGS-01] [LOGS-02] [LOGS-03] [DETAILS-03] [DETAILS-04] what the run printed is the second view of its launch', async () => {
    await page.getByText('Execution logs', { exact: true }).click()
    await expect(page).toHaveURL(/launchView=logs/)
    await expect(page.getByRole('radio', { name: 'Attempt 1' })).toBeChecked()
    await expect(page.getByRole('log').getByText('Ended with exit code 1')).toBeVisible()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('log').getByText('Ended with exit code 1')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('log').getByText('Ended with exit code 1')).toBeVisible()
    await page.getByText('Test results', { exact: true }).click()
    await expect(page.getByText('starts empty')).toBeVisible()
  })

  await test.step('[LOGS-10] [LOGS-11] logs that are not there yet, and a list of attempts that fails, say so', async () => {
    const attempts = /\/launches\/\d+\/attempts$/
    await page.route(attempts, (route) => route.fulfill({ json: { items: [] } }))
    await page.goto(`${new URL(page.url()).pathname}?launchView=logs`)
    await expect(page.getByText('Stay tuned, we are preparing and configuring execution environment...')).toBeVisible()
    await page.unroute(attempts)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('log').getByText('Ended with exit code 1')).toBeVisible()
    await page.route(attempts, (route) => route.fulfill({ status: 500, json: { code: 'x', message: 'Out of order' } }))
    await page.reload()
    await expect(page.getByText('The execution logs did not load')).toBeVisible()
    await expect(page.getByText('Out of order')).toBeVisible()
    await page.unroute(attempts)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('log').getByText('Ended with exit code 1')).toBeVisible()
    await page.getByText('Test results', { exact: true }).click()
    await expect(page.getByText('starts empty')).toBeVisible()
  })

  await test.step('[PRESET-01] [PRESET-02] [PRESET-08] [PRESET-09] what a launch ran with is saved as a preset from its menu', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Save as preset' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create launcher preset' })
    await dialog.getByRole('button', { name: 'Create preset' }).click()
    await expect(dialog.getByText('Preset title required')).toBeVisible()
    await dialog.getByLabel('Preset name').fill('x')
    await expect(dialog.getByText('Must be between 2 and 255 characters')).toBeVisible()
    await dialog.getByLabel('Preset name').fill('As launched')
    await dialog.getByRole('button', { name: 'Create preset' }).click()
    await expect(page.getByText('Preset was successfully created')).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.goto(`${area}/1/1/2`)
    await expect(page.getByRole('heading', { level: 1, name: 'As launched' })).toBeVisible()
    await expect(page.getByLabel('Value of REGION')).toHaveValue('north')
    await page.goBack()
  })

  await test.step('[RELAUNCH-01] [RELAUNCH-16] [LAUN-37] the launch leads back to its launcher, filled in as it was', async () => {
    await page
      .getByRole('button', { name: /^(Actions|More)/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Go to launcher' }).click()
    await expect(page).toHaveURL(/\/automation-launchers\/1\/1\?usedLaunchId=\d+$/)
    await expect(page.getByLabel('Value of REGION')).toHaveValue('north')
    await expect(page.getByText('1 changed for this launch')).toBeVisible()
  })

  await test.step('[RELAUNCH-11] [LAUN-38] [DETAILS-05] [LOGS-04] [MENU-14] its failed tests run again from there, in the same launch', async () => {
    await page.goBack()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Relaunch' }).click()
    const dialog = page.getByRole('dialog', { name: 'Proceed with the relaunch?' })
    await expect(dialog.getByText(/overwrite the current ones/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Go to launcher' }).click()
    await expect(page).toHaveURL(/\/automation-launchers\/1\/1\?usedLaunchId=\d+$/)
    await expect(page.getByText(/Launch runs 2 tests of the earlier launch again/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/Launch runs 2 tests of the earlier launch again/)).toBeVisible()
    const launchId = new URL(page.url()).searchParams.get('usedLaunchId') ?? ''
    await bar.getByRole('button', { name: 'Launch', exact: true }).click()
    await expect(page.getByText('Launch is queued')).toBeVisible()
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/${launchId}?launchView=logs`)
    await expect(page.getByRole('radio', { name: 'Attempt 2' })).toBeChecked()
    await page.getByText('Attempt 1').click()
    await expect(page).toHaveURL(/launchView=logs&attemptId=[\da-f-]{36}$/)
    await expect(page.getByRole('log').getByText('Ended with exit code 1')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Attempt 1' })).toBeChecked()
  })

  await test.step('[LNAV-13] [LNAV-14] [LNAV-15] [LNAV-19] [LERR-04] unknown ids lead to /404, no id to the first repository', async () => {
    for (const path of ['/999', '/1/999', '/1/1/999', '/x']) {
      await page.goto(`${area}${path}`)
      await expect(page).toHaveURL('/404')
    }
    await page.goto(area)
    await expect(page.getByRole('heading', { level: 1, name: 'Demo repository' })).toBeVisible()
  })

  await test.step('[LNAV-12] a project that does not exist has no launchers', async () => {
    await page.goto('/projects/NOPE/automation-launchers')
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  })

  await test.step('[LNAV-25] [PRE-16] [PRE-17] [PRE-18] a preset is deleted with a question that says what stops, and its launcher opens', async () => {
    await page.goto(`${area}/1/1/1`)
    await bar.getByRole('button', { name: 'Delete preset' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete preset Nightly?' })
    await expect(question.getByText('Its schedules and webhooks stop starting launches.')).toBeVisible()
    await question.getByRole('button', { name: 'Delete preset' }).click()
    await expect(page.getByText('Preset was successfully deleted')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Demo shop' })).toBeVisible()
    await page.goto(area)
  })

  await test.step('[LNAV-05] [LAUN-17] [LAUN-18] [LAUN-19] [LAUN-20] a new launcher opens once it is added; Cancel leads back to its repository', async () => {
    await page.getByRole('main').getByRole('link', { name: 'New launcher' }).click()
    await expect(page).toHaveURL(`${area}/1/new-launcher`)
    const add = bar.getByRole('button', { name: 'ADD' })
    await expect(add).toBeDisabled()
    await bar.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(`${area}/1`)
    await page.getByRole('main').getByRole('link', { name: 'New launcher' }).click()
    await page.getByLabel('Launcher name').fill('Smoke')
    await page.getByRole('button', { name: /^Branch:/ }).click()
    await page.getByRole('dialog', { name: 'Branch' }).getByRole('option', { name: 'main' }).click()
    await page.getByLabel('Docker image').fill('node:22-slim')
    await expect(add).toBeEnabled()
    await add.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Smoke' })).toBeVisible()
    await test.step('[LAUN-32] what opens says that it was created, and no toast', () =>
      expect(page.getByText(/successfully created/)).toBeHidden())
  })

  await test.step('[LAUN-29] [LAUN-30] [LAUN-31] a launcher is deleted with a question, and its repository opens', async () => {
    await bar.getByRole('button', { name: 'Delete launcher' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete launcher Smoke?' })
    await question.getByRole('button', { name: 'Delete launcher' }).click()
    await expect(page.getByText('Launcher was successfully deleted')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Demo repository' })).toBeVisible()
  })

  await test.step('[REPO-04] [REPO-05] [REPO-08] [REPO-10] [REPO-12] a repository says who added it and how it is connected', async () => {
    await expect(page.getByText('Added by me')).toBeVisible()
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await expect(page.getByText('It comes with Assay and needs no credentials.')).toBeVisible()
    await expect(page.getByLabel('Token or app password')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete Repo' })).toBeVisible()
  })

  await test.step('[REPO-16] [REPO-19] [REPO-20] [REPO-21] a repository is checked, and deleted with a question', async () => {
    await page.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByText('Repo is connected.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete Repo' }).click()
    await page.getByRole('button', { name: 'Delete repository' }).click()
    await expect(page.getByText('Repository was successfully deleted')).toBeVisible()
    await expect(page).toHaveURL(/add-repo\?provider=github&state=no-launcher-repos$/)
  })
})
