import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { accountKey } from '../../session/session.ts'
import type { Attempts } from '../../http/limits/attempts.ts'
import { isPassword } from '../../secrets/passwords.ts'

/** Returns whether this is the caller's password. Throws 429 after too many wrong ones. */
export const isOwnPassword = async (
  { db, passwordAttempts }: { db: Db; passwordAttempts: Attempts },
  { userId }: Principal,
  password: string,
  { request }: { request: FastifyRequest },
): Promise<boolean> => {
  const attempt = passwordAttempts.begin({ account: accountKey(userId), address: request.ip, isSignedIn: true })
  const { password_hash: stored } = await db
    .selectFrom('workspace_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const isRight = await isPassword(stored, password)
  if (isRight) attempt.succeeded()
  return isRight
}
