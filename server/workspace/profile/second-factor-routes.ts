import type { FastifyRequest } from 'fastify'
import { TEXTS } from '../../../contract/texts.ts'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  getSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../../../contract/workspace/second-factor.ts'
import type { Principal, Principals } from '../../access/principals.ts'
import type { Db } from '../../db/open.ts'
import { wrongField } from '../../http/refusal.ts'
import type { Routes } from '../../http/routes.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { accountKey } from '../../session/session.ts'
import type { Attempts } from '../../http/limits/attempts.ts'
import { isOwnPassword } from './own-password.ts'
import { confirm, enrol, readFactor, renewCodes, turnOff } from './second-factor.ts'

interface Parts {
  db: Db
  principals: Principals
  secrets: Secrets
  passwordAttempts: Attempts
  codeAttempts: Attempts
}

export const secondFactorRoutes = (routes: Routes, parts: Parts): void => {
  const { db, principals, secrets, codeAttempts } = parts

  interface Given {
    caller: Principal
    body: { password: string }
    request: FastifyRequest
  }
  const requirePassword = async ({ caller, body, ...exchange }: Given): Promise<void> => {
    if (!(await isOwnPassword(parts, caller, body.password, exchange)))
      throw wrongField('password', TEXTS.currentPasswordWrong)
  }

  routes.signedIn(getSecondFactor, ({ caller }) => readFactor(db, caller.userId))

  routes.signedIn(beginEnrolment, async (given) => {
    const { caller, body } = given
    const { source } = await db
      .selectFrom('workspace_user')
      .select('source')
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow()
    if (source === 'INTERNAL') await requirePassword({ ...given, body: { password: body.password ?? '' } })
    return enrol(db, secrets, { userId: caller.userId, isOwed: caller.restriction === 'enrol' })
  })

  routes.signedIn(confirmEnrolment, async ({ caller, body }) => {
    const recoveryCodes = await confirm(db, secrets, caller, body.code)
    principals.forget(caller.userId)
    return { recoveryCodes }
  })

  routes.signedIn(renewRecoveryCodes, async (given) => {
    await requirePassword(given)
    return { recoveryCodes: await renewCodes(db, given.caller.userId) }
  })

  routes.signedIn(turnOffSecondFactor, async (given) => {
    await requirePassword(given)
    const { caller, body, request } = given
    const account = accountKey(caller.userId)
    const attempt = codeAttempts.begin({ account, address: request.ip, isSignedIn: true })
    if (!(await turnOff(db, secrets, caller.userId, body.code))) throw wrongField('code', SECURITY_TEXTS.wrongCode)
    attempt.succeeded()
    principals.forget(caller.userId)
    return {}
  })
}
