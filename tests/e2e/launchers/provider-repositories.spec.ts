import { updateRepositoryCredentials } from '../../../contract/launchers/repositories.ts'
import { callsAs } from '../support/calls.ts'
import { startGitlab, type TestGitlab } from '../support/gitlab.ts'
import { OWNER, PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: { ...unattended, LAUNCHER_PROCESSES: 'true', ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' },
  actionTimeout: 10_000,
})

const area = `/projects/${PROJECT_KEY}/automation-launchers`

let gitlab: TestGitlab
test.beforeAll(async () => {
  gitlab = await startGitlab()
})
test.afterAll(() => gitlab.close())

test('somebody signs in to their GitLab, and adds a repository that works, one that is refused and one that is empty', async ({
  page,
  assay,
}) => {
  await signInDirectly(page)
  const list = page.getByRole('region', { name: 'Repositories' })

  await test.step('[ADDR-07] [ADDR-20] a token lists repositories, each with a button that adds it', async () => {
    await page.goto(`${area}/add-repo?provider=gitlab`)
    const form = page.getByRole('form', { name: 'Sign in with a token' })
    await form.getByLabel('Server').fill(gitlab.url)
    await form.getByLabel('Token').fill(gitlab.token)
    await form.getByRole('button', { name: 'Sign in' }).click()
    await expect(list.getByText(/^Signed in to 127\.0\.0\.1:\d+ as nora$/)).toBeVisible()
    for (const name of ['shop-e2e', 'empty', 'vault'])
      await expect(list.getByRole('button', { name: `Add larkspur/${name}` })).toBeVisible()
  })

  await test.step('[ADDR-03] the searched words are in the address, and a reload finds them', async () => {
    await page.getByLabel('Search repositories').fill('shop')
    await expect(list.getByRole('button', { name: /^Add / })).toHaveCount(1)
    await expect(page).toHaveURL(/[?&]search=shop\b/)
    await page.reload()
    await expect(page.getByLabel('Search repositories')).toHaveValue('shop')
    await expect(list.getByRole('button', { name: /^Add / })).toHaveCount(1)
  })

  await test.step('[LNAV-21] [REPO-03] [REPO-07] what was added opens: its name leads to the provider, its credentials are a form', async () => {
    await list.getByRole('button', { name: 'Add larkspur/shop-e2e' }).click()
    await expect(page).toHaveURL(new RegExp(`${area}/\\d+$`))
    await expect(
      page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'larkspur/shop-e2e' }),
    ).toHaveAttribute('href', 'https://gitlab.larkspur.test/larkspur/shop-e2e')
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await expect(page.getByRole('form', { name: 'Credentials' }).getByLabel('Username')).toBeVisible()
  })

  await test.step('[REPO-27] [REPO-28] branches that load say so, and the field waits for them', async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/branches$/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('main').getByRole('link', { name: 'New launcher' }).first().click()
    await expect(page.getByRole('button', { name: 'Branch: Loading branches…' })).toBeVisible()
    answer()
    await expect(page.getByRole('button', { name: 'Branch: Choose a branch' })).toBeVisible()
    await page.unroute(/\/branches$/)
  })

  await test.step('[ADDR-09] [ADDR-18] an address replaces the list; what is refused is a toast, and what was typed stays', async () => {
    await page.goto(`${area}/add-repo?provider=gitlab`)
    await expect(list).toBeVisible()
    const address = `${gitlab.url}/larkspur/shop-e2e.git`
    await page.getByText('Add by address').click()
    await expect(list).toBeHidden()
    await expect(page).toHaveURL(/with=url/)
    await page.getByRole('textbox', { name: 'Address' }).fill(address)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('This repository is in the project already')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(address)
    await page.getByText('Add by address').click()
  })

  await test.step('[REPO-17] [REPO-18] a repository that git may not read has failed, until its credentials are right', async () => {
    await list.getByRole('button', { name: 'Add larkspur/vault' }).click()
    const inTree = page.getByRole('treeitem', { name: /^larkspur\/vault, failed/ })
    await expect(inTree).toBeVisible()
    const form = page.getByRole('form', { name: 'Credentials' })
    await form.getByLabel('Username').fill('nora')
    await form.getByLabel('Token or app password').fill('wrong')
    await form.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByText('Repository was successfully updated')).toBeVisible()
    await expect(page.getByText('Unable to connect: please check credentials and access permissions.')).toBeVisible()
    await form.getByLabel('Token or app password').fill('another token')
    await form.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByText('Repo is connected.')).toBeVisible()
    await expect(inTree).toBeHidden()
  })

  await test.step('credentials that were replaced on another device meanwhile are compared, not replaced unseen', async () => {
    const elsewhere = await callsAs(assay, OWNER.username, OWNER.password)
    const repoId = Number(new URL(page.url()).pathname.split('/').at(-1))
    await elsewhere(updateRepositoryCredentials, { repoId }, { username: 'bot', accessToken: 'of the bot' })
    const form = page.getByRole('form', { name: 'Credentials' })
    await form.getByLabel('Token or app password').fill('yet another')
    await form.getByRole('button', { name: 'Connect' }).click()
    const meanwhile = form.getByRole('region', { name: 'Changed meanwhile' })
    await expect(meanwhile).toContainText('bot, with the stored token')
    await expect(meanwhile).toContainText('nora, with the token typed here')
    await meanwhile.getByText('Theirs', { exact: true }).first().click()
    await expect(form.getByLabel('Username')).toHaveValue('bot')
    await form.getByRole('button', { name: 'Connect' }).click()
    await expect(meanwhile).toHaveCount(0)
    await page.reload()
    await expect(form.getByLabel('Username')).toHaveValue('bot')
  })

  await test.step('[CONF-18] [CONF-19] [CONF-20] without an engine a hint says where it is enabled, and there is no instance type to choose', async () => {
    const executors = /\/launcher-options\/testing-executors$/
    const sauce = { tool: 'SAUCE_LABS', executor: 'SAUCE_LABS', id: 'sauce-labs', name: 'Sauce Labs', icon: 'cloud' }
    await page.route(executors, (route) => route.fulfill({ json: { items: [sauce] } }))
    await page.getByRole('main').getByRole('link', { name: 'New launcher' }).first().click()
    await expect(page.getByText('Enable the engine in Integrations to run launches on this server.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Integrations' }).last()).toHaveAttribute(
      'href',
      '/settings/integrations',
    )
    await expect(page.getByText('Instance type', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^Testing platform/ }).click()
    await page.getByRole('option', { name: 'Sauce Labs' }).click()
    await expect(page.getByText('Instance type', { exact: true })).toBeHidden()
    await page.unroute(executors)
  })

  await test.step('[LAUN-23] [LAUN-24] a repository without branches takes no launcher, and says why', async () => {
    await page.goto(`${area}/add-repo?provider=gitlab`)
    await list.getByRole('button', { name: 'Add larkspur/empty' }).click()
    await page.getByRole('main').getByRole('link', { name: 'New launcher' }).first().click()
    await expect(
      page.getByText(/^Unable to add new launcher: branches were not found for current repo\./),
    ).toBeVisible()
    await page.getByLabel('Launcher name').fill('Smoke')
    await page.getByLabel('Branch').fill('main')
    await page.getByLabel('Docker image').fill('node:22-slim')
    await expect(page.getByRole('button', { name: 'ADD', exact: true })).toBeDisabled()
  })
})
