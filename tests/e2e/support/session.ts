import { request, type APIRequestContext, type Page } from '@playwright/test'
import type { AnyCall } from '../../../contract/call.ts'
import { changePassword } from '../../../contract/workspace/profile.ts'
import { signIn, type OpenSession } from '../../../contract/session/session.ts'
import { OWNER } from './founding.ts'

interface Credentials {
  username: string
  password: string
}

const open = async (requests: APIRequestContext, { username, password }: Credentials): Promise<OpenSession> => {
  const answer = await requests.post(signIn.path, { data: { login: username, password } })
  if (!answer.ok()) throw new Error(`signing in was answered with ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as OpenSession
}

/** Signs a user in without the form: the browser gets the cookie, the caller the token. Pages opened next are signed in. */
export const signInDirectly = (page: Page, who: Credentials = OWNER): Promise<OpenSession> => open(page.request, who)

/** Ends all sessions of a user, as changing the password on another device does. */
const endSessionsOf = async ({ url }: { url: string }, who: Credentials = OWNER): Promise<void> => {
  const device = await request.newContext({ baseURL: url })
  const { authToken } = await open(device, who)
  const answer = await device.put(changePassword.path, {
    headers: { authorization: `Bearer ${authToken}` },
    data: { oldPassword: who.password, newPassword: who.password },
  })
  if (!answer.ok()) throw new Error(`the change of the password was answered with ${answer.status()}`)
  await device.dispose()
}

/**
 * Ends the owner's sessions during the next such call. If they ended before, the live channel of a page that has just been opened would
 * sometimes be notified first, and the page would have no button to press.
 */
export const endSessionsDuring = async (
  page: Page,
  { method, path }: Pick<AnyCall, 'method' | 'path'>,
  assay: { url: string },
): Promise<void> => {
  const address = new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}$`)
  let isOver = false
  await page.route(
    (url) => !isOver && address.test(url.pathname),
    async (route) => {
      if (isOver || route.request().method() !== method) return route.fallback()
      isOver = true
      await endSessionsOf(assay)
      await route.continue()
    },
  )
}
