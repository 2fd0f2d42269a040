import type { z } from 'zod/mini'
import {
  createPublicLink,
  listPublicLinks,
  revokePublicLink,
  type SharedResource,
} from '../../contract/public/public-links.ts'
import type { Send } from '../http/http.ts'

type NewLink = Omit<z.infer<typeof createPublicLink.body>, keyof SharedResource>

/** Calls that manage public links. */
export const createPublicLinksService = (send: Send) => ({
  list: (projectKey: string, shared: SharedResource) =>
    send(listPublicLinks, { params: { projectKey }, query: shared }).then(({ items }) => items),
  create: (projectKey: string, shared: SharedResource, link: NewLink) =>
    send(createPublicLink, { params: { projectKey }, body: { ...shared, ...link } }),
  revoke: (projectKey: string, publicLinkId: number) =>
    send(revokePublicLink, { params: { projectKey, publicLinkId } }),
})
