import { z } from 'zod/mini'
import { BODY_BYTES, defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { pictureBody } from '../pictures.ts'
import { InProject, Project, ProjectName } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'

export const LOGO_WORDS = { wrongType: TEXTS.logoType, tooLarge: TEXTS.logoSize }

/** An edit as in `concurrent-edits.ts`. `leadId`: a member, or null for no lead; 400 at `leadId` for other users. */
export const updateProject = defineCall({
  name: 'updateProject',
  summary: 'Changes the name and the lead of a project; its key stays for ever',
  method: 'PATCH',
  path: '/api/projects/:projectKey',
  access: { project: 'settings:write' },
  params: InProject,
  body: withExpected(
    z.object({ name: z.optional(ProjectName), leadId: z.optional(z.nullable(z.int().check(z.minimum(1)))) }),
  ),
  answer: Project,
})

export const setProjectLogo = defineCall({
  name: 'setProjectLogo',
  summary: 'Gives a project its logo',
  method: 'PUT',
  path: '/api/projects/:projectKey/logo',
  access: { project: 'settings:write' },
  bodyBytes: BODY_BYTES.picture,
  params: InProject,
  body: pictureBody(LOGO_WORDS),
  answer: Project,
})

export const removeProjectLogo = defineCall({
  name: 'removeProjectLogo',
  summary: 'Takes the logo of a project away',
  method: 'DELETE',
  path: '/api/projects/:projectKey/logo',
  access: { project: 'settings:write' },
  params: InProject,
  answer: Project,
})
