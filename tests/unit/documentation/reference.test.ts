import { expect, test } from 'vitest'
import { PERMISSIONS, PROJECT_ACTIONS } from '../../../contract/access.ts'
import { CALLS } from '../../../contract/call.ts'
import { compareText } from '../../../contract/text-matching.ts'
import { PERMISSION_SECTIONS } from '../../../contract/workspace/permission-labels.ts'
import { referencePages } from '../../../scripts/reference.ts'
import { serverSettings } from '../../../server/config.ts'
import { workerSettings } from '../../../server/worker-config.ts'

const pages = await referencePages()
const calls = [...CALLS]

test('the reference lists every call of the contract, with who may make it', () => {
  const rows = Object.entries(pages)
    .filter(([file]) => file.startsWith('api-'))
    .flatMap(([, page]) => page.split('\n').filter((line) => line.startsWith('| `')))
  expect(calls.length).toBeGreaterThan(200)
  const listed = rows.flatMap((row) => row.split('`')[1] ?? [])
  const defined = calls.map(({ method, path }) => `${method} ${path}`)
  expect(listed.toSorted(compareText)).toEqual(defined.toSorted(compareText))
  expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([])
})

test('the reference lists every setting of the server and of workers with its purpose', () => {
  for (const { name, about } of serverSettings()) expect(pages['settings.md']).toContain(`| \`${name}\` | ${about} |`)
  for (const { name } of workerSettings())
    expect(pages['settings.md']).toContain(`\`${name.replace(/^LAUNCHER_.*/, 'LAUNCHER_…')}\``)
})

test('the reference lists what each role permits, and every permission of groups', () => {
  const rows = pages['permissions.md']?.split('\n') ?? []
  expect(rows.filter((row) => /\| (?:yes|) \|$/.test(row))).toHaveLength(Object.keys(PROJECT_ACTIONS).length)
  expect(rows).toContain('| Delete the project | yes |  |  |  |')
  const labels = PERMISSION_SECTIONS.flatMap(({ permissions }) => permissions.map(({ label }) => `- ${label}`))
  expect(labels.length).toBeGreaterThan(PERMISSIONS.length)
  expect(rows).toEqual(expect.arrayContaining(labels))
})
