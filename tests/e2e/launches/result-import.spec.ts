import path from 'node:path'
import { readFileSync } from 'node:fs'
import { launchesPage } from '../pages/launches.ts'
import { unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })

const reports = path.resolve(import.meta.dirname, '../../server/launches/import/files')

test('reports dropped on the list are looked at, named and become a launch; a reload loses nothing', async ({
  page,
}) => {
  const list = launchesPage(page)
  await signInDirectly(page)
  await list.open()
  const content = readFileSync(path.join(reports, 'dotnet.trx'), 'utf8')
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'dotnet.trx'))
    return data
  }, content)
  const target = page.getByRole('heading', { name: 'Launches', level: 1 })
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await expect(page.getByText('Drop reports to import their results')).toBeVisible()
  await target.dispatchEvent('drop', { dataTransfer: transfer })

  await expect(page.getByRole('region', { name: 'Results' })).toContainText('3 tests')
  await expect(page.getByText('The outcome "Melted" of Puzzles is unknown')).toBeVisible()
  await page.getByLabel('Launch name').fill('Desktop client')
  await page.getByLabel('Build').fill('7.1')
  await page.reload()
  await expect(page.getByLabel('Launch name')).toHaveValue('Desktop client')
  await expect(page.getByLabel('Build')).toHaveValue('7.1')

  await test.step('other files can be chosen, and what is no report says so', async () => {
    await page.getByRole('button', { name: 'Choose other files' }).click()
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await expect(page.getByRole('alert').filter({ hasText: 'neither XML nor JSON' })).toBeVisible()
    await file.setInputFiles([path.join(reports, 'pytest.xml'), path.join(reports, 'playwright-blob.zip')])
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('14 tests')
  })

  await page.getByLabel('Launch name').fill('Nightly')
  await page.getByRole('button', { name: 'Import 14 tests' }).click()
  await expect(page.getByRole('heading', { name: /Nightly/, level: 1 })).toBeVisible()
  await list.expectToast('14 tests were imported')
  await list.open()
  await expect(page.getByRole('link', { name: /Nightly/ })).toBeVisible()
})
