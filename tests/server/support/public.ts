import { authorizePublicAccess } from '../../../contract/public/public-access.ts'
import { createPublicLink, type PublicLink, type SharedResource } from '../../../contract/public/public-links.ts'
import { ask, send, type Received, type TestApp } from './app.ts'
import type { TestUser } from './people.ts'

export const keyOf = ({ url }: Pick<PublicLink, 'url'>): string => url.split('/').at(-1) ?? ''

/** A new link of `user`'s, and its passcode. */
export const aPublicLink = (
  app: TestApp,
  user: TestUser,
  shared: SharedResource,
  body: { passcode?: string; expiresAt?: string } = {},
  projectKey = 'SHOP',
) =>
  ask(app, createPublicLink, {
    token: user.token,
    params: { projectKey },
    body: { ...shared, passcode: null, expiresAt: null, ...body },
  })

/** Gives a passcode as the page does. */
export const visit = (
  app: TestApp,
  link: Pick<PublicLink, 'url'>,
  passcode: string,
  resourceType: SharedResource['resourceType'] = 'launch',
): Promise<Received> =>
  send(app, authorizePublicAccess.path, {
    method: 'POST',
    body: { resourceType, token: keyOf(link), passcode },
  })

/** A visitor of a new link to this: their token, and the cookie for pictures. */
export const aVisitor = async (app: TestApp, user: TestUser, shared: SharedResource, projectKey = 'SHOP') => {
  const { link, passcode } = await aPublicLink(app, user, shared, {}, projectKey)
  const { headers, body } = await visit(app, link, passcode, shared.resourceType)
  const { data } = authorizePublicAccess.answer.parse(body).data
  return { link, passcode, token: data.authToken, cookie: headers.get('set-cookie')?.split(';')[0] ?? '', ...data }
}
