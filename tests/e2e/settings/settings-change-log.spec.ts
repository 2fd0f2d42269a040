import type { APIRequestContext } from '@playwright/test'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { updateProject } from '../../../contract/settings/general.ts'
import { listMembers, updateMember } from '../../../contract/settings/members.ts'
import { changeLogPage } from '../pages/change-log.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: {
    members: [
      { username: 'mara', role: 'MANAGER', name: 'Mara Koch' },
      { username: 'emil', role: 'ENGINEER', name: 'Emil Svensson' },
      { username: 'greta', role: 'GUEST' },
      { username: 'rolf', role: 'MANAGER', readOnly: true },
    ],
  },
})
test.describe.configure({ mode: 'serial' })

const credentials = (username: string) => ({ username, password: MEMBERS_PASSWORD })

const send = async (
  requests: APIRequestContext,
  token: string,
  call: AnyCall,
  params: Record<string, string | number>,
  data?: object,
): Promise<unknown> => {
  const answer = await requests.fetch(pathOf(call.path, { projectKey: 'SHOP', ...params }), {
    method: call.method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok()).toBe(true)
  return answer.json()
}

test('changes are reported, narrowed and loaded', async ({ page }) => {
  await test.step('an untouched project has an empty log', async () => {
    await signInDirectly(page)
    await changeLogPage(page).open()
    await expect(page.getByRole('heading', { name: 'No changes yet' })).toBeVisible()
  })

  await test.step('it lists who changed what, with the values before and after, newest first; a change shows without a reload', async () => {
    const { authToken } = await signInDirectly(page, credentials('mara'))
    const log = changeLogPage(page)
    const { items } = (await send(page.request, authToken, listMembers, {})) as {
      items: { userId: number; username: string }[]
    }
    const emil = items.find(({ username }) => username === 'emil')?.userId ?? 0
    await send(page.request, authToken, updateProject, {}, { name: 'Web shop' })
    await send(page.request, authToken, updateMember, { userId: emil }, { role: 'MANAGER' })
    await log.open()
    await expect(log.entries()).toHaveCount(2)
    const [role, name] = [log.entries().nth(0), log.entries().nth(1)]
    await expect(role).toContainText('Mara Koch')
    await expect(role).toContainText('Changed Emil Svensson')
    await expect(role).toContainText(/Engineer\s*became\s*Manager/)
    await expect(name).toContainText(/SHOP\s*became\s*Web shop/)
    await expect(name.locator('time')).toBeVisible()
    await role.getByRole('link', { name: 'Members' }).click()
    await expect(page).toHaveURL(/\/members$/)
    await page.goBack()
    await expect(log.entries()).toHaveCount(2)
    await send(page.request, authToken, updateMember, { userId: emil }, { role: 'ENGINEER' })
    await expect(log.entries()).toHaveCount(3)

    // However long the log is, the shell stays: only the content scrolls.
    await page.setViewportSize({ width: 1200, height: 260 })
    const rail = page.getByRole('navigation', { name: 'Main' })
    const before = await rail.boundingBox()
    await page.keyboard.press('End')
    await rail.hover({ position: { x: 20, y: 20 } })
    await page.mouse.wheel(0, 2000)
    await log.entries().last().scrollIntoViewIfNeeded()
    await page.evaluate(() => document.scrollingElement?.scrollTo(0, 2000))
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0)
    expect(await rail.boundingBox()).toEqual(before)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('it is narrowed by area and by person, in the address', async () => {
    const { authToken } = await signInDirectly(page)
    await send(page.request, authToken, updateProject, {}, { name: 'By nadia' })
    const log = changeLogPage(page)
    await log.open()
    await expect(log.entries()).toHaveCount(4)
    await log.byArea('Members')
    await expect(log.entries()).toHaveCount(2)
    await log.byArea('All settings')
    await log.byPerson('nadia')
    await expect(log.entries()).toHaveCount(1)
    await expect(page).toHaveURL(/\?person=\d+$/)
    await page.reload()
    await expect(log.entries()).toHaveCount(1)
    await log.byArea('Milestones')
    await expect(page.getByRole('heading', { name: 'No change matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(log.entries()).toHaveCount(4)
  })

  await test.step('older changes are loaded when they are asked for', async () => {
    const { authToken } = await signInDirectly(page)
    for (let i = 0; i < LIMITS.changesAtOnce; i += 1)
      await send(page.request, authToken, updateProject, {}, { name: `Name ${i}` })
    const log = changeLogPage(page)
    await log.open()
    await expect(log.entries()).toHaveCount(LIMITS.changesAtOnce)
    await log.older().click()
    await expect(log.entries()).toHaveCount(LIMITS.changesAtOnce + 4)
    await expect(log.older()).toBeHidden()
  })
})

test('a failure, and people without the page', async ({ page }) => {
  await test.step('a log that does not load says so, and loads on Retry', async () => {
    await signInDirectly(page)
    // The live channel would ask again by itself.
    await page.route('**/websockets/**', (route) => route.abort())
    await page.route('**/settings/changes*', (route) =>
      route.fulfill({ status: 500, json: { code: 'API-5000', message: 'Not now' } }),
    )
    const log = changeLogPage(page)
    await log.open()
    await expect(page.getByText('The change log did not load')).toBeVisible()
    await page.unroute('**/settings/changes*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(log.entries()).toHaveCount(LIMITS.changesAtOnce)
    await page.unrouteAll()
  })

  await test.step('engineers, guests and read-only people find no change log', async () => {
    for (const username of ['emil', 'greta', 'rolf']) {
      await signInDirectly(page, credentials(username))
      await changeLogPage(page).open()
      await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
    }
  })
})
