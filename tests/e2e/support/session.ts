import type { Page } from '@playwright/test'
import type { OpenSession } from '../../../contract/session.ts'
import { OWNER } from './test.ts'

/** Signs somebody in without the form: the browser gets the cookie, the caller the token. Pages opened next are signed in. */
export const signInDirectly = async (
  page: Page,
  { username, password }: { username: string; password: string } = OWNER,
): Promise<OpenSession> => {
  const answer = await page.request.post('/api/iam/v1/auth/login', { data: { login: username, password } })
  if (!answer.ok()) throw new Error(`signing in was answered with ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as OpenSession
}
