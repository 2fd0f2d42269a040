import { sql, type Kysely } from 'kysely'

/** Answers to calls with an `Idempotency-Key`, and the number of a project's next launch. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table idempotency_key (
     person_id bigint not null references person(id) on delete cascade,
     key text not null,
     -- Hash of method, address and body: one key stands for one request.
     request text not null,
     -- Null while the call is not answered yet.
     answer jsonb,
     created_at timestamptz not null default now(),
     primary key (person_id, key)
   )`,
  'create index idempotency_key_created_at on idempotency_key (created_at)',

  'alter table launch add column number int',
  `update launch l set number = n.number
     from (select id, row_number() over (partition by project_id order by id) as number from launch) n
    where n.id = l.id`,
  'alter table launch alter column number set not null',
  'create unique index launch_number on launch (project_id, number)',
  `update event e set payload = e.payload || jsonb_build_object('number', l.number)
     from launch l
    where e.type in ('launch/started', 'launch/changed', 'launch/finished') and (e.payload ->> 'id')::bigint = l.id`,
  'alter table project add column last_launch_number int not null default 0',
  `update project p set last_launch_number = coalesce((select max(number) from launch where project_id = p.id), 0)`,
]
