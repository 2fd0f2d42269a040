import { z } from 'zod/mini'
import { defineCall } from '../call.ts'

/** Page that `/` redirects to (ROUTES-02). */
export const HOMEPAGES = ['projects', 'last-project'] as const
export const Homepage = z.enum(HOMEPAGES)
export type Homepage = z.infer<typeof Homepage>

export const getHomepage = defineCall({
  name: 'getHomepage',
  summary: 'Where / leads for the signed-in user',
  method: 'GET',
  path: '/api/iam/v1/profile/preferences/homepage',
  access: 'signed-in',
  answer: z.object({ homepage: Homepage }),
})

export const setHomepage = defineCall({
  name: 'setHomepage',
  summary: 'Sets where / leads',
  method: 'PUT',
  path: '/api/iam/v1/profile/preferences/homepage',
  access: 'signed-in',
  body: z.object({ homepage: Homepage }),
  answer: z.object({ homepage: Homepage }),
})
