import type { Page } from '@playwright/test'
import { unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: {
    members: [
      { username: 'mara', role: 'MANAGER', name: 'Mara Koch' },
      { username: 'greta', role: 'GUEST', name: 'Greta Lind' },
    ],
  },
})

const retention = (page: Page) => {
  const part = (name: string) => page.getByRole('group', { name, exact: true })
  return {
    open: () => page.goto('/projects/SHOP/retention'),
    days: (name: string) => part(name).getByRole('textbox', { name: 'Days' }),
    size: (name: string) => part(name).getByRole('textbox', { name: 'Size' }),
    unit: (name: string) => part(name).getByRole('button', { name: 'Size, unit' }),
    nextRun: page.getByRole('region', { name: 'Next run' }),
    save: () => page.getByRole('button', { name: 'Save' }),
  }
}

test('a manager limits results by days and size, and a guest sees the limits', async ({ page, browser }) => {
  await signInDirectly(page, { username: 'mara', password: MEMBERS_PASSWORD })
  const policy = retention(page)
  await policy.open()
  await policy.days('Logs').fill('30')
  await policy.size('Logs').fill('20')
  await policy.size('Videos').fill('500')
  await policy.unit('Videos').click()
  await page.getByRole('option', { name: 'MB' }).click()
  await expect(policy.nextRun).toContainText('The next run deletes nothing.')
  await policy.save().click()
  await expect(page.getByText('Retention was successfully updated')).toBeVisible()

  await page.goto('/projects/SHOP/settings/change-log')
  await expect(page.getByRole('article').first()).toContainText('Video sizenothing')
  await expect(page.getByRole('article').first()).toContainText('500.0 MB')

  const theirs = await (await browser.newContext()).newPage()
  await signInDirectly(theirs, { username: 'greta', password: MEMBERS_PASSWORD })
  const seen = retention(theirs)
  await seen.open()
  await expect(seen.days('Logs')).toHaveValue('30')
  await expect(seen.size('Logs')).toHaveValue('20')
  await expect(seen.unit('Logs')).toHaveText('GB')
  await expect(seen.size('Videos')).toHaveValue('500')
  await expect(seen.unit('Videos')).toHaveText('MB')
  await expect(seen.save()).toHaveCount(0)
})
