import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { detectCi } from '../../../contract/launches/ci-servers.ts'
import { REPORTING_AGENTS } from '../../../views/launches/setup/reporting-agents.ts'
import { GUIDES } from '../../../views/launches/setup/guides.ts'

const plugin = path.join(import.meta.dirname, '../../../packages/reporter-pytest')
const settings = readFileSync(path.join(plugin, 'assay_pytest/settings.py'), 'utf8')
const textBetween = (start: string, end: string): string => settings.split(start)[1]?.split(end)[0] ?? ''
const servers = [...textBetween('CI_SERVERS = [', '\n]').matchAll(/\("(\w+)", "(\w+)", \[(.*)\]\)/g)]

/** Variables that the detection reads of the server with this marker, in order. */
const readBy = (marker: string): string[] => {
  const read: string[] = []
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name: string) => {
        read.push(name)
        return name === marker ? 'true' : undefined
      },
    },
  )
  detectCi(env)
  return read.slice(read.indexOf(marker))
}

test('the plugin of pytest sends the variables of CI servers that the server reads, and no others', () => {
  const sent = textBetween('CI_VARIABLES = """', '"""').trim().split(/\s+/)
  const identifying = servers.map(([, , number = '', names = '']) => [number, ...(names.match(/\w+/g) ?? [])])
  const known = [...sent, ...identifying.flat()]
  const wrong = servers.flatMap(([, marker = ''], index) => {
    const read = readBy(marker)
    const unsent = read.filter((name) => !known.includes(name) && !IDENTIFY_JOBS.test(name))
    return [...unsent, ...(identifying[index] ?? []).filter((name) => !read.includes(name))]
  })
  expect([servers.length, wrong]).toEqual([10, []])
})

/** Read to tell jobs and their attempts apart, of which origins have nothing. */
const IDENTIFY_JOBS =
  /^(?:GITHUB_RUN_ATTEMPT|RUNNER_NAME|CI_JOB_ID|SYSTEM_JOBID|SYSTEM_JOBATTEMPT|CIRCLE_NODE_INDEX|BUILDKITE_JOB_ID|BITBUCKET_STEP_UUID|BITBUCKET_STEP_RUN_NUMBER|TRAVIS_JOB_WEB_URL|TRAVIS_JOB_ID|bamboo_buildResultKey|BUILD_TAG|STAGE_NAME|EXECUTOR_NUMBER)$/

test('guides install the wheel by its name, which has the version', () => {
  const version = /^version = "(.+)"$/m.exec(readFileSync(path.join(plugin, 'pyproject.toml'), 'utf8'))?.[1]
  const line = `pip install {{address}}/assay_pytest-${version}-py3-none-any.whl`
  expect(REPORTING_AGENTS.find(({ id }) => id === 'pytest')?.install).toBe(line)
  const guide = GUIDES.find(({ id }) => id === 'assay-pytest')
  expect(JSON.stringify(guide?.steps)).toContain(line)
  const readme = readFileSync(path.join(plugin, '../../README.md'), 'utf8')
  expect(readme).toContain(line.replace('{{address}}', '$ASSAY_URL'))
})
