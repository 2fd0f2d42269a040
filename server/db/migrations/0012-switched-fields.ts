import { sql, type Kysely } from 'kysely'

/** Draft, Deprecated, Author and Created on become fields that a project can disable and move. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // System names are unique, and custom fields may use these; they are renamed. Values refer to the field's id.
  `update test_case_field set system_name = system_name || '_' || id
    where type = 'CUSTOM' and lower(system_name) in ('draft', 'deprecated', 'author', 'createdon')`,
  `insert into test_case_field (project_id, type, name, system_name, data_type, tab_id, position)
   select p.id, 'SYSTEM', f.name, f.system_name, f.data_type, t.id,
          f.place + coalesce((select max(o.position) from test_case_field o
                               where o.project_id = p.id and o.tab_id is not distinct from t.id), 0)
     from project p
    cross join (values
      ('Draft', 'draft', 'DRAFT', 1),
      ('Deprecated', 'deprecated', 'DEPRECATED', 2),
      ('Author', 'author', 'AUTHOR', 3),
      ('Created on', 'createdOn', 'CREATED_ON', 4)
    ) as f (name, system_name, data_type, place)
     left join lateral (select id from test_case_field_tab
                         where project_id = p.id and name = 'Properties' order by position limit 1) t on true`,
  // Unsaved changes to the previous list are now based on an older version.
  `update settings_version set version = version + 1 where list = 'test-case-fields'`,
]
