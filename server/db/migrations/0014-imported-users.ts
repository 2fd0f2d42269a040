import { sql, type Kysely } from 'kysely'

/**
 * Authors of an imported project who have no account: rows of `workspace_user` with a name only, so that authors have one kind of row. The
 * constraint rules out every way to sign in and to be mailed.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table workspace_user drop constraint workspace_user_kind_check;
    alter table workspace_user add constraint workspace_user_kind_check
      check (kind in ('user', 'system', 'service-account', 'imported'));
    alter table workspace_user drop constraint workspace_user_service_account;
    alter table workspace_user add constraint workspace_user_service_account check (
      case kind when 'service-account'
        then email = '' and password_hash is null and not read_only and source = 'INTERNAL' and status <> 'PENDING'
             and scim_user_name is null and external_id is null and (deleted_at is null or status = 'INACTIVE')
        when 'imported'
        then email = '' and password_hash is null and source = 'INTERNAL' and status = 'INACTIVE'
             and scim_user_name is null and external_id is null and deleted_at is not null
        else deleted_at is null end);
    drop index workspace_user_email;
    create unique index workspace_user_email on workspace_user (lower(email)) where kind in ('user', 'system')`.execute(
    db,
  )
}
