import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { TimeZone } from '../time-zone.ts'
import { Project } from './projects.ts'

/**
 * Creates a project with sample data of six weeks, complete or not at all. What belongs to a feature that is off is left out. 409 when all
 * keys from `SHOP` to `SHOP9` are taken; 403 when the limit of projects is reached.
 */
export const createDemoProject = defineCall({
  name: 'createDemoProject',
  summary: 'Creates a sample shop with results of six weeks; the signed-in user becomes its administrator and lead',
  method: 'POST',
  path: '/api/projects/demo',
  access: { workspace: 'projects:create' },
  feature: 'test-case-management',
  /** The author's time zone, in which launches have their times of day. */
  body: z.object({ timeZone: TimeZone }),
  answer: Project,
})
