import { USER_TEXTS } from '../../../contract/workspace/user-texts.ts'
import { usersPage } from '../pages/users.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })

test('users are found, created, changed and invited', async ({ page, browser }) => {
  const users = usersPage(page)
  await signInDirectly(page)

  await test.step('[USERS-01] [USERS-02] [USERS-04] [USERS-06] [USERS-14] the list is searched and filtered by the address', async () => {
    await users.open()
    await expect(page.getByText(USER_TEXTS.seatsInUse(8, null))).toBeVisible()
    await expect(users.table.getByRole('columnheader')).toContainText([
      'Name',
      'Email',
      'Groups',
      'Source',
      'Status',
      'Last sign-in',
    ])
    await expect(users.row('nadia').getByRole('button'), '[USERS-12]').toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search users' }).fill('SAM')
    await expect.poll(users.names).toEqual(['sam'])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Source' }).click()
    await page.getByRole('option', { name: 'SAML' }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/q=SAM&source=SAML/)
    await page.getByRole('button', { name: 'Actions for sam' }).click()
    await expect(page.getByRole('menuitem'), '[USERS-10] [USERS-22]').toHaveText([
      'Edit',
      'Make read-only',
      'Deactivate',
    ])
    await page.keyboard.press('Escape')
  })

  await test.step('[UFORM-12] [UFORM-17] a user is created with a role in a project', async () => {
    await page.getByRole('button', { name: 'Create user' }).click()
    await expect
      .poll(async () => (await users.create.boundingBox())?.width, '[UFORM-28] [WNAV-23] [PRODUCT-10] [PRODUCT-11]')
      .toBe(500)
    const submit = users.create.getByRole('button', { name: 'Create', exact: true })
    await users.create.getByLabel('Username').fill('ada.byron')
    await users.create.getByLabel('Email').fill('ada@larkspur.test')
    await users.create.getByLabel('Password', { exact: true }).fill(MEMBERS_PASSWORD)
    await users.create.getByRole('button', { name: 'Project', exact: true }).click()
    await expect(submit).toBeDisabled()
    await users.assign(1, 'SHOP')
    await submit.click()
    await expect(page.getByText(USER_TEXTS.userCreated('ada.byron'))).toBeVisible()
    await users.open('?q=byron')
    await expect.poll(users.names).toEqual(['ada.byron'])
  })

  await test.step('[UFORM-25] [UFORM-27] names are edited, the username is not', async () => {
    await users.act('ada.byron', 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit ada.byron' })
    await expect(dialog.getByLabel('Username')).toBeDisabled()
    await dialog.getByLabel('Last name').fill('Byron')
    await page.route('**/api/iam/v1/users/*', (route) => route.abort('connectionfailed'), { times: 1 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert'), '[UFORM-26] in the form, not as a toast').toBeVisible()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(USER_TEXTS.userUpdated('Byron'))).toBeVisible()
  })

  await test.step('[USERS-15] [USERS-16] [USERS-17] [USERS-19] a user is deactivated, activated and made read-only', async () => {
    await users.act('Byron', 'Deactivate')
    await users.question().getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText(USER_TEXTS.userDeactivated('Byron'))).toBeVisible()
    await users.act('Byron', 'Activate')
    await expect(page.getByText(USER_TEXTS.userActivated('Byron'))).toBeVisible()
    await users.act('Byron', 'Make read-only')
    await expect(users.question()).toContainText('They leave Engineers.')
    await users.question().getByRole('button', { name: 'Make read-only' }).click()
    await expect(page.getByText(USER_TEXTS.userMadeReadOnly('Byron'))).toBeVisible()
  })

  let link = ''
  await test.step('[INVT-02] [INVT-04] [INVT-05] [INVT-09] [UFORM-16] addresses are chips, wrong ones are named, and without mail the link is shown', async () => {
    await users.open('?invite')
    const emails = users.invite.getByRole('textbox', { name: 'Emails' })
    await emails.focus()
    await page.keyboard.press('Tab')
    await expect(emails, 'nothing was typed yet').not.toBeFocused()
    await expect(emails).not.toHaveAttribute('aria-invalid')
    await emails.fill('henrik@larkspur.test, maria@larkspur ')
    await expect(users.invite.getByText(`${USER_TEXTS.emailInvalid}: maria@larkspur`)).toBeVisible()
    await users.invite.getByRole('button', { name: /^Remove.*maria@larkspur/ }).click()
    await emails.fill('Henrik@larkspur.test ')
    await expect(users.invite.getByText('Henrik@larkspur.test already in the list')).toBeAttached()
    await expect(users.invite.getByRole('button', { name: /Group$/ })).toContainText('Engineers')
    await users.invite.getByRole('button', { name: 'Project', exact: true }).click()
    await users.assign(1, 'SHOP')
    await users.invite.getByRole('button', { name: 'Invite 1 user' }).click()
    await expect(page.getByText(USER_TEXTS.usersInvited(1))).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(users.row('henrik')).toContainText('Pending')
    await users.row('henrik').getByRole('button', { name: 'Resend' }).click()
    await expect(page.getByText(USER_TEXTS.invitationResent), '[USERS-18]').toBeVisible()
    link = await page.getByRole('dialog').getByLabel('henrik@larkspur.test').inputValue()
  })

  await test.step('[INVT-11] anyone with the link joins, and is in the project', async () => {
    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(link)
    await expect(theirs.getByLabel('Username')).toHaveValue('henrik')
    await theirs.getByLabel('Password', { exact: true }).fill(MEMBERS_PASSWORD)
    await theirs.getByRole('button', { name: 'Join' }).click()
    await expect(theirs.getByRole('table', { name: 'Projects' }).getByRole('link')).toHaveText(['SHOP'])
    await theirs.context().close()
  })
})

test('groups are created, changed and deleted, and the audit log lists it', async ({ page }) => {
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await signInDirectly(page)

  await test.step('[GRPS-06] an empty list of groups is shown', async () => {
    // The product has built-in groups, which cannot be deleted.
    await page.route('**/api/iam/v1/groups?*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), results: [], total: 0 } })
    })
    await page.goto('/settings/user-groups')
    await expect(page.getByRole('heading', { name: USER_TEXTS.noGroups })).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('[GRPS-02] [GRPS-05] [GRPS-08] [GRPS-18] a group is created and has its card', async () => {
    await page.reload()
    await expect(card('Super admins')).toContainText(USER_TEXTS.groupContains(1))
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('User managers')
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByText(USER_TEXTS.groupCreated('User managers'))).toBeVisible()
  })

  await test.step('[GRPS-03] [GRPS-16] [GRPS-17] [GRPS-19] permissions and users are added, and users removed', async () => {
    await expect(page.getByRole('checkbox', { name: 'See users: Super admins' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Add and change users: User managers' }).check()
    await expect(page.getByText(USER_TEXTS.groupUpdated)).toBeVisible()
    await card('User managers').getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('option', { name: 'Emil Bauer' }).click()
    await expect(page.getByText(USER_TEXTS.addedToGroup('Emil Bauer', 'User managers'))).toBeVisible()
    await card('User managers').getByRole('button', { name: 'Remove Emil Bauer from User managers' }).click()
    await expect(page.getByText(USER_TEXTS.removedFromGroup('Emil Bauer', 'User managers'))).toBeVisible()
  })

  await test.step('[GRPS-04] [GRPS-20] a group is deleted', async () => {
    await page.getByRole('button', { name: 'Actions for User managers' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click()
    await expect(page.getByText(USER_TEXTS.groupDeleted('User managers'))).toBeVisible()
    await expect(card('User managers')).toHaveCount(0)
  })

  await test.step('the audit log is filtered by the address, verified and exported', async () => {
    await page.goto('/settings/audit-log?areas=groups')
    const entries = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
    await expect(entries.nth(1)).toContainText('deleted group User managers')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText(/entries are as they were written$/)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toBe('audit-log.csv')
  })
})
