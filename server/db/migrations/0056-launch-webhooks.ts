import { sql, type Kysely } from 'kysely'

/** Webhooks that start presets, and the log of their calls. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table launch_webhook (
    id bigint generated always as identity primary key,
    project_id bigint not null references project on delete cascade,
    preset_id bigint not null references launcher_preset on delete cascade,
    -- The part of its address that nobody can guess.
    key text not null,
    name text not null,
    secret bytea,
    author_id bigint references person on delete set null,
    last_trigger_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index launch_webhook_key on launch_webhook (key)`,
  `create index launch_webhook_preset on launch_webhook (preset_id)`,
  `create index launch_webhook_project on launch_webhook (project_id)`,
  `create index launch_webhook_author on launch_webhook (author_id)`,

  `create table launch_webhook_delivery (
    id bigint generated always as identity primary key,
    webhook_id bigint not null references launch_webhook on delete cascade,
    -- The sender's id of the call: the same one is refused a second time.
    sender_key text,
    event text,
    is_test boolean not null default false,
    -- Null while it is being carried out.
    status int,
    reason text not null default '',
    launch_id bigint references launch on delete set null,
    at timestamptz not null default now()
  )`,
  `create unique index launch_webhook_delivery_sender on launch_webhook_delivery (webhook_id, sender_key) where sender_key is not null`,
  `create index launch_webhook_delivery_newest on launch_webhook_delivery (webhook_id, id desc)`,
  `create index launch_webhook_delivery_launch on launch_webhook_delivery (launch_id)`,
]
