import { TEXTS } from '../../../contract/texts.ts'
import { membersPage } from '../pages/members.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'
import { expectOptions } from '../support/choose.ts'

test.use({
  environment: unattended,
  people: {
    members: [
      { username: 'mara', role: 'MANAGER', name: 'Mara Koch' },
      { username: 'lea', role: 'ADMINISTRATOR', name: 'Lea Marchetti' },
      { username: 'emil', role: 'ENGINEER', name: 'Emil Svensson' },
      { username: 'hana', role: 'ENGINEER', name: 'Hana Ito', permissions: ['projects:update'] },
      { username: 'greta', role: 'GUEST', name: 'Greta Lind' },
      { username: 'rolf', role: 'GUEST', readOnly: true, name: 'Rolf Adler' },
      ...['a', 'b', 'c', 'd', 'e'].map((letter) => ({
        username: `tester-${letter}`,
        role: 'ENGINEER' as const,
        name: `Tester ${letter.toUpperCase()}`,
      })),
      { username: 'ivo', role: null, name: 'Ivo Brandt' },
      { username: 'ines', role: null, name: 'Ines Duarte', readOnly: true },
      { username: 'ira', role: null, name: 'Ira Cole' },
    ],
  },
})
test.describe.configure({ mode: 'serial' })

const credentials = (username: string) => ({ username, password: MEMBERS_PASSWORD })

test('members are listed and found', async ({ page }) => {
  await test.step('[MEMBERS-01] [MEMBERS-03] [MEMBERS-05] [MEMBERS-15] ten to a page by name, sorted and paged by the address', async () => {
    await signInDirectly(page)
    const members = membersPage(page)
    await members.open()
    await expect(page).toHaveTitle(/^Members/)
    await expect.poll(members.usernames).toHaveLength(10)
    await expect.poll(async () => (await members.usernames()).slice(0, 3)).toEqual(['emil', 'greta', 'hana'])
    await expect(members.row('Rolf Adler')).toContainText('Read-only')
    await expect(members.row('Rolf Adler')).toContainText('Guest')
    await expect(members.row('Rolf Adler').locator('time')).toBeVisible()
    await page.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(/\?page=2$/)
    await expect.poll(members.usernames).toEqual(['tester-d', 'tester-e'])
    await page.goBack()
    await expect.poll(members.usernames).toHaveLength(10)
    await members.table.getByRole('columnheader').getByRole('button', { name: 'Name', exact: true }).click()
    await expect(page).toHaveURL(/order=desc/)
    await expect.poll(async () => (await members.usernames())[0]).toBe('tester-e')
  })

  await test.step('[MEMBERS-06] [ERRORS-07] the search finds names and usernames, or says that there is nobody', async () => {
    const members = membersPage(page)
    await members.open()
    await members.search('SVENS')
    await expect.poll(members.usernames).toEqual(['emil'])
    await members.search('nobody at all')
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
    await page.getByRole('main').getByText('Clear search').click()
    await expect.poll(members.usernames).toHaveLength(10)
  })
})

test('an administrator adds members', async ({ page }) => {
  await test.step('a list that does not load says so, and loads on Retry', async () => {
    await signInDirectly(page)
    const members = membersPage(page)
    // The live channel would ask again by itself.
    await page.route('**/websockets/**', (route) => route.abort())
    await page.route('**/api/projects/SHOP/members?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'API-5000', message: 'Not now' } }),
    )
    await members.open()
    await expect(page.getByText('Members did not load')).toBeVisible()
    await page.unroute('**/api/projects/SHOP/members?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(members.usernames).toHaveLength(10)
    await page.unrouteAll()
  })

  await test.step('[MEMBERS-07] [MEMBERS-08] [MEMBERS-09] [MEMBERS-16] the dialog wants users and a role, and adds them', async () => {
    const members = membersPage(page)
    await members.open()
    await members.add()
    await members.submit()
    await expect(members.dialog.getByText('This field is required')).toHaveCount(2)
    await members.pick('Ira Cole')
    await expect(members.dialog.getByText('This field is required')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await members.chooseRole('Engineer')
    await members.submit()
    await expect(page.getByText(TEXTS.membersAdded(1))).toBeVisible()
    await expect(members.dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add members' })).toBeFocused()
    await members.search('ira')
    await expect.poll(members.usernames).toEqual(['ira'])
  })

  await test.step('[MEMBERS-10] [MEMBERS-11] [MEMBERS-12] read-only people are left out of other roles than Guest', async () => {
    const members = membersPage(page)
    await members.open()
    await members.add()
    await members.pick('Ines Duarte')
    await page.keyboard.press('Escape')
    await members.chooseRole('Manager')
    await members.submit()
    await expect(members.dialog.getByText('Read-only users can only have a project role as Guest')).toBeVisible()
    await members.pick('Ivo Brandt')
    await page.keyboard.press('Escape')
    const remark = members.dialog.getByText(
      'Read-only users (1/2) will not be added to the project with the selected role',
    )
    await expect(remark).toBeVisible()
    await members.chooseRole('Guest')
    await expect(remark).toBeHidden()
    await members.chooseRole('Engineer')
    await members.submit()
    await expect(page.getByText('Project member was successfully added')).toBeVisible()
    await members.search('i')
    await expect.poll(members.usernames).toContain('ivo')
    await expect.poll(() => members.usernames()).not.toContain('ines')
  })

  await test.step('who is chosen and not added yet survives a reload, until it is given up', async () => {
    const members = membersPage(page)
    await members.open()
    await members.add()
    await members.pick('Ines Duarte')
    await page.reload()
    await members.add()
    await expect(members.dialog.getByText('Ines Duarte')).toBeVisible()
    await members.dialog.getByRole('button', { name: 'Cancel' }).click()
    await members.add()
    await expect(members.dialog.getByText('Ines Duarte')).toHaveCount(0)
  })
})

test('a manager changes roles below their own', async ({ page }) => {
  await test.step('[MEMBERS-13] [ERRORS-01] [ERRORS-06] a role changes at once, and goes back when the server refuses', async () => {
    await signInDirectly(page, credentials('mara'))
    const members = membersPage(page)
    await members.open()
    await members.giveRole('Greta Lind', 'Engineer')
    await expect(page.getByText('Project member was successfully updated')).toBeVisible()
    await page.reload()
    await expect(members.role('Greta Lind')).toHaveText('Engineer')
    await page.route('**/members/*', (route) =>
      route.fulfill({ status: 409, json: { code: 'API-4090', message: 'Not this one' } }),
    )
    await members.giveRole('Greta Lind', 'Guest')
    await expect(page.getByText('Not this one')).toBeVisible()
    await expect(members.role('Greta Lind')).toHaveText('Engineer')
    await page.unrouteAll()
  })

  await test.step('[MEMBERS-17] [MEMBERS-18] a manager may not touch administrators, nor make one', async () => {
    const members = membersPage(page)
    await members.open()
    await expect(members.row('Lea Marchetti')).toContainText('Administrator')
    await expect(members.role('Lea Marchetti')).toHaveCount(0)
    await expect(members.row('Lea Marchetti').getByRole('button')).toHaveCount(0)
    await expectOptions(members.role('Emil Svensson'), ['Manager', 'Engineer', 'Guest'])
    await members.add()
    await expectOptions(members.dialog.getByLabel('Role', { exact: true }), [
      'Choose a role',
      'Manager',
      'Engineer',
      'Guest',
    ])
  })
})

test('[MEMBERS-14] [MEMBERS-16] [ERRORS-06] a member is removed after a question, and finds the project shut at once', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await signInDirectly(theirs, credentials('tester-a'))
  await theirs.goto('/projects/SHOP/settings')
  await expect(theirs.getByRole('heading', { name: 'General', exact: true })).toBeVisible()
  await signInDirectly(page)
  const members = membersPage(page)
  await members.open()
  await members.askToRemove('Tester A')
  await expect(members.question()).toContainText('Remove Tester A from')
  await members.question().getByRole('button', { name: 'Cancel' }).click()
  await expect(members.row('Tester A')).toBeVisible()
  await members.askToRemove('Tester A')
  await members.question().getByRole('button', { name: 'Remove member' }).click()
  await expect(page.getByText('Project member was successfully deleted')).toBeVisible()
  await expect(members.row('Tester A')).toBeHidden()
  await expect(theirs.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  await other.close()
})

test('an administrator cannot be the last to go, and changes what others may do at once', async ({ page, browser }) => {
  await test.step('[MEMBERS-18] the last administrator stays: the server says why', async () => {
    await signInDirectly(page, credentials('lea'))
    const members = membersPage(page)
    await members.open()
    await members.askToRemove('nadia')
    await members.question().getByRole('button', { name: 'Remove member' }).click()
    await expect(members.row('nadia')).toBeHidden()
    await members.giveRole('Lea Marchetti', 'Guest')
    await expect(page.getByText(TEXTS.lastAdministrator)).toBeVisible()
    await expect(members.role('Lea Marchetti')).toHaveText('Administrator')
    await members.row('Lea Marchetti').getByRole('button', { name: 'Leave the project' }).click()
    await expect(members.question()).toContainText('You lose access')
    await members.question().getByRole('button', { name: 'Leave project' }).click()
    await expect(members.question()).toContainText(TEXTS.lastAdministrator)
  })

  await test.step('another role reaches the browser that is open: what it may do changes without a reload', async () => {
    const other = await browser.newContext()
    const theirs = await other.newPage()
    await signInDirectly(theirs, credentials('tester-b'))
    await theirs.goto('/projects/SHOP/settings')
    await expect(theirs.getByRole('link', { name: 'Members' })).toHaveCount(0)
    const members = membersPage(page)
    await members.open()
    await members.giveRole('Tester B', 'Manager')
    await expect(theirs.getByRole('link', { name: 'Members' }).first()).toBeVisible()
    await other.close()
  })
})

test('who opens the page', async ({ page }) => {
  await test.step('[MEMBERS-02] who holds projects:update opens the page and acts as an administrator', async () => {
    await signInDirectly(page, credentials('hana'))
    const members = membersPage(page)
    await members.open()
    await expectOptions(members.role('Emil Svensson'), ['Administrator', 'Manager', 'Engineer', 'Guest'])
  })

  await test.step('[MEMBERS-02] engineers and read-only people find no page here, and no way to it', async () => {
    for (const username of ['emil', 'tester-c', 'rolf']) {
      await signInDirectly(page, credentials(username))
      await membersPage(page).open()
      await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
      await page.goto('/projects/SHOP/settings')
      await expect(page.getByRole('heading', { name: 'General', exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Members' })).toHaveCount(0)
    }
  })
})
