import { expect, type Page } from '@playwright/test'

export const signInPage = (page: Page) => ({
  open: (search = '') => page.goto(`/signin${search}`),
  expectShown: () => expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible(),
  login: () => page.getByLabel('Username or e-mail'),
  signIn: async (login: string, password: string) => {
    await page.getByLabel('Username or e-mail').fill(login)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  },
})

/** Links and menu of the signed-in user in the frame of every page. */
export const userMenu = (page: Page) => ({
  signOut: async () => {
    await page.getByRole('button', { name: /your account$/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  },
})

export const passwords = (page: Page) => ({
  askForLink: async (email: string) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
  },
  expectSent: () => expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible(),
  setNew: async (password: string, again = password) => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('New password again').fill(again)
    await page.getByRole('button', { name: 'Set password' }).click()
  },
})
