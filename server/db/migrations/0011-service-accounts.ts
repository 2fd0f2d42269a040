import { sql, type Kysely } from 'kysely'

/**
 * Service accounts. They are rows of `workspace_user`, so that authors, permissions, events and the audit log have one kind of account. The
 * constraint rules out every way to sign in and to be mailed. A deleted account stays as the author of its work, and its name is free again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table workspace_user
      add column kind text not null default 'user' check (kind in ('user', 'system', 'service-account')),
      add column description text not null default '',
      add column created_by bigint references workspace_user on delete set null,
      add column deleted_at timestamptz;
    update workspace_user set kind = 'system' where is_system;
    alter table workspace_user drop column is_system;
    alter table workspace_user add constraint workspace_user_service_account check (
      case kind when 'service-account'
        then email = '' and password_hash is null and not read_only and source = 'INTERNAL' and status <> 'PENDING'
             and scim_user_name is null and external_id is null and (deleted_at is null or status = 'INACTIVE')
        else deleted_at is null end);

    drop index workspace_user_username;
    drop index workspace_user_email;
    create unique index workspace_user_username on workspace_user (lower(username)) where deleted_at is null;
    create unique index workspace_user_email on workspace_user (lower(email)) where kind <> 'service-account';
    -- For look-ups, of which the conditions of the unique indexes are no part.
    create index workspace_user_by_username on workspace_user (lower(username));
    create index workspace_user_by_email on workspace_user (lower(email));

    -- Who created a token of a service account; null for users' own tokens.
    alter table access_token add column created_by bigint references workspace_user on delete set null`.execute(db)
}
