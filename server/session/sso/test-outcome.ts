import type { SignInTestOutcome } from '../../../contract/workspace/identity-providers.ts'
import type { Db } from '../../db/open.ts'
import { groupsGiven, type Identity } from './claims.ts'
import type { StoredProvider } from './provider.ts'

/** Returns what a test displays of the provider's answer. */
export const testOutcome = async (db: Db, provider: StoredProvider, identity: Identity): Promise<SignInTestOutcome> => {
  const given = [...groupsGiven(provider, identity)]
  const groups =
    given.length === 0
      ? []
      : await db.selectFrom('user_group').select('name').where('id', 'in', given).orderBy('name').execute()
  return {
    problem: null,
    nameId: identity.nameId,
    ...identity.claims,
    attributes: [...identity.attributes].map(([name, values]) => ({ name, values: [...values] })),
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
