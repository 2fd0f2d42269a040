import { sql, type Kysely } from 'kysely'

/** What an access token may do, and who created it: a user, a launch that the server started, or a guide to reporting. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table access_token add column scope text not null default 'manage' check (scope in ('report', 'read', 'manage'));
    alter table access_token add column purpose text not null default 'user' check (purpose in ('user', 'launch', 'guide'));
    update access_token
       set scope = 'report', purpose = case when execution_id is null then 'guide' else 'launch' end
     where project_id is not null`.execute(db)
}
