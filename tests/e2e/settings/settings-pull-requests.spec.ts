import { PULL_REQUEST_TEXTS } from '../../../contract/pull-requests/texts.ts'
import { aGitHost, PULL_REQUEST } from '../../server/pull-requests/support/git-hosts.ts'
import { startSystem } from '../../server/support/systems.ts'
import { anAgent } from '../support/agent.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: { ...unattended, ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' } })

test('an owner connects a git host, and sees which pull requests were reported and why one was not', async ({
  page,
  assay,
}) => {
  const host = aGitHost('github')
  const system = await startSystem((requested) => host.answers(requested))
  const repositoryUrl = `${system.url}/${host.repository}`
  const dialog = page.getByRole('dialog')
  const hosts = page.getByRole('list', { name: 'Git hosts' }).getByRole('listitem')
  const reported = page.getByRole('list', { name: 'Reported pull requests' }).getByRole('listitem')
  const agent = await anAgent(assay.url)
  const report = async (pullRequest: number) => {
    const origin = { repositoryUrl, pullRequest: String(pullRequest), commit: 'c0ffee'.padEnd(40, '0') }
    const launch = await agent.startLaunch('unit', { origin })
    await launch.test('pays', 'FAILED', 'Error: boom')
    await launch.finish()
  }
  await signInDirectly(page)

  await test.step('the form names what is missing, and keeps the token secret', async () => {
    await page.goto(`/projects/${PROJECT_KEY}/pull-requests`)
    await page.getByRole('button', { name: 'Add git host' }).click()
    await dialog.getByRole('button', { name: 'Add git host' }).click()
    await expect(dialog.getByText(PULL_REQUEST_TEXTS.repositoriesRequired)).toBeVisible()
    await dialog.getByLabel('API address').fill(host.urlOf(system.url))
    await dialog.getByLabel('Token', { exact: true }).fill('s3cret')
    await dialog.getByLabel('Repositories').fill(host.repository)
    await dialog.getByRole('button', { name: 'Add git host' }).click()
    await expect(page.getByText(PULL_REQUEST_TEXTS.created)).toBeVisible()
    await expect(hosts).toContainText([host.repository])
  })
  await test.step('the connection is checked with the stored token', async () => {
    await page.getByRole('button', { name: 'Check connection' }).click()
    await expect(page.getByText('GitHub is connected as quality')).toBeVisible()
  })
  await test.step('pull requests appear as their launches end', async () => {
    await report(PULL_REQUEST)
    await expect(reported).toContainText([/Delivered.*team\/shop #7.*unit #/s])
    // Its pending status is delivered before.
    await expect.poll(() => host.comments[0]?.body).toContain('**New failures (1)**')
  })
  await test.step('a failure shows its reason, until it is tried again', async () => {
    system.answersInstead(() => [401, { message: 'Bad credentials' }])
    await report(PULL_REQUEST)
    await expect(reported).toContainText([/Failed.*Comment: GitHub refuses the credentials/s])
    system.answersInstead(() => null)
    await reported.getByRole('button', { name: /^Try again/ }).click()
    await expect(reported).toContainText(['Delivered'])
    expect(host.comments).toHaveLength(1)
  })
  await test.step('an edit keeps the token, and a removed host reports nothing more', async () => {
    await hosts.getByRole('button', { name: /^Edit/ }).click()
    await dialog.getByText('Set commit statuses').click()
    await dialog.getByRole('button', { name: 'Save git host' }).click()
    await expect(hosts).not.toContainText('commit statuses')
    await hosts.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove git host' }).click()
    await expect(page.getByText('No git hosts yet')).toBeVisible()
  })
  await system.close()
})
