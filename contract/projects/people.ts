import { z } from 'zod/mini'

/** Whoever made, wrote or was given something; also somebody who has left the project since. */
export const ProjectPerson = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  photoUrl: z.nullable(z.string()),
})
export type ProjectPerson = z.infer<typeof ProjectPerson>
