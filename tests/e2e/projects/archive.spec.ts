import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createVariable } from '../../../contract/settings/variables.ts'
import { importProject } from '../../../contract/projects/archives.ts'
import { paths } from '../../../views/shared/routes.ts'
import { pathOf } from '../../../contract/call.ts'
import { projectsPage } from '../pages/projects.ts'
import { callsAs } from '../support/calls.ts'
import { OWNER, unattended } from '../support/founding.ts'
import { MEMBERS_PASSWORD } from '../support/people.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({
  environment: unattended,
  people: {
    members: [
      { username: 'greta', role: 'GUEST' },
      { username: 'rolf', role: null, readOnly: true },
    ],
  },
})

const importDialog = (page: Page) => {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    open: () => page.getByRole('main').getByRole('button', { name: 'Import project' }).click(),
    choose: (file: string) => dialog.locator('input[type=file]').setInputFiles(file),
    name: dialog.getByLabel('Project name'),
    key: dialog.getByLabel('Key', { exact: true }),
    confirm: () => dialog.getByRole('button', { name: 'Import project' }).click(),
    expectFields: async (name: string, key: string, archive: string) => {
      await expect(dialog.getByLabel('Project name')).toHaveValue(name)
      await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue(key)
      await expect(dialog.getByText(archive, { exact: true })).toBeVisible()
    },
  }
}

/** Collects each text of the dialog's status, however short it is visible. */
const statusesOf = async (page: Page) => {
  const statuses = await page.evaluateHandle(() => {
    const seen: string[] = []
    new MutationObserver(() => {
      const status = document.querySelector('[role=dialog] output')?.textContent
      if (status && seen.at(-1) !== status) seen.push(status)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return seen
  })
  return () => statuses.jsonValue()
}

test('a project is exported, and imported under another key', async ({ page, assay, browser }, testInfo) => {
  const projects = projectsPage(page)
  const importing = importDialog(page)
  const [archive, damaged] = [testInfo.outputPath('shop.tar.zst'), testInfo.outputPath('damaged.tar.zst')]
  await signInDirectly(page)

  await test.step('the settings of a project show what its archive contains, and download it', async () => {
    await projects.open()
    await projects.demoProject().click()
    await page.getByRole('button', { name: 'Create demo project' }).click()
    await page.waitForURL('**/projects/SHOP2')
    const asOwner = await callsAs(assay, OWNER.username, OWNER.password)
    await asOwner(createVariable, { projectKey: 'SHOP2' }, { key: 'PIN', value: 'olive', secret: true })
    await page.goto(pathOf(paths.settings, { projectKey: 'SHOP2' }))
    await page.getByRole('button', { name: 'Export project' }).click()
    await expect(importing.dialog.getByText('Secret variable PIN')).toBeVisible()
    const download = page.waitForEvent('download')
    await importing.dialog.getByRole('link', { name: 'Download archive' }).click()
    expect((await download).suggestedFilename()).toMatch(/^SHOP2-[\d-]{10}\.tar\.zst$/)
    await (await download).saveAs(archive)
    await writeFile(damaged, 'no archive')
  })

  await test.step('an import without a file, of a damaged file and under a taken key shows the error, and keeps the input', async () => {
    await projects.open()
    await importing.open()
    await importing.confirm()
    await expect(importing.dialog.getByText('Choose the archive of a project')).toBeVisible()
    await importing.choose(damaged)
    await importing.name.fill('A copy')
    await importing.key.fill('copy')
    await importing.confirm()
    await expect(importing.dialog.getByText('The file is not an archive of Assay.')).toBeVisible()
    await importing.expectFields('A copy', 'COPY', 'damaged.tar.zst')
    await importing.choose(archive)
    await importing.key.fill('')
    await importing.confirm()
    await expect(importing.key).toHaveAccessibleDescription(/The key SHOP2 is taken/)
    await expect(importing.key, 'the field with the error has the focus').toBeFocused()
    await importing.expectFields('A copy', '', 'shop.tar.zst')
  })

  await test.step('an import shows its progress, and then the settings to enter again', async () => {
    const statuses = await statusesOf(page)
    await importing.key.fill('COPY')
    await page.keyboard.press('Enter')
    await expect(importing.dialog.getByRole('heading', { name: 'A copy was imported' })).toBeVisible()
    await expect(importing.dialog.getByRole('listitem')).toHaveText(['Secret variable PIN'])
    expect(await statuses()).toEqual([
      'Sending the archive…',
      'Checking the archive and storing its files…',
      'Writing the project…',
    ])
    await importing.dialog.getByRole('button', { name: 'Open project' }).click()
    await expect(page).toHaveURL(/\/projects\/COPY$/)
  })

  await test.step('the imported project has the cases and launches of the exported one', async () => {
    const firstRow = async (projectKey: string, path: string) => {
      await page.goto(pathOf(path, { projectKey }))
      const row = page.getByRole('main').getByRole('row').nth(1)
      await expect(row).toBeVisible()
      return (await row.innerText()).replaceAll(/\b(SHOP2|COPY)-/g, '')
    }
    for (const path of [paths.testCases, paths.launches])
      expect(await firstRow('COPY', path)).toBe(await firstRow('SHOP2', path))
  })

  await test.step('an import goes on after its dialog was closed, and stops while the archive is being sent', async () => {
    await projects.open()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**${importProject.path}?*`, async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await importing.open()
    await importing.choose(archive)
    await importing.key.fill('GONE')
    await importing.confirm()
    await expect(importing.dialog.getByText('Sending the archive…')).toBeVisible()
    await importing.dialog.getByRole('button', { name: 'Cancel' }).click()
    release()
    await page.unroute(`**${importProject.path}?*`)

    await importing.open()
    await importing.choose(archive)
    await importing.name.fill('Left alone')
    await importing.key.fill('ALONE')
    await importing.confirm()
    // The same button closes the dialog when the import ends first.
    await importing.dialog.locator('footer').getByRole('button', { name: 'Close' }).click()
    await expect.poll(projects.names).toEqual(['A copy', 'Left alone', 'Sample shop', 'SHOP'])
  })

  await test.step('guests do not export, and read-only users do not import', async () => {
    for (const [username, address, shown, missing] of [
      ['greta', pathOf(paths.settings, { projectKey: 'SHOP' }), 'General', 'Export project'],
      ['rolf', '/projects', 'Projects', 'Import project'],
    ] as const) {
      const other = await (await browser.newContext({ baseURL: assay.url })).newPage()
      await signInDirectly(other, { username, password: MEMBERS_PASSWORD })
      await other.goto(address)
      await expect(other.getByRole('heading', { level: 1, name: shown })).toBeVisible()
      await expect(other.getByText(missing)).toHaveCount(0)
      await other.context().close()
    }
  })
})
