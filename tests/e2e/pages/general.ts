import type { Page } from '@playwright/test'

export const generalPage = (page: Page) => {
  const project = page.getByRole('region', { name: 'Project', exact: true })
  const cropping = page.getByRole('dialog', { name: 'Logo' })
  return {
    open: (projectKey = 'SHOP') => page.goto(`/projects/${projectKey}/settings`),
    project,
    cropping,
    name: () => page.getByLabel('Name', { exact: true }),
    lead: () => page.getByRole('combobox', { name: 'Lead' }),
    save: () => project.getByRole('button', { name: 'Save' }).click(),
    discard: () => project.getByRole('button', { name: 'Discard' }),
    logo: () => project.locator('img[src^="/api/files/logos/"]'),
    choose: (file: { name: string; mimeType: string; buffer: Buffer }) =>
      page.locator('input[type=file]').setInputFiles(file),
    useAsLogo: () => cropping.getByRole('button', { name: 'Use as logo' }).click(),
  }
}
