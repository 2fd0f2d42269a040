import type { SignInTestOutcome } from '../../../contract/workspace/identity-providers.ts'
import type { Db } from '../../db/open.ts'
import { claimsOf } from './claims.ts'
import { groupsGiven } from './people.ts'
import type { StoredProvider } from './provider.ts'
import type { Asserted } from './verify-response.ts'

/** What a test shows of a verified assertion. */
export const testOutcome = async (db: Db, provider: StoredProvider, asserted: Asserted): Promise<SignInTestOutcome> => {
  const given = [...groupsGiven(provider, asserted)]
  const groups =
    given.length === 0
      ? []
      : await db.selectFrom('user_group').select('name').where('id', 'in', given).orderBy('name').execute()
  return {
    problem: null,
    nameId: asserted.nameId,
    ...claimsOf(asserted),
    attributes: [...asserted.attributes].map(([name, values]) => ({ name, values: [...values] })),
    groups: groups.map(({ name }) => name),
  }
}

export const failedTest = (problem: string): SignInTestOutcome => ({
  problem,
  nameId: null,
  email: null,
  firstName: '',
  lastName: '',
  attributes: [],
  groups: [],
})
