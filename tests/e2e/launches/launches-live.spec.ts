import { launchesPage } from '../pages/launches.ts'
import { anAgent } from '../support/agent.ts'
import { snapshotsIn } from '../support/device-log.ts'
import { networkTo } from '../support/network.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

test('[LIST-26] [LIST-30] [LIST-31] [LIVE-09] the empty list fills by itself as an agent reports, and follows its launch', async ({
  page,
  assay,
}) => {
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  await list.expectEmpty()
  const agent = await anAgent(assay.url)
  const launch = await agent.startLaunch('Checkout regression')
  await list.expectRow(launch.id, { status: 'In progress', words: ['Checkout regression', `#${launch.id}`] })
  await launch.test('adds an item')
  const open = await launch.startTest('lowers the total')
  await list.expectRow(launch.id, { status: 'In progress', words: [/1\s*\/\s*2/] })
  await launch.finishTest(open, 'FAILED', 'AssertionError: expected 49.47, got 54.97')
  await launch.finish()
  await list.expectRow(launch.id, { status: 'Failed', words: ['50.0%'] })
})

test('[LIVE-05] [LIVE-07] [LIST-31] a network that goes away and comes back loses nothing and doubles nothing', async ({
  page,
  assay,
}) => {
  test.setTimeout(120_000)
  const network = await networkTo(assay.url)
  try {
    const list = launchesPage(page)
    await page.goto(network.url)
    await page.request.post(`${network.url}/api/iam/v1/auth/login`, {
      data: { login: unattended.ASSAY_OWNER_USERNAME, password: unattended.ASSAY_OWNER_PASSWORD },
    })
    await list.open(network.url)
    await list.expectLive()
    const agent = await anAgent(assay.url)
    const before = await agent.startLaunch('Before the cut')
    await before.test('one')
    await list.expectRow(before.id, { status: 'In progress', words: [/1\s*\/\s*1/] })
    const known = await list.rows().count()
    const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')

    network.cut()
    await expect(page.getByText('Reconnecting to the server.')).toBeVisible({ timeout: 30_000 })
    await expect(toasts).toHaveCount(0)
    for (let i = 0; i < 20; i += 1) await before.test(`during ${i}`, i % 5 === 0 ? 'FAILED' : 'PASSED', `Error ${i}`)
    await before.finish()
    const meanwhile = await agent.startLaunch('During the cut')
    await meanwhile.test('one')
    await expect(list.row(before.id)).toContainText('In progress')
    network.mend()

    await list.expectRow(before.id, { status: 'Failed', words: ['21'] })
    await list.expectRow(meanwhile.id, { status: 'In progress', words: ['During the cut'] })
    await expect(list.row(meanwhile.id)).toHaveCount(1)
    await expect(list.rows()).toHaveCount(known + 1)
    await expect(page.getByText('Reconnecting to the server.')).toBeHidden()
    await expect(toasts).toHaveCount(0)
    await page.reload()
    await list.expectLive()
    await expect(list.rows()).toHaveCount(known + 1)
  } finally {
    await network.close()
  }
})

test('what was seen is there at once on the next visit, also without the server', async ({ page, assay }) => {
  const network = await networkTo(assay.url)
  try {
    const list = launchesPage(page)
    await page.goto(network.url)
    await page.request.post(`${network.url}/api/iam/v1/auth/login`, {
      data: { login: unattended.ASSAY_OWNER_USERNAME, password: unattended.ASSAY_OWNER_PASSWORD },
    })
    const agent = await anAgent(assay.url)
    const launch = await agent.startLaunch('Seen before')
    await launch.test('one')
    await launch.finish()
    await list.open(network.url)
    await list.expectRow(launch.id, { status: 'Passed', words: ['Seen before'] })
    await list.expectLive()
    // The answer is written once the page is idle; a visit that ends before is not remembered.
    await expect.poll(() => snapshotsIn(page)).toContainEqual(expect.stringMatching(/^launches:/))
    // The list's own call is held back: what shows until it is answered comes from the local log.
    await page.route('**/api/projects/*/launches?*', () => undefined)
    await list.open(network.url)
    await list.expectRow(launch.id, { status: 'Passed', words: ['Seen before'] })
  } finally {
    await network.close()
  }
})
