import { createProject } from '../../../contract/projects/projects.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { projectsPage } from '../pages/projects.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { limitProjects } from '../support/projects-limit.ts'
import { signInDirectly } from '../support/session.ts'
import { unattended } from '../support/founding.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: {
    members: [
      { username: 'mara', role: 'MANAGER' },
      { username: 'rolf', role: 'GUEST', readOnly: true },
      { username: 'nora', role: null },
      { username: 'olaf', role: null, readOnly: true },
      { username: 'dora', role: 'GUEST', permissions: ['projects:delete'] },
    ],
  },
})
test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ page }) => {
  await signInDirectly(page)
})

test('projects are created, starred and sorted', async ({ page }) => {
  await test.step('[PROJ-01] [PROJ-14] a project is created with a name and a key, and opened', async () => {
    const projects = projectsPage(page)
    await projects.open()
    await projects.create('Web Shop')
    await expect(page).toHaveURL(/\/projects\/WS\/automation-launches$/)
    await projects.open('?create')
    await page.getByLabel('Project name').fill('Wishing Stone')
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByText('The key WS is taken')).toBeVisible()
    await expect(page.getByLabel('Project name')).toHaveValue('Wishing Stone')
    await page.getByLabel('Key', { exact: true }).fill('WISH')
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page).toHaveURL(/\/projects\/WISH\/automation-launches$/)
  })

  await test.step('what is typed into a new project survives a reload, until it is given up', async () => {
    await page.goto('/projects?create')
    await page.getByLabel('Project name').fill('Half an idea')
    await page.getByLabel('Key', { exact: true }).fill('HALF')
    await page.reload()
    await expect(page.getByLabel('Key', { exact: true })).toHaveValue('HALF')
    await expect(page.getByLabel('Project name')).toHaveValue('Half an idea')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/projects?create')
    await expect(page.getByLabel('Project name')).toHaveValue('')
  })

  await test.step('[PROJ-07] [PROJ-08] [PROJ-10] starred projects come first; a head sorts up, down, and back', async () => {
    const projects = projectsPage(page)
    await projects.open()
    await expect.poll(projects.names).toEqual(['SHOP', 'Web Shop', 'Wishing Stone'])
    await projects.star('Web Shop')
    await expect.poll(projects.names).toEqual(['Web Shop', 'SHOP', 'Wishing Stone'])
    await projects.sortBy('Name')
    await expect.poll(projects.names).toEqual(['SHOP', 'Web Shop', 'Wishing Stone'])
    await expect(page).toHaveURL(/\?sort=name$/)
    await projects.sortBy('Name')
    await expect.poll(projects.names).toEqual(['Wishing Stone', 'Web Shop', 'SHOP'])
    await page.reload()
    await expect.poll(projects.names).toEqual(['Wishing Stone', 'Web Shop', 'SHOP'])
    await projects.sortBy('Name')
    await expect.poll(projects.names).toEqual(['Web Shop', 'SHOP', 'Wishing Stone'])
    await expect(page).toHaveURL(/\/projects$/)
  })

  await test.step('[PROJ-11] a second press while the star is on its way does nothing', async () => {
    const projects = projectsPage(page)
    let calls = 0
    let answer = (): void => {}
    const pressed = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/star', async (route) => {
      calls += 1
      await pressed
      await route.continue()
    })
    await projects.open()
    await projects.row('SHOP').getByRole('button', { name: 'Star SHOP' }).dblclick()
    const answered = page.waitForResponse('**/star')
    answer()
    await answered
    await expect(projects.row('SHOP').getByRole('button', { name: 'Unstar SHOP' })).toBeVisible()
    expect(calls).toBe(1)
  })
})

test('projects are searched, shown and deleted', async ({ page }) => {
  await test.step('[PROJ-02] [PROJ-09] [PROJ-18] searched and paged by the address, ten to a page', async () => {
    const projects = projectsPage(page)
    const { authToken } = await signInDirectly(page)
    for (let i = 1; i <= 9; i += 1)
      await page.request.post(createProject.path, {
        headers: { authorization: `Bearer ${authToken}` },
        data: { name: `Service ${i}`, key: `SRV${i}` },
      })
    await projects.open('?sort=key')
    await expect.poll(projects.names).toHaveLength(10)
    await expect(page.getByText('12 projects created in workspace')).toBeVisible()
    await page.getByRole('link', { name: 'Page 2' }).click()
    await expect.poll(projects.names).toEqual(['Wishing Stone', 'Web Shop'])
    await projects.search('service 7')
    await expect.poll(projects.names).toEqual(['Service 7'])
    await expect(page).toHaveURL(/q=service\+7/)
    await projects.search('nothing like it')
    await expect(page.getByText('No projects match')).toBeVisible()
    await page.getByRole('main').getByText('Clear search').click()
    await expect.poll(projects.names).toHaveLength(10)
  })

  await test.step('[PROJ-03] [PROJ-04] [PROJ-05] a table on wide screens, cards up to 768 pixels', async () => {
    const projects = projectsPage(page)
    await projects.open()
    const heads = page.getByRole('columnheader')
    await expect(heads).toHaveText(['', 'Name', 'Key', 'Lead', 'Category', 'Created', 'Actions'])
    await expect(projects.row('Web Shop')).toContainText('Private')
    const [name, key] = [projects.row('Web Shop').getByRole('link'), projects.row('Web Shop').getByText('WS').last()]
    const isBelow = async () => {
      const [above, below] = [await name.boundingBox(), await key.boundingBox()]
      return (below?.y ?? 0) > (above?.y ?? 0) + (above?.height ?? 0)
    }
    await expect.poll(isBelow).toBe(false)
    await page.setViewportSize({ width: 768, height: 900 })
    await expect.poll(isBelow).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    const isCutOff = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isCutOff).toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('[PROJ-12] [PROJ-13] a project is deleted only by naming its key', async () => {
    const projects = projectsPage(page)
    await projects.open('?q=wish')
    await projects.askToDelete('Wishing Stone')
    await expect(page.getByRole('alertdialog').getByText(/^All test cases, launches/)).toBeVisible()
    await projects.confirmDelete('WS')
    await expect(page.getByText('Type WISH to confirm')).toHaveCount(2)
    await projects.confirmDelete('WISH')
    await expect(page.getByText("Project 'Wishing Stone' was deleted")).toBeVisible()
    await expect(page.getByText('No projects match')).toBeVisible()
  })
})

const credentials = (username: string) => ({ username, password: MEMBERS_PASSWORD })

test('who sees and creates which projects', async ({ page, assay }) => {
  await test.step('[PROJ-17] [PROJ-20] without a project to see there is a way to create one, for people with the right', async () => {
    const projects = projectsPage(page)
    await signInDirectly(page, credentials('nora'))
    await projects.open()
    await expect(page.getByRole('heading', { name: TEXTS.noProjects[0] })).toBeVisible()
    await expect(page.getByText(TEXTS.noProjects[1], { exact: true })).toBeVisible()
    await expect(projects.newProject()).toBeVisible()
    await expect(projects.demoProject()).toBeVisible()

    await signInDirectly(page, credentials('olaf'))
    await projects.open('?create')
    await expect(page.getByRole('heading', { name: TEXTS.noProjects[0] })).toBeVisible()
    await expect(page.getByText('Ask an administrator to add you to a project.')).toBeVisible()
    await projects.expectNoneToCreate()
  })

  await test.step('[PROJ-17] [PROJ-19] a reader sees that there are more projects, and a read-only one is not offered to create one', async () => {
    await signInDirectly(page)
    const projects = projectsPage(page)
    await projects.open()
    const hidden = page.getByText(TEXTS.projectsHidden)
    await expect(page.getByText(TEXTS.projectsCreated(11, null))).toBeVisible()
    await expect(hidden).toHaveCount(0)
    for (const username of ['mara', 'rolf']) {
      await signInDirectly(page, credentials(username))
      await projects.open()
      await expect.poll(projects.names).toEqual(['SHOP'])
      await expect(page.getByText(`${TEXTS.projectsCreated(11, null)} ${TEXTS.projectsHidden}`)).toBeVisible()
      await (username === 'mara' ? expect(projects.newProject()).toBeVisible() : projects.expectNoneToCreate())
    }
  })

  await test.step('[PROJ-06] [PROJ-26] a project is private, or public if its creator says so: then everybody finds it', async () => {
    await signInDirectly(page)
    const projects = projectsPage(page)
    await projects.open('?create')
    await page.getByLabel('Project name').fill('Open Shelf')
    await expect(page.getByLabel('Key', { exact: true })).toHaveValue('OS')
    await page.getByRole('checkbox', { name: /Public/ }).check()
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page).toHaveURL(/\/projects\/OS\/automation-launches$/)
    await projects.open('?sort=category&order=desc')
    await expect(projects.row('Open Shelf').getByText('Public', { exact: true })).toBeVisible()
    await expect(projects.row('Service 1').getByText('Private', { exact: true })).toBeVisible()
    await signInDirectly(page, credentials('nora'))
    await projects.open()
    await expect.poll(projects.names).toEqual(['Open Shelf'])
  })

  await test.step('[PROJ-13] a manager may not delete a project; who holds the permission may', async () => {
    const projects = projectsPage(page)
    await signInDirectly(page, credentials('mara'))
    await projects.open()
    await expect.poll(projects.names).toEqual(['Open Shelf', 'SHOP'])
    await expect(projects.actions('Open Shelf')).toHaveCount(0)
    await expect(projects.actions('SHOP')).toHaveCount(0)
    await signInDirectly(page, credentials('dora'))
    await projects.open()
    await projects.askToDelete('Open Shelf')
    await projects.confirmDelete('OS')
    await expect(page.getByText("Project 'Open Shelf' was deleted")).toBeVisible()
    await expect.poll(projects.names).toEqual(['SHOP'])
  })

  await test.step('[PROJ-16] at the limit of the workspace nothing offers to create a project', async () => {
    await signInDirectly(page)
    const projects = projectsPage(page)
    await limitProjects(assay, 12)
    await projects.open()
    await expect(page.getByText(TEXTS.projectsCreated(11, 12))).toBeVisible()
    await expect(projects.demoProject()).toBeVisible()
    await projects.create('The last one')
    await expect(page).toHaveURL(/\/projects\/TLO\/automation-launches$/)
    await projects.open('?create')
    await expect(page.getByText(TEXTS.projectsCreated(12, 12))).toBeVisible()
    await projects.expectNoneToCreate()
  })
})
