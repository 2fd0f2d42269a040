import { sql, type Kysely } from 'kysely'

/** Permissions of groups and two built-in fields of cases get the names that the specification gives them (GRPS-15, TREE-36). */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`
    update user_group set permissions = (
      select jsonb_agg(coalesce(names.value ->> permission, permission) order by position)
        from jsonb_array_elements_text(permissions) with ordinality given (permission, position),
             (select ${JSON.stringify(NAMES)}::jsonb as value) names)
     where permissions <> '[]'`.execute(db)
  await sql`update test_case_field set name = 'Pre-conditions' where system_name = 'preConditions'`.execute(db)
  await sql`update test_case_field set name = 'Post-conditions' where system_name = 'postConditions'`.execute(db)
}

const NAMES = {
  'iam:users:read': 'IAM_USERS_READ',
  'iam:users:update': 'IAM_USERS_UPDATE',
  'iam:groups:read': 'IAM_GROUPS_READ',
  'iam:groups:update': 'IAM_GROUPS_UPDATE',
  'iam:groups:delete': 'IAM_GROUPS_DELETE',
  'iam:sso-saml:configure': 'CONFIGURATION_SSO_SAML',
  'billing:manage': 'BILLING',
}
