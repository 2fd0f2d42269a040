import { sql } from 'kysely'

/** How the person `p` of a statement is called: by name or, without one, by username. */
export const personName = sql<string>`coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.username)`
