import type { z } from 'zod/mini'
import { getSignInPolicy, updateSignInPolicy } from '../../contract/workspace/sign-in-policy.ts'
import type { Send } from '../http/http.ts'

/** Calls about how people sign in to the workspace. */
export const createSignInRulesService = (send: Send) => ({
  read: () => send(getSignInPolicy),
  save: (body: z.infer<typeof updateSignInPolicy.body>) => send(updateSignInPolicy, { body }),
})
