import { sql } from 'kysely'

/** Name of user `p`: first and last name, or the username without them. */
export const personName = sql<string>`coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.username)`
