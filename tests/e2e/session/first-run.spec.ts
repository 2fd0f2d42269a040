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

test('an empty server leads every visitor to its set-up', async ({ page }) => {
  await page.goto('/signin')
  await firstRun(page).expectWorkspaceStep()
  expect(await violationsOf(page)).toEqual([])
  await expect(page).toHaveURL(/\/signup$/)
  await page.goto('/projects')
  await firstRun(page).expectWorkspaceStep()
})

test('[WNAV-15] what is wrong is said beside each field of the set-up; what was typed survives a reload, but for the password', async ({
  page,
}) => {
  const run = firstRun(page)
  await page.goto('/signup')
  await run.fillWorkspace({ ...founder, workspaceName: '', email: 'nadia', password: 'short' })
  await run.createWorkspace()
  await expect(page.getByText('This field is required')).toHaveCount(1)
  await expect(page.getByText('Must be a valid email address')).toBeVisible()
  await expect(page.getByText('Password must be between 8 and 50 characters')).toBeVisible()
  await expect(page.getByLabel('Workspace name')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Nadia')
  await expect(page.getByLabel('E-mail')).toHaveValue('nadia')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('the first visitor founds the workspace and its first project, and lands on its launches', async ({ page }) => {
  const run = firstRun(page)
  await page.goto('/signup')
  await run.fillWorkspace(founder)
  await run.createWorkspace()
  await run.expectChoice()
  expect(await violationsOf(page)).toEqual([])
  // A reload in between goes on where it was.
  await page.reload()
  await run.choose('Own project')
  await run.expectProjectStep()
  await page.getByRole('button', { name: 'Back' }).click()
  await run.choose('Own project')
  expect(await violationsOf(page)).toEqual([])
  await run.nameProject('Web Shop')
  await expect(run.key()).toHaveValue('WS')
  await run.key().fill('shop')
  await run.nameProject('Larkspur Web Shop')
  await expect(run.key()).toHaveValue('SHOP')
  await run.createProject()
  await expect(page).toHaveURL(/\/projects\/SHOP\/automation-launches$/)
  await userMenu(page).signOut()
  await signInPage(page).expectShown()
})

test('[ROUTES-32] [WNAV-15] [WNAV-17] a filled server leads to sign-in, and sign-in to where somebody wanted to go', async ({
  page,
}) => {
  const door = signInPage(page)
  await page.goto('/signup')
  await door.expectShown()
  await page.goto('/projects/SHOP/automation-launches?q=checkout')
  await door.expectShown()
  await door.signIn(founder.email, 'not the password')
  await expect(page.getByText('Username, e-mail or password is wrong')).toBeVisible()
  await expect(door.login()).toHaveValue(founder.email)
  await door.signIn('Nadia', founder.password)
  await expect(page).toHaveURL(/\/projects\/SHOP\/automation-launches\?q=checkout$/)
  await page.goto('/signin')
  await expect(page).toHaveURL(/\/projects$/)
})

test('[WNAV-15] each door says what it lacks, and where the others are', async ({ page }) => {
  const door = signInPage(page)
  await door.open()
  await expect(page.getByText('Welcome back to Larkspur.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await expect(page.getByText('Password required')).toBeVisible()
  await expect(door.login()).toBeFocused()

  await page.goto('/password/forgot')
  await passwords(page).askForLink('nadia')
  await expect(page.getByText('Must be a valid email address')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await door.expectShown()

  await page.goto('/password/reset')
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL(/\/password\/forgot$/)
  await page.goto('/password/reset?token=none')
  await passwords(page).setNew('short')
  await expect(page.getByText('Password must be between 8 and 50 characters')).toBeVisible()
})

test('[WNAV-15] a forgotten password is replaced through the mail in the outbox', async ({ page, assay }) => {
  const words = passwords(page)
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByText('Ask your administrator if no mail arrives')).toBeVisible()
  await words.askForLink(founder.email)
  await words.expectSent()
  const outbox = path.join(assay.dataDir, 'outbox')
  // The folder comes with its first mail.
  const mails = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [])
  await expect.poll(mails).toHaveLength(1)
  const mail = readFileSync(path.join(outbox, mails()[0] ?? ''), 'utf8')
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
  const link = /http:\S+\/password\/reset\?token=\S+/.exec(mail)?.[0] ?? ''
  await page.goto(link)
  await words.setNew(newPassword, 'something else')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Also revoke my access tokens' }).check()
  const sent = page.waitForRequest((request) => request.url().endsWith('/auth/password/reset'))
  await words.setNew(newPassword)
  expect((await sent).postDataJSON()).toMatchObject({ revokeAccessTokens: true })
  await expect(page.getByText('Password was successfully updated')).toBeVisible()
  await signInPage(page).signIn(founder.email, newPassword)
  await expect(page).toHaveURL(/\/projects$/)

  await page.goto(link)
  await words.setNew(newPassword)
  await expect(page.getByText('This link was used already or is too old. Request a new one.')).toBeVisible()
})
