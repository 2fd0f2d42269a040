import type { z } from 'zod/mini'
import { getSignInPolicy, updateSignInPolicy } from '../../contract/workspace/sign-in-policy.ts'
import type { Send } from '../http/http.ts'

/** Calls about sign-in rules. */
export const createSignInRulesService = (send: Send) => ({
  read: () => send(getSignInPolicy),
  save: (body: z.infer<typeof updateSignInPolicy.body>) => send(updateSignInPolicy, { body }),
})
