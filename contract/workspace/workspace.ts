import { z } from 'zod/mini'
import { BODY_BYTES, defineCall } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { pictureBody } from '../pictures.ts'
import { TEXTS } from '../texts.ts'

export const WorkspaceName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.workspaceName, 'Must be between 1 and 100 characters'),
  )

export const WORKSPACE_LOGO_TEXTS = { wrongType: TEXTS.logoType, tooLarge: TEXTS.logoSize }

const path = '/api/workspace/logo'
/** Users who manage the workspace's plan and features may also change its name and logo (WNAV-21). */
const access = { workspace: 'BILLING' } as const

/** An edit as in `concurrent-edits.ts`. */
export const renameWorkspace = defineCall({
  name: 'renameWorkspace',
  summary: 'Renames the workspace',
  method: 'PATCH',
  path: '/api/workspace',
  access,
  body: withExpected(z.partial(z.object({ name: WorkspaceName }))),
  answer: z.object({ name: z.string() }),
})

const answer = z.object({ logoUrl: z.nullable(z.string()) })

export const setWorkspaceLogo = defineCall({
  name: 'setWorkspaceLogo',
  summary: 'Gives the workspace its logo',
  method: 'PUT',
  path,
  access,
  bodyBytes: BODY_BYTES.picture,
  body: pictureBody(WORKSPACE_LOGO_TEXTS),
  answer,
})

export const removeWorkspaceLogo = defineCall({
  name: 'removeWorkspaceLogo',
  summary: 'Takes the logo of the workspace away',
  method: 'DELETE',
  path,
  access,
  answer,
})
