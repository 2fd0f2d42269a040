import type { FastifyBaseLogger } from 'fastify'
import { LIMITS } from '../../../contract/limits.ts'
import {
  acceptInvitation,
  openInvitation,
  invitationLink,
  inviteUsers,
  resendInvitation,
} from '../../../contract/workspace/invitations.ts'
import type { Principals } from '../../access/principals.ts'
import { hashToken } from '../../access/tokens.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { createAttempts } from '../../http/limits/attempts.ts'
import { clientOf, openSession, refreshCookie, requireAllowedPassword } from '../../session/session.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { readUser, readUsers } from '../users/read.ts'
import { accept, readInvitation } from './accept.ts'
import { invite, inviteAgain, type Sealed } from './invite.ts'

interface Parts {
  db: Db
  config: Config
  principals: Principals
  mailer: Mailer
}

export const invitationRoutes = (routes: Routes, { db, config, principals, mailer }: Parts): void => {
  const linkAttempts = createAttempts(config.SIGN_IN_ATTEMPTS)
  const { answer } = refreshCookie(config)

  const linkOf = ({ userId, email, token }: Sealed) => ({
    userId,
    email,
    link: invitationLink(config.PUBLIC_URL, token),
  })

  /** Mails the links. Returns those that the inviter has to hand over because there is no mail server. */
  const send = (sealed: readonly Sealed[], invitedBy: string, log: FastifyBaseLogger) => {
    for (const one of sealed) {
      const { link } = linkOf(one)
      const text = [
        'Hello,',
        '',
        `${invitedBy} invites you to ${one.workspaceName} in Assay. This link opens your account:`,
        '',
        link,
        '',
        `It works once, for ${LIMITS.invitationDays} days.`,
      ].join('\n')
      // Not awaited: a hanging mail server must not block the inviter, who can send a new link from the list of users.
      mailer
        .send({ to: one.email, subject: `Invitation to ${one.workspaceName}`, text })
        .catch((error: unknown) => log.error({ err: error, userId: one.userId }, 'an invitation could not be mailed'))
    }
    return mailer.kind === 'smtp' ? [] : sealed.map(linkOf)
  }

  const nameOf = async (userId: number): Promise<string> => {
    const { firstName, lastName, username } = await readUser(db, userId)
    return `${firstName} ${lastName}`.trim() || username
  }

  routes.signedIn(inviteUsers, async ({ caller, body, request }) => {
    const sealed = await invite(db, caller, body)
    const links = send(sealed, await nameOf(caller.userId), request.log)
    return {
      items: await readUsers(
        db,
        sealed.map(({ userId }) => userId),
      ),
      links,
    }
  })

  routes.signedIn(resendInvitation, async ({ caller, params, request }) => {
    const sealed = await inviteAgain(db, caller, params.userId)
    const links = send([sealed], await nameOf(caller.userId), request.log)
    return { user: await readUser(db, params.userId), links }
  })

  routes.open(openInvitation, async ({ body, request }) => {
    const attempt = linkAttempts.begin({ account: keyOf(body.token), address: request.ip })
    const invitation = await readInvitation(db, body.token)
    attempt.succeeded()
    return invitation
  })

  routes.open(acceptInvitation, async ({ body, request, reply }) => {
    const attempt = linkAttempts.begin({ account: keyOf(body.token), address: request.ip })
    // Checked before hashing the password: an invalid link should not cause that work.
    await readInvitation(db, body.token)
    await requireAllowedPassword(db, body.password, 'password')
    const userId = await accept(db, body, await hashPassword(body.password))
    attempt.succeeded()
    principals.forget(userId)
    return answer(reply, await openSession(db, userId, config, { method: 'invitation', client: clientOf(request) }))
  })
}

const keyOf = (token: string): string => `invitation:${hashToken(token).toString('base64')}`
