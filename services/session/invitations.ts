import type { z } from 'zod/mini'
import { acceptInvitation, openInvitation } from '../../contract/workspace/invitations.ts'
import type { Send } from '../http/http.ts'

/** Calls of invited users without an account. */
export const createInvitationsService = (send: Send) => ({
  open: (token: string) => send(openInvitation, { body: { token } }),
  accept: (body: z.infer<typeof acceptInvitation.body>) => send(acceptInvitation, { body }),
})
