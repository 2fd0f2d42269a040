import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { firstRun } from '../pages/first-run.ts'
import { passwords, signInPage, userMenu } from '../pages/sign-in.ts'
import { violationsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const founder = {
  workspaceName: 'Larkspur',
  firstName: 'Nadia',
  lastName: 'Krol',
  email: 'nadia@larkspur.test',
  password: 'olive-tree-60',
}
const newPassword = 'fig-tree-and-61'

test.describe.configure({ mode: 'serial' })

test('the first visitor founds the workspace and its first project', async ({ page }) => {
  const run = firstRun(page)
  await test.step('[WNAV-15] every address leads to the set-up, which keeps what was typed except the password', async () => {
    await page.goto('/projects')
    await run.expectWorkspaceStep()
    await expect(page).toHaveURL(/\/signup$/)
    expect(await violationsOf(page)).toEqual([])
    await run.fillWorkspace({ ...founder, workspaceName: '', email: 'nadia', password: 'short' })
    await run.createWorkspace()
    for (const fault of [
      'This field is required',
      'Must be a valid email address',
      'Password must be between 8 and 50 characters',
    ])
      await expect(page.getByText(fault)).toHaveCount(1)
    await expect(page.getByLabel('Workspace name')).toBeFocused()
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Nadia')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  })
  await test.step('the first project gets its key from its name, and opens on its launches', async () => {
    await run.fillWorkspace(founder)
    await run.createWorkspace()
    await run.expectChoice()
    // A reload continues at the same step.
    await page.reload()
    const answer = { code: 'API-5030', message: 'The database is starting' }
    await page.route('**/api/projects/demo', (route) => route.fulfill({ status: 503, json: answer }))
    await run.choose('Demo project')
    await expect(page.getByText(answer.message)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create demo project' })).toBeEnabled()
    await page.getByRole('button', { name: 'Back' }).click()
    await run.choose('Own project')
    await run.expectProjectStep()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()
    await run.choose('Own project')
    await run.nameProject('Web Shop')
    await expect(run.key()).toHaveValue('WS')
    await run.key().fill('shop')
    await run.nameProject('Larkspur Web Shop')
    await expect(run.key()).toHaveValue('SHOP')
    await run.createProject()
    await expect(page).toHaveURL(/\/projects\/SHOP\/automation-launches$/)
  })
})

test('a visitor signs in to the requested page, and replaces a forgotten password', async ({ page, assay }) => {
  const form = signInPage(page)
  const forms = passwords(page)
  await test.step('[ROUTES-32] [WNAV-17] a protected address leads to the sign-in and, after it, to that address', async () => {
    await page.goto('/projects/SHOP/automation-launches?q=checkout')
    await form.expectShown()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    for (const fault of ['This field is required', 'Password required'])
      await expect(page.getByText(fault)).toBeVisible()
    await expect(form.login()).toBeFocused()
    await form.signIn(founder.email, 'not the password')
    await expect(page.getByText('Username, e-mail or password is wrong')).toBeVisible()
    await expect(form.login()).toHaveValue(founder.email)
    await form.signIn('Nadia', founder.password)
    await expect(page).toHaveURL(/\/projects\/SHOP\/automation-launches\?q=checkout$/)
    await page.goto('/signin')
    await expect(page).toHaveURL(/\/projects$/)
    await userMenu(page).signOut()
    await form.expectShown()
  })
  await test.step('an incomplete link leads to the request of a new one', async () => {
    await page.goto('/password/reset')
    await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page.getByText('Ask your administrator if no mail arrives')).toBeVisible()
  })
  await test.step('the link of the mail sets a new password', async () => {
    await forms.askForLink(founder.email)
    await forms.expectSent()
    const outbox = path.join(assay.dataDir, 'outbox')
    // The folder is created with its first mail.
    const mails = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [])
    await expect.poll(mails).toHaveLength(1)
    const mail = readFileSync(path.join(outbox, mails()[0] ?? ''), 'utf8')
      .replaceAll('=\r\n', '')
      .replaceAll('=3D', '=')
    await page.goto(/http:\S+\/password\/reset\?token=\S+/.exec(mail)?.[0] ?? '')
    await forms.setNew(newPassword, 'something else')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Also revoke my access tokens' }).check()
    const sent = page.waitForRequest((request) => request.url().endsWith('/auth/password/reset'))
    await forms.setNew(newPassword)
    expect((await sent).postDataJSON()).toMatchObject({ revokeAccessTokens: true })
    await expect(page.getByText('Password was successfully updated')).toBeVisible()
    await form.signIn(founder.email, newPassword)
    await expect(page).toHaveURL(/\/projects$/)
  })
})
