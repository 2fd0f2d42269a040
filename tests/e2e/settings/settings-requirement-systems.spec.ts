import { createExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { REQUIREMENT_SYSTEM_TEXTS } from '../../../contract/settings/requirement-systems.ts'
import { exploratoryPage } from '../pages/exploratory.ts'
import { requirementSystemsPage } from '../pages/settings-requirement-systems.ts'
import { callsAs } from '../support/calls.ts'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD, TEAM } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended, people: TEAM })
const as = (username: (typeof TEAM.members)[number]['username']) => ({ username, password: MEMBERS_PASSWORD })

test('[TREE-58] a manager says where requirements are kept, and keys in a session lead there', async ({
  page,
  assay,
}) => {
  await signInDirectly(page, as('mara'))
  await page.goto('/projects/SHOP/settings')
  const cards = page.getByRole('region', { name: 'Testing configuration' })
  await cards.getByRole('link', { name: 'Requirement systems' }).click()
  const systems = requirementSystemsPage(page)
  await expect(page.getByRole('heading', { name: REQUIREMENT_SYSTEM_TEXTS.none })).toBeVisible()

  await systems.add().click()
  await systems.write({ name: 'Jira', keyPrefix: 'PRD-', address: 'https://jira.larkspur.test/' })
  await systems.save('Create system')
  await expect(systems.dialog()).toContainText(REQUIREMENT_SYSTEM_TEXTS.addressForm)
  // What was typed outlives a reload.
  await page.reload()
  await systems.add().click()
  await expect(systems.field('Name')).toHaveValue('Jira')
  await systems.field('Address').fill('https://jira.larkspur.test/browse/{key}')
  await expect(systems.dialog()).toContainText('PRD-12 opens https://jira.larkspur.test/browse/PRD-12')
  await systems.save('Create system')
  await systems.expectRow('Jira', ['PRD-', 'https://jira.larkspur.test/browse/{key}'])

  await systems.add().click()
  await systems.write({ name: 'Wiki', keyPrefix: 'prd-', address: 'https://wiki.larkspur.test/{key}' })
  await systems.save('Create system')
  await expect(systems.dialog()).toContainText(REQUIREMENT_SYSTEM_TEXTS.prefixTaken)
  await systems.field('Key prefix').fill('DOC-')
  await systems.save('Create system')
  await systems.edit('Wiki').click()
  await systems.field('Name').fill('Handbook')
  await systems.save('Save system')
  await systems.expectRow('Handbook', ['DOC-'])

  const requirements = ['PRD-7', 'DOC-1', 'ELSE-3']
  const call = await callsAs(assay, 'mara')
  const { data } = await call<{ data: { id: string } }>(
    createExploratorySession,
    {},
    { title: 'Refunds', requirements },
  )
  const session = exploratoryPage(page)
  await session.open(`/${data.id}`)
  await session.showSummary()
  const shown = session.fact('Requirements')
  await expect(shown.getByRole('link', { name: 'PRD-7' })).toHaveAttribute(
    'href',
    'https://jira.larkspur.test/browse/PRD-7',
  )
  await expect(shown.getByRole('link', { name: 'DOC-1' })).toHaveAttribute('href', 'https://wiki.larkspur.test/DOC-1')
  await expect(shown.getByText('ELSE-3')).toBeVisible()
  await expect(shown.getByRole('link', { name: 'ELSE-3' })).toHaveCount(0)

  await systems.open()
  await systems.delete('Handbook').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete requirement system' }).click()
  await expect(page.getByRole('row', { name: /Handbook/ })).toHaveCount(0)
  await expect(systems.add()).toBeFocused()
})

test('who may not change the project has no such page', async ({ page }) => {
  for (const username of ['emil', 'greta', 'rolf'] as const) {
    await signInDirectly(page, as(username))
    await requirementSystemsPage(page).open()
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  }
})
