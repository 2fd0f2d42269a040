import type { Browser, Page } from '@playwright/test'
import { aSubject, TestOpenIdProvider } from '../../server/support/openid-provider.ts'
import { casesPage } from '../pages/cases.ts'
import { firstRun } from '../pages/first-run.ts'
import { identityProvidersPage } from '../pages/identity-providers.ts'
import { membersPage } from '../pages/members.ts'
import { usersPage } from '../pages/users.ts'
import { openMailbox, type Mailbox } from '../../server/support/mailbox.ts'
import { expect, test as base } from '../support/test.ts'

const test = base.extend<{ mailbox: Mailbox }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its pattern
  mailbox: async ({}, use) => {
    const mailbox = await openMailbox()
    await use(mailbox)
    await mailbox.close()
  },
  environment: ({ mailbox }, use) => use({ SMTP_URL: mailbox.url, ALLOW_INTERNAL_ADDRESSES: 'true' }),
})

const PASSWORD = 'olive-tree-60'
const INVITED = [
  { name: 'adam', role: 'Administrator' },
  { name: 'mara', role: 'Manager' },
  { name: 'emil', role: 'Engineer' },
  { name: 'greta', role: 'Guest' },
] as const
const addressOf = (name: string) => `${name}@larkspur.test`

const somebody = async (browser: Browser, url: string): Promise<Page> =>
  (await browser.newContext({ baseURL: url })).newPage()

test(
  'a new team gets to work: founded, invited by mail and by single sign-on, five roles in one project',
  { tag: '@full' },
  async ({ page, browser, assay, mailbox }) => {
    test.setTimeout(150_000)
    const people = new Map<string, Page>()
    const of = (name: string): Page => {
      const found = people.get(name)
      if (found === undefined) throw new Error(`${name} has not joined`)
      return found
    }

    await test.step('an owner founds the workspace and its first project', async () => {
      const run = firstRun(page)
      await page.goto('/')
      await run.fillWorkspace({
        workspaceName: 'Larkspur',
        firstName: 'Nadia',
        lastName: 'Krol',
        email: addressOf('nadia'),
        password: PASSWORD,
      })
      await run.createWorkspace()
      await run.choose('Own project')
      await run.nameProject('Shop')
      await run.key().fill('SHOP')
      await run.createProject()
      await expect(page).toHaveURL(/\/projects\/SHOP\/automation-launches$/)
    })

    await test.step('four people are invited, each with a role in the project, and get a mail', async () => {
      const users = usersPage(page)
      for (const { name, role } of INVITED) {
        await users.open('?invite')
        await users.invite.getByRole('textbox', { name: 'Emails' }).fill(`${addressOf(name)} `)
        await users.invite.getByRole('button', { name: 'Project', exact: true }).click()
        await users.assign(1, 'Shop')
        await users.invite.getByRole('button', { name: /Role in project 1$/ }).click()
        await page.getByRole('option', { name: role, exact: true }).click()
        await users.invite.getByRole('button', { name: 'Invite 1 user' }).click()
        await expect(users.row(name)).toContainText('Pending')
      }
      for (const { name } of INVITED) await expect.poll(() => mailbox.to(addressOf(name)).length).toBe(1)
    })

    await test.step('they join by the link in their mail', async () => {
      await Promise.all(
        INVITED.map(async ({ name }) => {
          const [mail = ''] = mailbox.to(addressOf(name))
          const theirs = await somebody(browser, assay.url)
          await theirs.goto(/http:\/\/\S+#[\w-]+/.exec(mail)?.[0] ?? 'no link in the mail')
          await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD)
          await theirs.getByRole('button', { name: 'Join' }).click()
          await expect(theirs).toHaveURL(/\/projects/)
          people.set(name, theirs)
        }),
      )
    })

    await test.step('a fifth signs in with the accounts of the company, and is added by the administrator', async () => {
      const accounts = await TestOpenIdProvider.start(assay.url)
      accounts.account = aSubject({ given_name: 'Grace', family_name: 'Hopper' })
      const providers = identityProvidersPage(page)
      await providers.open()
      await providers.addOpenId('Larkspur accounts', accounts.issuer)
      const theirs = await somebody(browser, assay.url)
      await theirs.goto('/projects')
      await theirs.getByRole('link', { name: 'Continue with Larkspur accounts' }).click()
      await expect(theirs).toHaveURL(/\/projects$/)
      people.set('grace', theirs)
      await accounts.close()
      const members = membersPage(of('adam'))
      await members.open()
      await members.add()
      await members.pick('Grace Hopper')
      await of('adam').keyboard.press('Escape')
      await members.chooseRole('Engineer')
      await members.submit()
      await expect(members.row('Grace Hopper')).toBeVisible()
    })

    await test.step('all five see changes in the repository live, and a guest only reads', async () => {
      for (const one of people.values()) {
        await casesPage(one).open()
        await expect(one.getByRole('heading', { name: 'Test case repository is empty' })).toBeVisible()
      }
      const mara = of('mara')
      await mara.getByRole('button', { name: 'Create test suite' }).click()
      await mara.getByRole('textbox', { name: 'Title' }).fill('Checkout')
      await mara.getByRole('button', { name: 'Create suite' }).click()
      const emil = of('emil')
      const cases = casesPage(emil)
      await cases.suite('Checkout').getByRole('button', { name: 'Add a test case to Checkout' }).click()
      await emil.keyboard.type('Pay by card\n')
      await cases.expectCases(['Pay by card'])
      for (const name of ['adam', 'mara', 'grace', 'greta'])
        await expect(casesPage(of(name)).row('Pay by card')).toBeVisible()
      await expect(of('greta').getByRole('button', { name: 'Add a test case to Checkout' })).toHaveCount(0)
      await expect(of('grace').getByRole('button', { name: 'Add a test case to Checkout' })).toBeAttached()
    })

    await test.step('each may do what their role allows, also after a change', async () => {
      await of('emil').goto('/projects/SHOP/settings')
      await expect(of('emil').getByRole('button', { name: 'Delete project' })).toHaveCount(0)
      await of('greta').goto('/projects/SHOP/test-runs/create')
      await expect(of('greta')).toHaveURL(/\/404|\/test-runs$/)
      await of('grace').goto('/settings/sso')
      await expect(of('grace').getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
      const members = membersPage(of('adam'))
      await members.open()
      await members.giveRole('greta', 'Engineer')
      await expect(members.role('greta')).toContainText('Engineer')
      await casesPage(of('greta')).open()
      await expect(of('greta').getByRole('button', { name: 'Add a test case to Checkout' })).toBeAttached()
    })
    for (const one of people.values()) await one.context().close()
  },
)
