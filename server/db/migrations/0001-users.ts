import { sql, type Kysely } from 'kysely'

/**
 * Names users as the rest of the product does: the table `person`, the columns `person_id`, and what is named after them. `user` is a
 * reserved word of SQL.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table person rename to workspace_user;
    alter table person_identity rename to user_identity;
    alter table launch drop constraint launch_ended_by_check;
    update launch set ended_by = 'user' where ended_by = 'person';
    alter table launch add check (ended_by in ('agent', 'user', 'silence', 'engine'));
    update launch_execution set started_via = 'user' where started_via = 'person';

    create function pg_temp.renamed(name text) returns text language sql as
    $$ select regexp_replace(replace(name, 'person_identity', 'user_identity'), '^person', 'workspace_user') $$;

    do $$
    declare found record;
    begin
      for found in select attrelid::regclass as of from pg_attribute join pg_class c on c.oid = attrelid
                    where attname = 'person_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      loop execute format('alter table %s rename column person_id to user_id', found.of); end loop;

      for found in select conrelid::regclass as of, conname as name from pg_constraint
                    where conname like '%person%' and connamespace = 'public'::regnamespace
      loop execute format('alter table %s rename constraint %I to %I', found.of, found.name,
                          replace(pg_temp.renamed(found.name), 'person', 'user')); end loop;

      for found in select relname as name from pg_class
                    where relname like '%person%' and relkind in ('i', 'S') and relnamespace = 'public'::regnamespace
      loop execute format('alter %s %I rename to %I', case when found.name like '%_seq' then 'sequence' else 'index' end,
                          found.name, replace(pg_temp.renamed(found.name), 'person', 'user')); end loop;
    end $$`.execute(db)
}
