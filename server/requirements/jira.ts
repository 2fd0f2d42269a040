import { z } from 'zod/mini'
import type { FoundRequirement } from '../../contract/requirements/requirements.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { FieldValues } from '../../contract/workspace/integration-kinds.ts'
import { OutgoingFailure, type Outgoing } from '../outgoing/outgoing.ts'
import {
  basic,
  bearer,
  CheckFailure,
  createSystem,
  readAnswer,
  type System,
} from '../workspace/integrations/check/system.ts'
import { SourceFailure, type Source } from './source.ts'

const Issue = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(LIMITS.requirementMost)),
  fields: z.object({ summary: z.string(), status: z.nullish(z.object({ name: z.string() })) }),
})
const Issues = z.object({ issues: z.array(Issue) })

const ISSUE_KEY = /^[A-Za-z][A-Za-z0-9_]{0,50}-\d{1,10}$/

/** Issues that one call reads. */
const KEYS_AT_ONCE = 100

/** Jira Cloud, or Jira Server and Data Center, by the integration's fields. */
export const jiraSource = (values: FieldValues, outgoing: Outgoing, signal: AbortSignal): Source => {
  const system = createSystem('Jira', values, outgoing, signal)
  const issueOf = ({ key, fields }: z.infer<typeof Issue>): FoundRequirement => ({
    key,
    title: fields.summary.slice(0, LIMITS.requirementTitle),
    source: 'jira',
    status: fields.status?.name.slice(0, 100) ?? null,
    url: `${system.address('url')}/browse/${encodeURIComponent(key)}`,
  })
  const query = async (jql: string, most: number): Promise<FoundRequirement[]> => {
    const search = new URLSearchParams({ jql, fields: 'summary,status', maxResults: String(most) })
    const { path, headers } = searchOf(system)
    const answer = await system.ask(`${system.address('url')}${path}?${search}`, { headers })
    // Jira refuses a query that names an issue it does not know.
    if (answer.status === 400) return []
    return readAnswer(system, answer, Issues).issues.map(issueOf)
  }
  const read = async (keys: readonly string[]) => {
    const known = keys.filter((key) => ISSUE_KEY.test(key))
    const found: FoundRequirement[] = []
    for (let from = 0; from < known.length; from += KEYS_AT_ONCE) {
      const some = known.slice(from, from + KEYS_AT_ONCE)
      const all = await query(`key in (${some.map(quoted).join(', ')})`, KEYS_AT_ONCE)
      // One unknown key makes Jira refuse all of them.
      if (all.length > 0 || some.length === 1) found.push(...all)
      else for (const key of some) found.push(...(await query(`key = ${quoted(key)}`, 1)))
    }
    return found
  }
  return {
    search: (q, most) =>
      explained(async () => {
        const exact = ISSUE_KEY.test(q) ? await read([q]) : []
        const words = q.replaceAll(/[^\p{L}\p{N}\s]/gu, ' ').trim()
        const condition = words === '' ? '' : `summary ~ ${quoted(`${words}*`)} `
        const others = exact.length > 0 ? [] : await query(`${condition}order by updated desc`, most)
        return [...exact, ...others].slice(0, most)
      }),
    read: (keys) => explained(() => read(keys)),
  }
}

const searchOf = (system: System) =>
  system.value('deployment') === 'server'
    ? { path: '/rest/api/2/search', headers: bearer(system.value('token')) }
    : { path: '/rest/api/3/search/jql', headers: basic(system.value('email'), system.value('token')) }

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`

const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CheckFailure) throw new SourceFailure(error.message, { cause: error })
    if (error instanceof OutgoingFailure) throw new SourceFailure('Jira does not answer', { cause: error })
    throw error
  }
}
