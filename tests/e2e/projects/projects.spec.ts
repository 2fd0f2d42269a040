import { TEXTS } from '../../../contract/texts.ts'
import { projectsPage } from '../pages/projects.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { limitProjects } from '../support/projects-limit.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: { members: [{ username: 'nora', role: null }] } })

test('projects are created, starred, sorted, searched and deleted', async ({ page, assay }) => {
  const projects = projectsPage(page)
  await signInDirectly(page, { username: 'nora', password: MEMBERS_PASSWORD })

  await test.step('[PROJ-01] [PROJ-15] [PROJ-20] a user without projects can create one', async () => {
    await projects.open()
    await expect(page.getByRole('heading', { name: TEXTS.noProjects[0] })).toBeVisible()
    await expect(page.getByText(TEXTS.noProjects[1], { exact: true })).toBeVisible()
    await expect(page.getByText(TEXTS.projectsHidden), '[PROJ-19]').toBeVisible()
    await expect(projects.demoProject()).toBeVisible()
  })

  await test.step('[PROJ-06] [PROJ-14] [PROJ-26] a project is created with a key from its name, private or public', async () => {
    await projects.create('Web Shop')
    await expect(page).toHaveURL(/\/projects\/WS\/automation-launches$/)
    await projects.open('?create')
    await page.getByLabel('Project name').fill('Open Shelf')
    await expect(page.getByLabel('Key', { exact: true })).toHaveValue('OS')
    await page.getByRole('checkbox', { name: /Public/ }).check()
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page).toHaveURL(/\/projects\/OS\/automation-launches$/)
    await projects.open()
    await expect(projects.row('Open Shelf').getByText('Public', { exact: true })).toBeVisible()
    await expect(
      page.getByText(`${TEXTS.projectsCreated(3, null)} ${TEXTS.projectsHidden}`),
      '[PROJ-18] [PROJ-19]',
    ).toBeVisible()
    await expect(projects.row('Web Shop').getByText('Private', { exact: true })).toBeVisible()
  })

  await test.step('[PROJ-10] [PROJ-11] a double click on a star counts once, and starred projects come first', async () => {
    expect(await projects.names()).toEqual(['Open Shelf', 'Web Shop'])
    let calls = 0
    let answer = (): void => {}
    const pending = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/star', async (route) => {
      calls += 1
      await pending
      await route.continue()
    })
    await projects.row('Web Shop').getByRole('button', { name: 'Star Web Shop' }).dblclick()
    answer()
    await expect.poll(projects.names).toEqual(['Web Shop', 'Open Shelf'])
    await expect(projects.row('Web Shop').getByRole('button', { name: 'Unstar Web Shop' })).toBeVisible()
    expect(calls).toBe(1)
  })

  await test.step('[PROJ-02] [PROJ-07] the address has order and search', async () => {
    await projects.sortBy('Name')
    await expect.poll(projects.names).toEqual(['Open Shelf', 'Web Shop'])
    await projects.search('web')
    await expect.poll(projects.names).toEqual(['Web Shop'])
    await expect(page).toHaveURL(/q=web&sort=name$/)
    await page.reload()
    await expect.poll(projects.names).toEqual(['Web Shop'])
    await projects.search('nothing like it')
    await expect(page.getByText('No projects match')).toBeVisible()
    await page.getByRole('main').getByText('Clear search').click()
    await expect.poll(projects.names).toEqual(['Open Shelf', 'Web Shop'])
  })

  await test.step('[PROJ-03] [PROJ-04] [PROJ-05] a table on wide screens, cards up to 768 pixels', async () => {
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      'Name',
      'Key',
      'Lead',
      'Category',
      'Created',
      'Actions',
    ])
    const [name, key] = [projects.row('Web Shop').getByRole('link'), projects.row('Web Shop').getByText('WS').last()]
    const isBelow = async () => {
      const [above, below] = [await name.boundingBox(), await key.boundingBox()]
      return (below?.y ?? 0) > (above?.y ?? 0) + (above?.height ?? 0)
    }
    await expect.poll(isBelow).toBe(false)
    await page.setViewportSize({ width: 768, height: 900 })
    await expect.poll(isBelow).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('[PROJ-12] [PROJ-13] a project is deleted only by naming its key', async () => {
    await projects.askToDelete('Open Shelf')
    await expect(page.getByRole('alertdialog').getByText(/^All test cases, launches/)).toBeVisible()
    await projects.confirmDelete('WS')
    await expect(page.getByText('Type OS to confirm')).toHaveCount(2)
    await projects.confirmDelete('OS')
    await expect(page.getByText("Project 'Open Shelf' was deleted")).toBeVisible()
    await expect.poll(projects.names).toEqual(['Web Shop'])
  })

  await test.step('[PROJ-16] at the limit of the workspace nothing offers to create a project', async () => {
    await limitProjects(assay, 2)
    await projects.open('?create')
    await expect(page.getByText(TEXTS.projectsCreated(2, 2))).toBeVisible()
    await projects.expectNoneToCreate()
  })
})
