import { z } from 'zod/mini'

/** An author or assignee, possibly no longer a member of the project. Authors may be service accounts. */
export const ProjectUser = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  photoUrl: z.nullable(z.string()),
  isServiceAccount: z.optional(z.boolean()),
})
export type ProjectUser = z.infer<typeof ProjectUser>

/** Marks the name of an author of an imported project who has no account, because the archive can name anyone. */
export const IMPORTED_MARK = '(imported)'

/** A user by username, as launches name them. */
export const NamedUser = z.object({
  id: z.int(),
  username: z.string(),
  isServiceAccount: z.optional(z.boolean()),
  isImported: z.optional(z.boolean()),
})
export type NamedUser = z.infer<typeof NamedUser>

/** Returns the username to show. */
export const shownUsername = ({ username, isImported }: NamedUser): string =>
  isImported === true ? `${username} ${IMPORTED_MARK}` : username
