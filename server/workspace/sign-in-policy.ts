import { sql } from 'kysely'
import { SECURITY_TEXTS } from '../../contract/workspace/account-security-texts.ts'
import {
  getSignInPolicy,
  updateSignInPolicy,
  verifySession,
  type SignInPolicy,
} from '../../contract/workspace/sign-in-policy.ts'
import { isUser } from '../access/users.ts'
import type { Principals } from '../access/principals.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { conflict, wrongField } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { accountKey, lockFactors, markVerified, methodsOf, takeCode } from '../session/session.ts'
import type { Attempts } from '../http/limits/attempts.ts'
import { hasFactor } from '../access/restriction.ts'
import { withWorkspaceLocked } from '../db/workspace-lock.ts'

const readPolicy = async (db: Db | Tx): Promise<SignInPolicy> => {
  const row = await db
    .selectFrom('workspace')
    .select(['second_factor_required', 'second_factor_exempts_sso', 'password_least', 'refuses_common_passwords'])
    .executeTakeFirstOrThrow()
  return {
    secondFactorRequired: row.second_factor_required,
    secondFactorExemptsSso: row.second_factor_exempts_sso,
    passwordLeast: row.password_least,
    refusesCommonPasswords: row.refuses_common_passwords,
  }
}

interface Parts {
  db: Db
  principals: Principals
  secrets: Secrets
  codeAttempts: Attempts
}

export const signInPolicyRoutes = (routes: Routes, { db, principals, secrets, codeAttempts }: Parts): void => {
  routes.signedIn(getSignInPolicy, async () => {
    const [policy, without] = await Promise.all([
      readPolicy(db),
      db
        .selectFrom('workspace_user as p')
        .select(({ fn }) => fn.countAll<number>().as('users'))
        .where('p.status', '=', 'ACTIVE')
        .where(isUser('p'))
        .where(sql<boolean>`not ${hasFactor('p')}`)
        .executeTakeFirstOrThrow(),
    ])
    return { ...policy, usersWithoutFactor: without.users }
  })

  routes.signedIn(updateSignInPolicy, async ({ caller, body }) => {
    const saved = await withWorkspaceLocked(db, async (tx) => {
      const before = await readPolicy(tx)
      const changes = await mergeEdit(before, body, () => before)
      const after = { ...before, ...changes }
      await tx
        .updateTable('workspace')
        .set({
          second_factor_required: after.secondFactorRequired,
          second_factor_exempts_sso: after.secondFactorExemptsSso,
          password_least: after.passwordLeast,
          refuses_common_passwords: after.refusesCommonPasswords,
        })
        .execute()
      await appendEvents(tx, [
        {
          stream: 'workspace',
          type: 'workspace/sign-in-policy',
          payload: { before, changes },
          userId: caller.userId,
        },
      ])
      return after
    })
    // Sessions that now lack a second factor are restricted from their next call on.
    principals.forget()
    return saved
  })

  routes.signedIn(verifySession, async ({ caller, body, request }) => {
    const account = accountKey(caller.userId)
    const attempt = codeAttempts.begin({ account, address: request.ip, isSignedIn: true })
    const isRight = await db.transaction().execute(async (tx) => {
      await lockFactors(tx, caller.userId)
      if ((await methodsOf(tx, caller.userId)).length === 0) throw conflict(SECURITY_TEXTS.factorIsOff)
      if (!(await takeCode(tx, secrets, caller.userId, body.code))) return false
      await markVerified(tx, caller.via)
      return true
    })
    if (!isRight) throw wrongField('code', SECURITY_TEXTS.wrongCode)
    attempt.succeeded()
    principals.forget(caller.userId)
    return {}
  })
}
