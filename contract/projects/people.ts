import { z } from 'zod/mini'

/** A user who is an author or assignee, possibly no longer a member of the project. */
export const ProjectUser = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  photoUrl: z.nullable(z.string()),
})
export type ProjectUser = z.infer<typeof ProjectUser>
