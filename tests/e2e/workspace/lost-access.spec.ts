/** Open pages follow what other users revoke: a right, the account, the project. */
import {
  closeExploratorySession,
  createExploratorySession,
  deleteExploratorySession,
} from '../../../contract/exploratory/sessions.ts'
import { deleteLaunch } from '../../../contract/launches/launches.ts'
import { deleteProject } from '../../../contract/projects/projects.ts'
import { removeGroupUser } from '../../../contract/workspace/groups.ts'
import { getUser, listUsers, updateUser } from '../../../contract/workspace/users.ts'
import { milestonesPage } from '../pages/settings-milestones.ts'
import { anAgent } from '../support/agent.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: {
    members: [
      { username: 'mara', role: 'MANAGER', permissions: ['projects:create'] },
      { username: 'emil', role: 'ENGINEER' },
      { username: 'lena', role: 'ENGINEER' },
      { username: 'mia', role: 'MANAGER' },
    ],
  },
})

test('open pages end when the rights, the account or the project are taken away, and typed text can be copied', async ({
  page,
  browser,
  assay,
}) => {
  const owner = await callsAs(assay, OWNER.username, OWNER.password)
  const { items: users } = await owner<{ items: { id: number; username: string }[] }>(listUsers)
  const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? 0
  const pageOf = async (username: string) => {
    const opened = await (await browser.newContext({ baseURL: assay.url })).newPage()
    await signInDirectly(opened, { username, password: MEMBERS_PASSWORD })
    return opened
  }
  const typed = (of: typeof page) => of.getByRole('region', { name: 'What you typed' })

  await test.step('a user who is removed from a group can no longer create projects', async () => {
    await signInDirectly(page, { username: 'mara', password: MEMBERS_PASSWORD })
    await page.goto('/projects')
    const create = page.getByRole('button', { name: 'New project' }).first()
    await expect(create).toBeVisible()
    const { groups } = await owner<{ groups: { id: number }[] }>(getUser, { userId: idOf('mara') })
    for (const { id } of groups) await owner(removeGroupUser, { groupId: id, userId: idOf('mara') })
    await expect(create).toHaveCount(0)
  })
  await test.step('a manager who becomes a read-only user loses the settings, but not the typed text', async () => {
    const milestones = milestonesPage(page)
    await milestones.open()
    await milestones.add().click()
    await milestones.type({ name: 'Spring', description: 'Typed before' })
    await owner(updateUser, { userId: idOf('mara') }, { hasReadOnlyAccess: true })
    await expect(page.getByRole('heading', { name: 'You no longer have access to this page' })).toBeVisible()
    await expect(typed(page)).toHaveText('Spring\nTyped before')
  })
  await test.step('[USERS-15] a deactivated user is signed out', async () => {
    const lena = await pageOf('lena')
    await lena.goto('/projects/SHOP/test-cases')
    await expect(lena.getByRole('heading', { name: 'Test cases' })).toBeVisible()
    await owner(updateUser, { userId: idOf('lena') }, { status: 'INACTIVE' })
    await expect(lena).toHaveURL(/\/signin/)
    await lena.context().close()
  })
  await test.step('a deleted launch ends its page', async () => {
    const launch = await (await anAgent(assay.url)).startLaunch('Nightly')
    await launch.finish()
    const mia = await pageOf('mia')
    await mia.goto(`/projects/SHOP/automation-launches/${launch.id}`)
    await expect(mia.getByRole('heading', { name: 'Nightly' })).toBeVisible()
    await mia.keyboard.press('r')
    await mia.getByRole('dialog').getByRole('textbox').fill('Looked at everything')
    await owner(deleteLaunch, { launchId: launch.id })
    await expect(mia.getByRole('heading', { name: 'This launch was deleted' })).toBeVisible()
    await expect(typed(mia)).toHaveText('Looked at everything')
    await mia.context().close()
  })
  await test.step('an observation that is being written stays when its session is closed or deleted', async () => {
    const { data } = await owner<{ data: { id: string } }>(createExploratorySession, {}, { title: 'Vouchers' })
    const mia = await pageOf('mia')
    await mia.goto(`/projects/SHOP/exploratory-sessions/${data.id}`)
    await mia.getByRole('form', { name: 'New observation' }).getByRole('textbox').first().fill('Half a sentence')
    await owner(closeExploratorySession, { exploratorySessionId: data.id })
    const left = mia.getByRole('status').filter({ hasText: 'Your observation was not added:' })
    await expect(left).toContainText('Half a sentence')
    await owner(deleteExploratorySession, { exploratorySessionId: data.id })
    await expect(mia.getByText('This session was deleted.')).toBeVisible()
    await expect(left).toContainText('Half a sentence')
    await left.getByRole('button', { name: 'Discard' }).click()
    await expect(left).toHaveCount(0)
    await mia.context().close()
  })
  await test.step('a deleted project ends its pages', async () => {
    const emil = await pageOf('emil')
    await emil.goto('/projects/SHOP/test-runs/create')
    await emil.getByRole('textbox', { name: 'Title' }).fill('Nightly')
    await owner(deleteProject)
    const ended = 'This project was deleted, or you are no longer a member of it'
    await expect(emil.getByRole('heading', { name: ended })).toBeVisible()
    await expect(typed(emil)).toHaveText('Nightly')
    await emil.context().close()
  })
})
