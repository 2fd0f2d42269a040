import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { FirstName, LastName, NewPassword, OpenSession } from '../session/session.ts'
import { USER_TEXTS } from './user-texts.ts'
import { NewEmail, NewUsername, ProjectAssignments, User } from './users.ts'

/** Page that an invitation link opens. The token is in the fragment, so that no server receives or logs it. */
export const INVITATION_PATH = '/invitation'
export const invitationLink = (publicUrl: string, token: string): string => `${publicUrl}${INVITATION_PATH}#${token}`

/** Links of invitations that the inviter must hand over, because no mail server is configured. Empty if the mails were sent. */
const Links = z.array(z.object({ userId: z.int(), email: z.string(), link: z.string() }))

/**
 * Creates pending users, all or none, and mails each a link that is valid for 7 days. 400 with an entry at `emails.N` for each invalid
 * address; 409 with an entry at `emails.N` for each address in use, or at `emails` if there are too few free seats; otherwise as in
 * `createUser`.
 */
export const inviteUsers = defineCall({
  name: 'inviteUsers',
  summary: 'Invites people by e-mail',
  method: 'POST',
  path: '/api/iam/v1/invitations',
  access: { workspace: 'IAM_USERS_UPDATE' },
  secretAnswer: true,
  body: z.object({
    emails: z
      .array(NewEmail, USER_TEXTS.emailRequired)
      .check(
        z.minLength(1, USER_TEXTS.emailRequired),
        z.maxLength(LIMITS.invitationsAtOnce, USER_TEXTS.maxEmails(LIMITS.invitationsAtOnce)),
      ),
    haveReadOnlyAccess: z._default(z.boolean(), false),
    /** An invitable group. Required unless the users are read-only; ignored for read-only users. */
    groupId: z.optional(z.int().check(z.minimum(1))),
    projects: z._default(ProjectAssignments, []),
  }),
  answer: z.object({ items: z.array(User), links: Links }),
})

/** Invalidates the previous link; the new one is valid for 7 days. 409 for users who are not pending. */
export const resendInvitation = defineCall({
  name: 'resendInvitation',
  summary: 'Mails a pending user a new link',
  method: 'POST',
  path: '/api/iam/v1/users/:userId/invitation',
  access: { workspace: 'IAM_USERS_UPDATE' },
  secretAnswer: true,
  params: z.object({ userId: idInPath }),
  answer: z.object({ user: User, links: Links }),
})

const token = z.string().check(z.minLength(1), z.maxLength(200))

/** Content of an invitation for the holder of its link. */
export const Invitation = z.object({
  workspaceName: z.string(),
  email: z.string(),
  /** Suggestion, which can be changed when accepting. */
  username: z.string(),
  /** Null once the account is deleted. */
  invitedBy: z.nullable(z.string()),
  expiresAt: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

/**
 * 404 for a link that is unknown or was replaced; 410 once it was accepted or has expired. The token is in the body, because URLs are
 * logged.
 */
export const openInvitation = defineCall({
  name: 'openInvitation',
  summary: 'What an invitation says, for whoever has its link',
  method: 'POST',
  path: '/api/invitations/open',
  access: 'anyone',
  body: z.object({ token }),
  answer: Invitation,
})

/** 404 and 410 as in `openInvitation`; 409 at `username` when it is in use. */
export const acceptInvitation = defineCall({
  name: 'acceptInvitation',
  summary: 'Activates the invited user and signs them in',
  method: 'POST',
  path: '/api/invitations/accept',
  access: 'anyone',
  body: z.object({
    token,
    username: NewUsername,
    firstName: z._default(FirstName, ''),
    lastName: z._default(LastName, ''),
    password: NewPassword,
  }),
  answer: OpenSession,
})
