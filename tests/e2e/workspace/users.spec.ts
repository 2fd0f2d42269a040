import { freeSeats, getSeats, updateSeats, type SeatStats } from '../../../contract/workspace/seats.ts'
import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { usersPage } from '../pages/users.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
test.describe.configure({ mode: 'serial' })

const credentials = (username: string) => ({ username, password: MEMBERS_PASSWORD })

test('users are found, created and changed', async ({ page, browser }) => {
  await signInDirectly(page)
  const users = usersPage(page)

  await test.step('[USERS-01] [USERS-02] [USERS-03] [USERS-04] [USERS-05] searched, filtered and sorted by the address', async () => {
    await users.open()
    await expect(page.getByText(USER_TEXTS.seatsInUse(8, null)), '[USERS-06]').toBeVisible()
    const heads = page.getByRole('table', { name: 'Users' }).getByRole('columnheader')
    await expect(heads, '[USERS-14]').toContainText(['Name', 'Email', 'Groups', 'Source', 'Status', 'Last sign-in'])
    await expect.poll(users.names).toContain('Emil Bauer')
    await page.getByRole('searchbox', { name: 'Search users' }).fill('BAUER')
    await expect.poll(users.names).toEqual(['Emil Bauer'])
    await users.open()
    await page.getByRole('button', { name: 'Source', exact: true }).first().click()
    await page.getByRole('option', { name: 'SAML' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(users.names).toEqual(['sam'])
    await expect(page).toHaveURL(/source=SAML/)
    await users.open('?sort=name&order=desc')
    await expect.poll(async () => (await users.names())[0]).toBe('sam')
  })

  await test.step('[USERS-10] [USERS-11] [USERS-12] [USERS-22] what can be done to whom', async () => {
    await users.open()
    await expect(users.row('nadia')).toContainText('you')
    await expect(page.getByRole('button', { name: 'Actions for nadia' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for sam' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Make read-only', 'Deactivate'])
    await page.keyboard.press('Escape')
  })

  await test.step('[UFORM-04] [UFORM-05] [UFORM-12] [UFORM-17] a user is created with a role in a project, and can sign in', async () => {
    await page.getByRole('button', { name: 'Create user' }).click()
    await expect
      .poll(async () => (await users.create.boundingBox())?.width, '[UFORM-28] [WNAV-23] [PRODUCT-10] [PRODUCT-11]')
      .toBe(500)
    const submit = users.create.getByRole('button', { name: 'Create', exact: true })
    await submit.click()
    await expect(users.create.getByText(USER_TEXTS.usernameRequired)).toBeVisible()
    await users.create.getByLabel('Username').fill('EMIL')
    await expect(users.create.getByText(USER_TEXTS.usernameTaken)).toBeVisible()
    await users.create.getByLabel('Username').fill('ada.byron')
    await users.create.getByLabel('Email').fill('ada@larkspur.test')
    await users.create.getByLabel('Password', { exact: true }).fill(MEMBERS_PASSWORD)
    await users.create.getByRole('button', { name: 'Project', exact: true }).click()
    await expect(submit).toBeDisabled()
    await users.assign(1, 'SHOP')
    await submit.click()
    await expect(page.getByText(USER_TEXTS.userCreated('ada.byron'))).toBeVisible()
    await expect.poll(users.names).toContain('ada.byron')
  })

  await test.step('[UFORM-25] [UFORM-27] names are edited, the username is not', async () => {
    await users.act('ada.byron', 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit ada.byron' })
    await expect(dialog.getByLabel('Username')).toBeDisabled()
    await dialog.getByLabel('First name').fill('Ada')
    await dialog.getByLabel('Last name').fill('Byron')
    await page.route('**/api/iam/v1/users/*', (route) => route.abort('connectionfailed'), { times: 1 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert'), '[UFORM-26] the form tells, no toast').toBeVisible()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(0)
    await expect(dialog.getByLabel('First name')).toHaveValue('Ada')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(USER_TEXTS.userUpdated('Ada Byron'))).toBeVisible()
  })

  await test.step('[USERS-15] [USERS-16] [USERS-17] deactivating ends what the user has open, and activating lets them in again', async () => {
    const theirs = await (await browser.newContext()).newPage()
    await signInDirectly(theirs, credentials('ada.byron'))
    await theirs.goto('/projects/SHOP/test-cases')
    await expect(
      theirs.getByRole('button', { name: 'ada.byron' }).or(theirs.getByText('Ada Byron')).first(),
    ).toBeVisible()
    await users.act('Ada Byron', 'Deactivate')
    await users.question().getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText(USER_TEXTS.userDeactivated('Ada Byron'))).toBeVisible()
    await expect(theirs).toHaveURL(/\/signin/)
    await users.act('Ada Byron', 'Activate')
    await expect(page.getByText(USER_TEXTS.userActivated('Ada Byron'))).toBeVisible()
    await signInDirectly(theirs, credentials('ada.byron'))
    await theirs.context().close()
  })

  await test.step('[USERS-18] [USERS-19] [USERS-20] what a user would lose is said before they become read-only', async () => {
    await users.act('Ada Byron', 'Make read-only')
    await expect(users.question()).toContainText('They leave Engineers.')
    await users.question().getByRole('button', { name: 'Make read-only' }).click()
    await expect(page.getByText(USER_TEXTS.userMadeReadOnly('Ada Byron'))).toBeVisible()
    await expect(users.row('Ada Byron')).toContainText('Read-only')
  })
})

test('people are invited by a pasted list, and join', async ({ page, browser, assay }) => {
  await signInDirectly(page)
  const users = usersPage(page)
  let link = ''

  await test.step('[INVT-02] [INVT-05] [INVT-09] addresses are chips; wrong ones are named; links are handed over where no mail is sent', async () => {
    await users.open('?invite')
    const emails = users.invite.getByRole('textbox', { name: 'Emails' })
    await emails.fill('henrik@larkspur.test, maria@larkspur ')
    await expect(users.invite.getByText(`${USER_TEXTS.emailInvalid}: maria@larkspur`)).toBeVisible()
    await users.invite.getByRole('button', { name: /^Remove.*maria@larkspur/ }).click()
    await emails.fill('Henrik@larkspur.test ')
    await expect(users.invite.getByText('Henrik@larkspur.test already in the list'), '[INVT-04]').toBeAttached()
    await expect(
      users.invite.getByRole('button', { name: /Group$/ }),
      '[UFORM-16] the one that takes invited people',
    ).toContainText('Engineers')
    await users.invite.getByRole('button', { name: 'Project', exact: true }).click()
    await users.assign(1, 'SHOP')
    await users.invite.getByRole('button', { name: 'Invite 1 user' }).click()
    await expect(page.getByText(USER_TEXTS.usersInvited(1))).toBeVisible()
    const links = page.getByRole('dialog', { name: 'Hand this link over' })
    link = await links.getByLabel('henrik@larkspur.test').inputValue()
    await links.getByRole('button', { name: 'Done' }).click()
    await expect(users.row('henrik')).toContainText('Pending')
  })

  await test.step('[INVT-12] [USERS-18] a new link takes the place of the old one', async () => {
    await users.row('henrik').getByRole('button', { name: 'Resend' }).click()
    await expect(page.getByText(USER_TEXTS.invitationResent)).toBeVisible()
    const old = link
    link = await page.getByRole('dialog').getByLabel('henrik@larkspur.test').inputValue()
    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(old)
    await expect(theirs.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
    await theirs.context().close()
  })

  await test.step('[INVT-11] anyone with the link joins and is in the project at once', async () => {
    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(link)
    await expect(theirs.getByRole('heading', { name: 'Join Assay' })).toBeVisible()
    await expect(theirs.getByLabel('Username')).toHaveValue('henrik')
    await theirs.getByLabel('Password', { exact: true }).fill(MEMBERS_PASSWORD)
    await theirs.getByRole('button', { name: 'Join' }).click()
    await expect(theirs).toHaveURL(/\/projects/)
    await theirs.goto('/projects/SHOP/test-cases')
    await expect(theirs.getByRole('button', { name: /New test case|Create/ }).first()).toBeVisible()
    await theirs.context().close()
    await page.reload()
    await expect(users.row('henrik')).toContainText('Active')
  })

  await test.step('[UFORM-19] [INVT-08] without a seat the buttons say so, and come back with one', async () => {
    const call = await callsAs(assay, OWNER.username, OWNER.password)
    const { data } = await call<{ data: SeatStats }>(getSeats)
    const used = { paidSeats: data.paidUsers, readOnlySeats: Math.max(1, data.readOnlyUsers) }
    const { data: full } = await call<{ data: SeatStats }>(updateSeats, {}, used)
    expect([freeSeats(full, false), freeSeats(full, true)]).toEqual([0, 0])
    await page.reload()
    const create = page.getByRole('button', { name: 'Create user' })
    await expect(create).toHaveAttribute('title', USER_TEXTS.addSeatsToCreate)
    await expect(create).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Invite users' })).toHaveAttribute(
      'title',
      USER_TEXTS.addSeatsToInvite,
    )
    await call(updateSeats, {}, { paidSeats: null, readOnlySeats: null })
    await page.reload()
    await expect(create).toBeEnabled()
  })
})

test('groups give permissions', async ({ page, browser }) => {
  await signInDirectly(page)
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })

  await test.step('[GRPS-06] without a group the page says so', async () => {
    // Built-in groups stay for good: only an answer without them shows it.
    await page.route('**/api/iam/v1/groups?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), results: [], total: 0 } })
    })
    await page.goto('/settings/user-groups')
    await expect(page.getByRole('heading', { name: USER_TEXTS.noGroups })).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('[GRPS-02] [GRPS-05] [GRPS-08] [GRPS-18] a group is created and has its card', async () => {
    await page.goto('/settings/user-groups')
    await expect(card('Super admins')).toContainText(USER_TEXTS.groupContains(1))
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('User managers')
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByText(USER_TEXTS.groupCreated('User managers'))).toBeVisible()
  })

  await test.step('[GRPS-03] [GRPS-16] [GRPS-19] users and permissions are added, and hold at once', async () => {
    await page.getByRole('checkbox', { name: 'Add and change users: User managers' }).check()
    await expect(page.getByText(USER_TEXTS.groupUpdated)).toBeVisible()
    await card('User managers').getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('option', { name: 'Emil Bauer' }).click()
    await expect(page.getByText(USER_TEXTS.addedToGroup('Emil Bauer', 'User managers'))).toBeVisible()
    const theirs = await (await browser.newContext()).newPage()
    await signInDirectly(theirs, credentials('emil'))
    await theirs.goto('/settings/users')
    await expect(theirs.getByRole('button', { name: 'Create user' }), '[USERS-08]').toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Invite users' }), '[USERS-09] [INVT-01]').toBeVisible()
    await theirs.context().close()
  })

  await test.step('[GRPS-04] [GRPS-17] [GRPS-20] [GRPS-21] built-in groups cannot be changed; others lose users and are deleted', async () => {
    await expect(page.getByRole('checkbox', { name: 'See users: Super admins' })).toBeDisabled()
    await card('Super admins')
      .getByRole('button', { name: /^Remove nadia/ })
      .click()
    await expect(page.getByText(USER_TEXTS.lastSuperAdmin)).toBeVisible()
    await card('User managers').getByRole('button', { name: 'Remove Emil Bauer from User managers' }).click()
    await expect(page.getByText(USER_TEXTS.removedFromGroup('Emil Bauer', 'User managers'))).toBeVisible()
    await page.getByRole('button', { name: 'Actions for User managers' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click()
    await expect(page.getByText(USER_TEXTS.groupDeleted('User managers'))).toBeVisible()
    await expect(card('User managers')).toHaveCount(0)
  })

  await test.step('the audit log lists all of it, and is unchanged', async () => {
    await page.goto('/settings/audit-log?areas=groups')
    const entries = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
    await expect(entries.nth(1)).toContainText('deleted group User managers')
    await expect(entries.nth(2)).toContainText('removed from group User managers: emil')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText(/entries are as they were written$/)).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('audit-log.csv')
  })
})
