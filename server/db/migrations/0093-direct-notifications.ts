import { sql, type Kysely } from 'kysely'

/** Deliveries without a rule: to channels and addresses that a launch's launcher or agent specifies. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table notification_delivery
    alter column rule_id drop not null,
    add column project_id bigint references project on delete cascade,
    -- Who named the place, 'launcher' or 'agent', and its name at that time. Null and empty for rules, as the columns below.
    add column sender text,
    add column sender_name text not null default '',
    add column target text,
    -- Name of a channel, or addresses with commas between.
    add column destination text not null default ''`,
  `update notification_delivery d set project_id = r.project_id from notification_rule r where r.id = d.rule_id`,
  `alter table notification_delivery
    alter column project_id set not null,
    add constraint notification_delivery_by check (case when rule_id is null then sender is not null and target is not null
                                                        else sender is null and target is null end)`,
  // Joined addresses may exceed the maximum size of an index entry.
  `create unique index notification_delivery_direct_once on notification_delivery (ending_id, target, md5(destination))
    where rule_id is null and ending_id is not null`,
  `create index notification_delivery_project on notification_delivery (project_id, rule_id)`,
]
