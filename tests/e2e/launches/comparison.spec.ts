import { readFile } from 'node:fs/promises'
import { launchPage } from '../pages/launch.ts'
import { launchesPage } from '../pages/launches.ts'
import { anAgent } from '../support/agent.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('a launch is judged against others, and tests in quarantine do not count', async ({ page, context, assay }) => {
  const agent = await anAgent(assay.url)
  const first = await agent.startLaunch('Checkout', { build: '2.41.1' })
  await first.test('pays', 'PASSED')
  await first.test('chooses a slot', 'FAILED', 'Error: no slot')
  await first.test('goes away', 'PASSED')
  await first.finish()
  const other = await agent.startLaunch('Nightly', { build: '2.40.9' })
  await other.test('pays', 'FAILED', 'Error: declined')
  await other.finish()
  const launch = await agent.startLaunch('Checkout', { build: '2.41.2' })
  const pays = await launch.test('pays', 'FAILED', 'Error: declined')
  await launch.test('chooses a slot', 'PASSED')
  const fresh = await launch.test('is new', 'FAILED', 'Error: new')
  await launch.finish()
  await signInDirectly(page)
  const one = launchPage(page)
  const rows = page.getByRole('table', { name: 'Compared tests' }).getByRole('row')
  const filter = (name: string) => page.getByRole('group', { name: 'Classes' }).getByRole('button', { name })

  await test.step('one key compares with the launch before, and classes filter by the address', async () => {
    await one.open(launch.id)
    await expect(one.test(pays)).toBeVisible()
    await page.keyboard.press('p')
    await expect(page).toHaveURL(/\?compare=previous$/)
    await expect(rows).toContainText(['Class', 'is new', 'pays', 'chooses a slot', 'goes away'])
    await expect(filter('new failures')).toContainText('2')
    await filter('missing').click()
    await filter('fixed').click()
    await expect(page).toHaveURL(/class=fixed&class=missing$/)
    await expect(rows).toContainText(['Class', 'chooses a slot', 'goes away'])
    await page.reload()
    await expect(rows).toContainText(['Class', 'chooses a slot', 'goes away'])
  })

  await test.step('the differences are saved as CSV', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual(['\u{feff}Class', 'Fixed', 'Missing', ''])
  })

  await test.step('any other launch is found by searching, and the way back is offered', async () => {
    await page.getByRole('button', { name: /^Compared with/ }).click()
    await page.getByRole('combobox', { name: 'Search launches' }).fill('Nightly')
    await page.getByRole('option', { name: /Nightly/ }).click()
    await expect(page).toHaveURL(new RegExp(`compare=${other.id}`))
    await filter('fixed').click()
    await filter('missing').click()
    await expect(rows).toContainText(['Class', 'is new', 'pays', 'chooses a slot'])
    await page.getByRole('button', { name: 'Previous launch' }).click()
    await expect(page).toHaveURL(/compare=previous/)
  })

  await test.step('two launches that are selected in the list are compared, by a link or by a key', async () => {
    const list = launchesPage(page)
    const compare = page.getByRole('link', { name: 'Compare', exact: true })
    const select = (id: number) => list.row(id).getByRole('checkbox').click({ force: true })
    await list.open()
    await select(launch.id)
    await expect(compare).toHaveCount(0)
    await select(first.id)
    const address = new RegExp(`/automation-launches/${launch.id}\\?compare=${first.id}$`)
    await expect(compare).toHaveAttribute('href', address)
    await page.keyboard.press('m')
    await expect(page).toHaveURL(address)
    await expect(rows).toContainText(['Class', 'is new', 'pays', 'chooses a slot', 'goes away'])
    await page.goBack()
    await select(launch.id)
    await select(other.id)
    await select(first.id)
    await expect(compare).toHaveCount(0)
  })

  await test.step('a test is quarantined from its card, and every open browser shows it', async () => {
    const second = await context.newPage()
    await launchPage(second).open(launch.id)
    await expect(launchPage(second).test(pays)).toBeVisible()
    await one.open(launch.id)
    await one.openMenu(pays)
    await page.getByRole('menuitem', { name: 'Quarantine' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Quarantine' }).click()
    await expect(dialog).toContainText('This field is required')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The sandbox declines')
    await dialog.getByRole('button', { name: 'Quarantine' }).click()
    for (const browser of [page, second])
      await expect(launchPage(browser).test(pays)).toContainText('The sandbox declines')
    await second.close()
  })

  await test.step('several are quarantined at once, the list shows them, and a release is undone', async () => {
    await one.test(fresh).getByRole('checkbox').click({ force: true })
    await one.selection().getByRole('button', { name: 'Quarantine' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Not ready')
    await page.getByRole('dialog').getByRole('button', { name: 'Quarantine' }).click()
    await one.expectToast('1 test quarantined')
    await page.goto(`/projects/${PROJECT_KEY}/automation-launches/quarantine`)
    const list = page.getByRole('table', { name: 'Quarantined tests' }).getByRole('row')
    await expect(list).toHaveCount(3)
    await page.getByRole('button', { name: 'Release is new' }).click()
    await expect(list).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(list).toHaveCount(3)
    await list.getByRole('link', { name: 'pays' }).click()
    await expect(page.getByRole('link', { name: /Quarantined/ })).toBeVisible()
  })
})
