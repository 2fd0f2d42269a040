import { sql, type Kysely } from 'kysely'

/** Removes options that no longer exist from cases, as removing an option does since then. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    update test_case c set field_values = living.values
      from (select t.id, coalesce(jsonb_object_agg(v.key, v.value) filter (where v.value is not null), '{}') as values
              from test_case t
              left join lateral (
                select e.key, case f.data_type
                         when 'DROPDOWN' then case when f.value->'options' @> jsonb_build_array(jsonb_build_object('id', e.value)) then e.value end
                         when 'MULTI_SELECT' then (
                           select jsonb_agg(chosen.id order by chosen.place)
                             from jsonb_array_elements(e.value) with ordinality as chosen (id, place)
                            where f.value->'options' @> jsonb_build_array(jsonb_build_object('id', chosen.id)))
                         else e.value end as value
                  from jsonb_each(t.field_values) e
                  join test_case_field f on f.project_id = t.project_id and f.id::text = e.key) v on true
             where t.field_values <> '{}'
             group by t.id) living
     where living.id = c.id and living.values <> c.field_values`.execute(db)
}
