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
