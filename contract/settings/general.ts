import { z } from 'zod/mini'
import { BODY_BYTES, callsOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { pictureBody } from '../pictures.ts'
import { InProject, Project, ProjectName } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'

export const LOGO_TEXTS = { wrongType: TEXTS.logoType, tooLarge: TEXTS.logoSize }

const projectCalls = callsOf({
  path: '/api/projects/:projectKey',
  params: InProject,
  read: { project: 'settings:write' },
  write: { project: 'settings:write' },
})

/** An edit as in `concurrent-edits.ts`. `leadId`: a member, or null for no lead; 400 at `leadId` for other users. */
export const updateProject = projectCalls.patch(
  'updateProject',
  'Changes the name and the lead of a project; its key stays for ever',
  {
    body: withExpected(
      z.object({ name: z.optional(ProjectName), leadId: z.optional(z.nullable(z.int().check(z.minimum(1)))) }),
    ),
    answer: Project,
  },
)

export const setProjectLogo = projectCalls.put('setProjectLogo', 'Gives a project its logo', {
  path: '/logo',
  bodyBytes: BODY_BYTES.picture,
  body: pictureBody(LOGO_TEXTS),
  answer: Project,
})

export const removeProjectLogo = projectCalls.delete('removeProjectLogo', 'Takes the logo of a project away', {
  path: '/logo',
  answer: Project,
})
