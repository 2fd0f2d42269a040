import type { Enrolment, SecondFactor } from '../../../contract/workspace/second-factor.ts'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { conflict, wrongField } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import {
  lockFactor,
  newSecret,
  replaceRecoveryCodes,
  sealSecret,
  takeCode,
  takeDigits,
} from '../../session/second-factor.ts'

type FactorEvent = 'turned-on' | 'turned-off' | 'recovery-codes-renewed' | 'reset'

/** `by`: whoever did it. */
export const appendFactorEvent = (tx: Tx, personId: number, type: FactorEvent, by = personId) =>
  appendEvents(tx, [{ stream: `person:${personId}`, type: `second-factor/${type}`, payload: {}, personId: by }])

const lockConfirmed = async (tx: Tx, personId: number) => {
  const factor = await lockFactor(tx, personId)
  if (!factor?.confirmed_at) throw conflict(SECURITY_TEXTS.factorIsOff)
  return factor
}

export const readFactor = async (db: Db, personId: number): Promise<SecondFactor> => {
  const row = await db
    .selectFrom('second_factor as f')
    .select('f.confirmed_at')
    .select(({ selectFrom }) =>
      selectFrom('recovery_code as r')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('r.person_id', '=', 'f.person_id')
        .as('left'),
    )
    .where('f.person_id', '=', personId)
    .executeTakeFirst()
  return { since: row?.confirmed_at?.toISOString() ?? null, recoveryCodesLeft: row?.left ?? 0 }
}

/** A secret that nobody has confirmed is replaced. */
export const enrol = (db: Db, secrets: Secrets, personId: number): Promise<Enrolment> =>
  db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('person')
      .select(['username', 'source'])
      .where('id', '=', personId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (person.source !== 'INTERNAL') throw conflict(SECURITY_TEXTS.factorOfDirectory)
    if ((await lockFactor(tx, personId))?.confirmed_at) throw conflict(SECURITY_TEXTS.factorIsOn)
    const { name } = await tx.selectFrom('workspace').select('name').executeTakeFirstOrThrow()
    const enrolment = newSecret({ issuer: `Assay (${name})`, username: person.username })
    const secret = sealSecret(secrets, personId, enrolment.secret)
    await tx
      .insertInto('second_factor')
      .values({ person_id: personId, secret })
      .onConflict((c) => c.column('person_id').doUpdateSet({ secret }))
      .execute()
    return enrolment
  })

/** Turns the second factor on. Returns its recovery codes. */
export const confirm = (db: Db, secrets: Secrets, personId: number, code: string): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    const factor = await lockFactor(tx, personId)
    if (!factor || factor.confirmed_at) throw conflict(SECURITY_TEXTS.nothingToConfirm)
    if (!(await takeDigits(tx, secrets, factor, code.replace(/\s/g, ''))))
      throw wrongField('code', SECURITY_TEXTS.wrongCode)
    await tx.updateTable('second_factor').set({ confirmed_at: new Date() }).where('person_id', '=', personId).execute()
    const codes = await replaceRecoveryCodes(tx, personId)
    await appendFactorEvent(tx, personId, 'turned-on')
    return codes
  })

export const renewCodes = (db: Db, personId: number): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await lockConfirmed(tx, personId)
    const codes = await replaceRecoveryCodes(tx, personId)
    await appendFactorEvent(tx, personId, 'recovery-codes-renewed')
    return codes
  })

/** Returns false, with the second factor still on, when the code is wrong. */
export const turnOff = (db: Db, secrets: Secrets, personId: number, code: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const factor = await lockConfirmed(tx, personId)
    if (!(await takeCode(tx, secrets, factor, code))) return false
    await tx.deleteFrom('second_factor').where('person_id', '=', personId).execute()
    await appendFactorEvent(tx, personId, 'turned-off')
    return true
  })
