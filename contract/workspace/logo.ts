import { z } from 'zod/mini'
import { BODY_BYTES, defineCall } from '../call.ts'
import { pictureBody } from '../pictures.ts'
import { TEXTS } from '../texts.ts'

export const WORKSPACE_LOGO_WORDS = { wrongType: TEXTS.logoType, tooLarge: TEXTS.logoSize }

const path = '/api/workspace/logo'
/** People who manage the workspace's plan and features may also change its logo (WNAV-21). */
const access = { workspace: 'billing:manage' } as const
const answer = z.object({ logoUrl: z.nullable(z.string()) })

export const setWorkspaceLogo = defineCall({
  name: 'setWorkspaceLogo',
  summary: 'Gives the workspace its logo',
  method: 'PUT',
  path,
  access,
  bodyBytes: BODY_BYTES.picture,
  body: pictureBody(WORKSPACE_LOGO_WORDS),
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
