import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { createDemoProject } from '../../../../contract/projects/demo-project.ts'
import { createFileStore } from '../../../../server/files/store.ts'
import { openBlobs } from '../../../../server/files/open-blobs.ts'
import { ask, type TestApp } from '../../support/app.ts'
import type { TestUser } from '../../support/people.ts'

/** First ids of a source installation. No other number of its rows is as large, so that an id that an import has not replaced is found. */
export const FIRST_ID = 710_000_000

/** Makes all sequences begin at `FIRST_ID`. */
export const beginIdsHigh = async ({ db }: TestApp): Promise<void> => {
  await sql`
    select setval(format('%I', sequencename)::regclass, ${FIRST_ID} + row_number() over (order by sequencename) * 100000)
      from pg_sequences where schemaname = 'public' and sequencename not like 'workspace%'`.execute(db)
}

/** The demo project with rows in every table that an archive has. */
export const aFullProject = async (app: TestApp, owner: TestUser, others: readonly TestUser[]): Promise<number> => {
  const { id } = await ask(app, createDemoProject, { token: owner.token, body: { timeZone: 'Asia/Tokyo' } })
  const { db } = app
  const files = createFileStore(await openBlobs(app.config), db)
  const store = async (text: string, name: string): Promise<string> =>
    (await files.put(Readable.from([Buffer.from(text)]), name, 1000)).hash
  const hashes = { note: await store('a note', 'note.txt'), clip: await store('\u001aE\u07df clip', 'clip') }
  const [member, leaver] = others
  const one = (table: string) => sql`(select min(id) from ${sql.table(table)} where project_id = ${id})`
  const statements = [
    sql`insert into project_member (project_id, user_id, role) values (${id}, ${member?.id}, 'ENGINEER'), (${id}, ${leaver?.id}, 'MANAGER')`,
    sql`update project set logo_hash = ${hashes.note} where id = ${id}`,
    sql`insert into retention_policy (project_id, log_days, max_launch_bytes, keeps_milestones) values (${id}, 30, 5000000000, true) on conflict do nothing`,
    sql`insert into quality_gate (project_id, min_pass_rate) values (${id}, 90) on conflict do nothing`,
    sql`insert into flaky_settings values (${id}, 14, 1, 2, 2, 50, true, 7, 5, 10, now()) on conflict do nothing`,
    sql`delete from milestone where id in (select id from milestone where project_id = ${id} order by id desc limit 1)`,
    sql`insert into milestone (project_id, name) values (${id}, 'Archived release')`,
    sql`insert into result_status (project_id, name, color_hex, position) values (${id}, 'Gone', '#000000', 90)`,
    sql`delete from result_status where project_id = ${id} and name = 'Gone'`,
    sql`insert into requirement_system (project_id, name, key_prefix, address) values (${id}, 'Wiki', 'W-', 'https://wiki.test/{key}')`,
    sql`insert into environment (project_id, name, key) values (${id}, 'Archive', 'ARCHIVE')`,
    sql`insert into variable (project_id, environment_id, key, value) select ${id}, id, 'URL', 'https://shop.test' from environment where project_id = ${id} and key = 'ARCHIVE'`,
    sql`insert into variable (project_id, key, secret, encrypted_value) values (${id}, 'PASSWORD', true, 'x')`,
    sql`insert into requirement (project_id, key, title) values (${id}, 'REQ-900', 'Archive') on conflict do nothing`,
    sql`insert into test_case_requirement select ${one('requirement')}, ${one('test_case')} on conflict do nothing`,
    sql`insert into shared_steps (project_id, name, steps, created_by) values (${id}, 'Sign in', '[{"kind": "step", "id": "s1", "action": "Open", "expectedResult": "", "attachments": []}]', ${leaver?.id})`,
    sql`insert into test_case_field (project_id, type, name, system_name, data_type, position, value)
        values (${id}, 'CUSTOM', 'Reviewer', 'REVIEWER', 'USER', 90, jsonb_build_object('default', jsonb_build_object('kind', 'specificUser', 'userId', ${member?.id}::bigint))),
               (${id}, 'CUSTOM', 'Devices', 'DEVICES', 'MULTI_SELECT', 91,
                jsonb_build_object('hasDefault', false, 'options', jsonb_build_array(jsonb_build_object('id', nextval('test_case_field_option_id'), 'name', 'Phone', 'isDefault', false, 'relativePosition', 1))))`,
    sql`insert into attachment (project_id, file_hash, name, created_by) values (${id}, ${hashes.note}, 'note.txt', ${leaver?.id})`,
    sql`insert into suite (project_id, title, position, parent_id) values (${id}, 'Nested', 0.5, ${one('suite')})`,
    // A parent with a later id than its child.
    sql`update suite set parent_id = (select max(id) from suite where project_id = ${id}) where id = (select id from suite where project_id = ${id} order by id offset 1 limit 1)`,
    sql`insert into test_case_version (case_id, version, saved_by, saved_at, content)
        select c.id, 0, ${leaver?.id}, now(), jsonb_build_object('title', 'Before', 'testSuiteId', c.suite_id, 'draft', false, 'deprecated', false,
               'priority', jsonb_build_object('id', ${one('priority')}), 'automationState', null, 'description', '', 'preConditions', '', 'postConditions', '',
               'steps', c.steps, 'attachments', c.attachments, 'customFields', jsonb_build_object((select id from test_case_field where project_id = ${id} and system_name = 'REVIEWER'), ${member?.id}::bigint))
          from test_case c where c.id = ${one('test_case')}`,
    sql`update test_case set
          description = 'See ![](/api/files/attachments/' || (select id from attachment where project_id = ${id} limit 1) || '/note.txt)',
          attachments = (select jsonb_build_array(jsonb_build_object('id', id, 'name', name, 'contentType', 'text/plain', 'sizeBytes', 6)) from attachment where project_id = ${id} limit 1),
          steps = jsonb_build_array(jsonb_build_object('kind', 'shared', 'id', 'r1', 'sharedStepsId', ${one('shared_steps')})),
          field_values = jsonb_build_object(
            (select id from test_case_field where project_id = ${id} and system_name = 'REVIEWER'), ${leaver?.id}::bigint,
            (select id from test_case_field where project_id = ${id} and system_name = 'DEVICES'),
            (select jsonb_build_array(value->'options'->0->'id') from test_case_field where project_id = ${id} and system_name = 'DEVICES'))
        where id = ${one('test_case')}`,
    sql`insert into test_case_shared_steps values (${one('shared_steps')}, ${one('test_case')})`,
    sql`insert into attachment_use (attachment_id, case_id) select id, ${one('test_case')} from attachment where project_id = ${id}`,
    sql`insert into case_snapshot_attachment select ${one('case_snapshot')}, id from attachment where project_id = ${id}`,
    sql`update case_snapshot set shared_versions = jsonb_build_object(${one('shared_steps')}::text, 1),
          content = jsonb_set(content, '{steps}', jsonb_build_array(jsonb_build_object('kind', 'shared', 'id', 'r1', 'sharedStepsId', ${one('shared_steps')}, 'name', 'Sign in', 'steps', '[]'::jsonb)))
         where id = ${one('case_snapshot')}`,
    sql`insert into observation_file (id, project_id, name, content_type, size_bytes, received_bytes, file_hash, created_by)
        values (gen_random_uuid(), ${id}, 'clip.webm', 'video/webm', 8, 8, ${hashes.clip}, ${leaver?.id})`,
    sql`insert into test_run_result_file (result_id, file_id, position)
        select (select r.id from test_run_result r join test_run t on t.id = r.run_id where t.project_id = ${id} order by r.position limit 1), id, 0
          from observation_file where project_id = ${id} and name = 'clip.webm'`,
    sql`update test_run_result set test_id = (select min(id) from test where project_id = ${id}),
          steps = jsonb_build_array(jsonb_build_object('stepId', 's1', 'statusId', status_id, 'comment', 'ok'))
         where position = (select min(r.position) from test_run_result r join test_run t on t.id = r.run_id where t.project_id = ${id})`,
    sql`update test_run_case set assignee_id = ${leaver?.id} where run_id = ${one('test_run')}`,
    sql`insert into exploratory_stretch (session_id, stretch_id, user_id, elapsed_ms, is_running)
        select id, gen_random_uuid(), ${leaver?.id}, 1000, false from exploratory_session where project_id = ${id}`,
    sql`insert into test_attempt (test_id, attempt, status, started_at) select min(id), 9, 'FAILED', now() from test where project_id = ${id}`,
    sql`insert into test_steps (test_id, attempt, steps, step_count, omitted) select min(id), 9, '[{"title": "Open", "depth": 0, "status": "PASSED"}]', 1, 0 from test where project_id = ${id}`,
    sql`insert into test_session (launch_id, session_id, status, capabilities) select min(launch_id), 'abc', 'COMPLETED', '{"browserName": "chrome"}' from test where project_id = ${id}`,
    sql`insert into test_session_test select s.id, min(t.id) from test_session s join test t on t.launch_id = s.launch_id where t.project_id = ${id} group by s.id`,
    sql`insert into log_line (test_id, attempt, at, level, message) select min(id), 1, 1767225600000, 'INFO', E'line\\n"1"' from test where project_id = ${id}`,
    sql`insert into artifact (launch_id, test_id, kind, name, file_hash, at) select min(launch_id), min(id), 'file', 'note.txt', ${hashes.note}, 1767225600000 from test where project_id = ${id}`,
    sql`update launch set milestone = jsonb_build_object('id', ${one('milestone')}, 'name', 'Release'), ci = '{"ciType": "JENKINS", "envVariables": {"A": "1"}}', started_by = ${leaver?.id}, reviewed = true, reviewed_by = ${leaver?.id}, reviewed_at = now() where id = ${one('launch')}`,
    sql`update test set test_cases = '[{"tcmType": "ZEBRUNNER", "testCaseId": "SHOP-1", "resultStatus": null}]', maintainer_id = ${member?.id}, failure_tag_id = ${one('failure_tag')} where id = ${one('test')}`,
    sql`insert into failure_cause (project_id, key, tag_id, tagged_by, tagged_launch_id) values (${id}, 'cause', ${one('failure_tag')}, ${leaver?.id}, ${one('launch')})`,
    sql`insert into quarantined_test (project_id, identity, name, reason, quarantined_by, newest_test_id) values (${id}, 'identity', 'Pays', 'Flaky', ${member?.id}, ${one('test')})`,
    sql`insert into quarantine_release (project_id, identity, newest_test_id) values (${id}, 'identity', ${one('test')})`,
    sql`insert into saved_launch_filter (project_id, name, items, is_private, created_by) values (${id}, 'Failed', '[{"field": "status", "operator": "IS", "values": ["FAILED"]}]', false, ${member?.id})`,
    sql`insert into saved_launch_filter_favorite select id, ${member?.id} from saved_launch_filter where project_id = ${id}`,
    sql`insert into event (stream, sequence, type, payload, project_id, user_id, at)
        values ('archived', 1, 'settings/milestones', '{"area": "milestones", "changes": [{"kind": "added", "subject": "Release"}]}', ${id}, ${leaver?.id}, '2026-01-02T03:04:05Z')`,
  ]
  for (const statement of statements) await statement.execute(db)
  return id
}
