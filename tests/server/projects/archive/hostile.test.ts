import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemoProject } from '../../../../contract/projects/demo-project.ts'
import { exportProject, importProject } from '../../../../contract/projects/archives.ts'
import { deleteProject, listProjects } from '../../../../contract/projects/projects.ts'
import { ADDING_MIGRATIONS, MIGRATIONS } from '../../../../server/db/migrate.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../../support/people.ts'
import { archiveOf, exported, imported, partsOf, problemOf, withContents, type Part } from './archives.ts'

let app: TestApp
let owner: TestUser
let archive: Buffer
let parts: Part[]
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await ask(app, createDemoProject, { token: owner.token, body: { timeZone: 'UTC' } })
  archive = await exported(app, owner, 'SHOP')
  parts = await partsOf(archive)
})
afterAll(() => app.close())

const projectKeys = async () => (await ask(app, listProjects, { token: owner.token })).items.map(({ key }) => key)

const changed = (entry: RegExp, change: (text: string) => string): Part[] => withContents(parts, entry, change)
/** Changes a column of the first row of a table. */
const withValue = (table: string, column: string, value: string | null): Part[] => {
  const manifest = JSON.parse(parts[0]?.content.toString() ?? '') as { tables: { name: string; columns: string[] }[] }
  const index = manifest.tables.find(({ name }) => name === table)?.columns.indexOf(column) ?? -1
  return changed(new RegExp(`^tables/${table}/000001`), (text) => {
    const [first = '', ...rest] = text.split('\n')
    const row = JSON.parse(first) as (string | null)[]
    row[index] = value
    return [JSON.stringify(row), ...rest].join('\n')
  })
}
const withManifest = (change: (manifest: Record<string, unknown>) => object): Part[] =>
  changed(/^manifest/, (text) => JSON.stringify(change(JSON.parse(text) as Record<string, unknown>)))

/** Changes the columns of test suites, and which migrations there were. */
const withColumns = (migrations: readonly string[], change: (columns: string[]) => string[]): Part[] =>
  withManifest(({ tables, ...manifest }) => ({
    ...manifest,
    migrations,
    tables: (tables as { name: string; columns: string[] }[]).map(({ name, columns }) => ({
      name,
      columns: name === 'suite' ? change(columns) : columns,
    })),
  }))
/** Migrations of the oldest version whose archives are imported. */
const LAST_STOPPING = MIGRATIONS.filter((name) => !ADDING_MIGRATIONS.includes(name))

const REJECTED: Record<string, [make: () => Part[], problem: RegExp]> = {
  'a backup of an installation': [
    () => withManifest(({ project: _, ...manifest }) => manifest),
    /^The file is a backup of an installation\./,
  ],
  'an archive of a newer version': [
    () => withManifest((manifest) => ({ ...manifest, migrations: [...(manifest['migrations'] as []), '9999-new'] })),
    /^A newer version of Assay \(0\.0\.0-test\) has written this archive/,
  ],
  'an archive of a version that a migration has done more to than to add': [
    () => withManifest((manifest) => ({ ...manifest, migrations: LAST_STOPPING.slice(0, -1) })),
    /^An older version of Assay \(0\.0\.0-test\) has written this archive/,
  ],
  'an archive of an older version with a column that no version has': [
    () => withColumns(LAST_STOPPING, (columns) => [...columns, 'evil']),
    /has other tables/,
  ],
  'an archive of an older version with a column twice': [
    () => withColumns(LAST_STOPPING, ([first = '', ...rest]) => [first, ...rest.slice(0, -1), first]),
    /has other tables/,
  ],
  'an archive of an older version without a column that has no default': [
    () => withColumns(LAST_STOPPING, (columns) => columns.filter((name) => name !== 'title')),
    /has other tables/,
  ],
  'an archive of an older version with an unknown table': [
    () =>
      withManifest(({ tables, ...manifest }) => ({
        ...manifest,
        migrations: LAST_STOPPING,
        tables: [...(tables as []), { name: 'access_token', columns: ['id'] }],
      })),
    /has other tables/,
  ],
  'an archive of this version without a column that has a default': [
    () => withColumns(MIGRATIONS, (columns) => columns.filter((name) => name !== 'deleted_at')),
    /has other tables/,
  ],
  'other columns': [
    () => withManifest((manifest) => ({ ...manifest, tables: (manifest['tables'] as []).slice(1) })),
    /has other tables/,
  ],
  'no end': [() => parts.slice(0, -1), /is incomplete: its end is missing/],
  'a changed row': [
    () =>
      parts.map((part) =>
        part.header.name.startsWith('tables/suite/') ? { ...part, content: Buffer.from('[]\n') } : part,
      ),
    /does not have the checksum/,
  ],
  'a line that is no row': [
    () => changed(/^tables\/suite\//, (text) => text.replace('[', '{')),
    /suite has a line that is no row/,
  ],
  'a changed file': [
    () => parts.map((part) => (part.header.name.startsWith('files/') ? { ...part, content: Buffer.from('x') } : part)),
    /has another content/,
  ],
  'a path that leaves the folder': [
    () => [...parts.slice(0, -1), { header: { name: '../../evil' }, content: Buffer.from('x') }, ...parts.slice(-1)],
    /has an unknown entry/,
  ],
  'a text instead of a number': [
    () => withValue('test_case', 'number', 'one'),
    /test_case has a wrong value of number/,
  ],
  'a number that is too large': [() => withValue('test_case', 'number', '9999999999'), /damaged or incomplete/],
  'an infinite time': [() => withValue('launch', 'started_at', 'infinity'), /launch has a wrong value of started_at/],
  'an unknown status': [() => withValue('launch', 'status', 'EXPLODED'), /launch has a wrong value of status/],
  'JSON of another shape': [() => withValue('test_case', 'steps', '{"a": 1}'), /test_case has a wrong value of steps/],
  'a link that runs as script': [
    () => withValue('test', 'refs', '[{"name": "x", "value": "javascript:alert(1)"}]'),
    /test has a wrong value of refs/,
  ],
  'a row of another project': [
    () => withValue('test_case', 'suite_id', '999999'),
    /refers to a row of suite that it does not have/,
  ],
  'a user that is not in it': [() => withValue('test_case', 'created_by', '999999'), /refers to a user/],
  'a file that is not in it': [
    () => withValue('observation_file', 'file_hash', 'a'.repeat(64)),
    /the file a{64} is missing/,
  ],
  'no settings': [() => withValue('result_status', 'is_untested', 'false'), /lacks settings that every project has/],
}

test.each(Object.entries(REJECTED))('rejects %s with the reason, and leaves no project', async (_, [make, problem]) => {
  const answer = await imported(app, owner, await archiveOf(make()), { key: 'COPY' })
  expect(answer.status).toBe(200)
  expect(answer.lines.at(-1)?.problem).toMatchObject({
    message: expect.stringMatching(problem) as unknown,
    errors: [{ field: 'archive' }],
  })
  expect(await projectKeys()).toEqual(['SHOP'])
})

test('rejects a file that is no archive, a truncated one, and one that is too large after decompression', async () => {
  const bomb = await archiveOf([
    ...parts.slice(0, 1),
    { header: { name: `files/aa/${'a'.repeat(64)}` }, content: Buffer.alloc(200 * 1024 ** 2) },
  ])
  for (const [file, problem] of [
    [Buffer.from('text'), /not an archive of Assay/],
    [Buffer.alloc(0), /./],
    [archive.subarray(0, archive.length / 2), /incomplete/],
    [bomb, /too large after decompression/],
  ] as const)
    expect(problemOf(await imported(app, owner, file, { key: 'COPY' }))).toMatch(problem)
  expect(await projectKeys()).toEqual(['SHOP'])
})

test('a key that is taken is an error at the key, whether it is of the request or of the archive', async () => {
  const errors = [{ field: 'key', message: 'The key SHOP is taken' }]
  const requested = await imported(app, owner, archive, { key: 'SHOP' })
  expect([requested.status, requested.lines[0]]).toMatchObject([409, { errors }])
  expect((await imported(app, owner, archive)).lines.at(-1)?.problem).toMatchObject({ errors })
})

test('of two imports under one key, one creates the project and the other gets the error at the key', async () => {
  const answers = await Promise.all(
    [owner, await aUser(app)].map((user) => imported(app, user, archive, { key: 'TWIN' })),
  )
  const ends = answers.map(({ lines }) => lines.at(-1))
  expect(ends.filter((end) => end?.outcome !== undefined)).toHaveLength(1)
  expect(ends.map((end) => end?.problem?.errors).filter((errors) => errors !== undefined)).toEqual([
    [{ field: 'key', message: 'The key TWIN is taken' }],
  ])
  await ask(app, deleteProject, { token: owner.token, params: { projectKey: 'TWIN' } })
})

test('an import goes on after its sender has disconnected', async () => {
  const sender = new AbortController()
  const response = await fetch(`${app.url}${importProject.path}?key=ALONE`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(archive),
    signal: sender.signal,
  })
  await response.body?.getReader().read()
  sender.abort()
  await expect.poll(projectKeys, { timeout: 30_000 }).toContain('ALONE')
  await ask(app, deleteProject, { token: owner.token, params: { projectKey: 'ALONE' } })
})

test('wrong fields and other bodies are rejected before an archive is read', async () => {
  const wrong = await imported(app, owner, archive, { key: '1' })
  expect([wrong.status, wrong.lines[0]]).toMatchObject([400, { errors: [{ field: 'key' }] }])
  expect((await refusalOf(app, importProject, { token: owner.token })).errors).toMatchObject([{ field: 'archive' }])
})

test('the limit of projects holds for imports', async () => {
  await app.db.updateTable('workspace').set({ projects_limit: 1 }).execute()
  expect(problemOf(await imported(app, owner, archive, { key: 'COPY' }))).toMatch(/as many projects as it may/)
  await app.db.updateTable('workspace').set({ projects_limit: null }).execute()
})

test('only administrators export, also by the cookie of files, and no archive stays on the disk', async () => {
  const guest = await aUser(app)
  for (const token of [guest.token, undefined])
    expect(
      (await send(app, exportProject.path.replace(':projectKey', 'SHOP'), { ...(token && { token }) })).status,
    ).toBe(token ? 404 : 401)
  expect(readdirSync(path.join(app.config.DATA_DIR, 'files', 'incoming'))).toEqual([])
})
