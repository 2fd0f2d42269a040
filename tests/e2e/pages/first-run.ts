import { expect, type Page } from '@playwright/test'

export interface Founder {
  workspaceName: string
  firstName: string
  lastName: string
  email: string
  password: string
}

export const firstRun = (page: Page) => ({
  expectWorkspaceStep: () => expect(page.getByRole('heading', { name: 'Create your workspace' })).toBeVisible(),
  fillWorkspace: async (founder: Partial<Founder>) => {
    const labels = {
      workspaceName: 'Workspace name',
      firstName: 'First name',
      lastName: 'Last name',
      email: 'E-mail',
      password: 'Password',
    }
    for (const [field, value] of Object.entries(founder))
      await page.getByLabel(labels[field as keyof Founder], { exact: true }).fill(value)
  },
  createWorkspace: () => page.getByRole('button', { name: 'Create workspace' }).click(),
  expectChoice: () => expect(page.getByRole('heading', { name: 'Choose your first project' })).toBeVisible(),
  choose: (kind: 'Demo project' | 'Own project') => page.getByRole('button', { name: kind }).click(),
  expectProjectStep: () => expect(page.getByRole('heading', { name: 'Create your first project' })).toBeVisible(),
  nameProject: (name: string) => page.getByLabel('Project name').fill(name),
  key: () => page.getByLabel('Key', { exact: true }),
  createProject: () => page.getByRole('button', { name: 'Create project' }).click(),
})
