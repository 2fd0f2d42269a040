import { sql, type RawBuilder } from 'kysely'
import type { SessionRestriction } from '../../contract/session/session.ts'
import { hasFactor } from './factors.ts'

/**
 * What a session still owes before anything else is open to it, as an expression over `p`, the row of its person, and `s`, its own; null
 * for sessions that owe nothing, and for tokens of agents, which have none.
 */
export const restrictionOf = (): RawBuilder<SessionRestriction | null> =>
  sql<SessionRestriction | null>`(
    select case
      when s.id is null or not w.second_factor_required then null
      when p.source <> 'INTERNAL' and w.second_factor_exempts_sso then null
      when not ${hasFactor('p')} then 'enrol'
      when not s.second_factor then 'verify'
    end from workspace w)`
