import { sql, type RawBuilder } from 'kysely'

/** Returns an expression of the custom `values` without those of deleted fields, removed options and unknown users. */
export const livingValues = (
  projectId: number,
  values: RawBuilder<unknown>,
): RawBuilder<Record<string, unknown>> => sql`
  (select coalesce(jsonb_object_agg(l.key, l.value) filter (where l.value is not null), '{}')
     from (select v.key, case f.data_type
                    when 'DROPDOWN' then case when f.value->'options' @> jsonb_build_array(jsonb_build_object('id', v.value)) then v.value end
                    when 'MULTI_SELECT' then (
                      select jsonb_agg(chosen.id order by chosen.place)
                        from jsonb_array_elements(v.value) with ordinality as chosen (id, place)
                       where f.value->'options' @> jsonb_build_array(jsonb_build_object('id', chosen.id)))
                    when 'USER' then case when exists (select from workspace_user p where p.id = (v.value #>> '{}')::bigint) then v.value end
                    else v.value end as value
             from jsonb_each(${values}) v
             join test_case_field f on f.project_id = ${projectId} and f.id::text = v.key) l)`

/** Returns an expression of the custom values of `test_case c`, in which unknown users count as no value. */
export const readableValues: RawBuilder<Record<string, unknown>> = sql`
  (c.field_values - array(
     select f.id::text from test_case_field f
      where f.project_id = c.project_id and f.data_type = 'USER' and c.field_values ? f.id::text
        and not exists (select from workspace_user p where p.id = (c.field_values ->> f.id::text)::bigint)))`
