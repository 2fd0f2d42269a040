/** Jira Cloud, or Jira Server and Data Center, depending on the integration's settings. */
import { z } from 'zod/mini'
import type { TrackedIssue, TrackerUser } from '../../contract/launches/issues.ts'
import type { FieldValues } from '../../contract/workspace/integration-kinds.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { basic, bearer } from '../integrations/integrations.ts'
import { adfOf } from './adf.ts'
import { JiraFields, jiraValues, requiredOf, shownFields } from './jira-fields.ts'
import { createSpeaker } from './speaker.ts'
import { TrackerFailure, type Tracker } from './tracker.ts'

const Issue = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(100)),
  fields: z.object({
    summary: z.string(),
    status: z.nullish(
      z.object({ name: z.string(), statusCategory: z.nullish(z.object({ key: z.nullish(z.string()) })) }),
    ),
    assignee: z.nullish(z.object({ displayName: z.nullish(z.string()) })),
  }),
})
const Issues = z.object({ issues: z.array(Issue) })
const Projects = z.array(z.object({ key: z.string(), name: z.string() }))
const Types = z.object({
  issueTypes: z.nullish(z.array(z.object({ id: z.string(), name: z.string(), subtask: z.nullish(z.boolean()) }))),
  values: z.nullish(z.array(z.object({ id: z.string(), name: z.string(), subtask: z.nullish(z.boolean()) }))),
})

const AssignableUser = z.object({
  accountId: z.nullish(z.string()),
  name: z.nullish(z.string()),
  displayName: z.nullish(z.string()),
  active: z.nullish(z.boolean()),
})

export const JIRA_KEY = /^[A-Za-z][A-Za-z0-9_]{0,50}-\d{1,10}$/

/** Issues read per call. */
const KEYS_AT_ONCE = 100

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`
const searchText = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\s]/gu, ' ').trim()

export interface JiraTracker extends Tracker {
  /** Resolves with issues whose summary contains these words, newest first; with all for no words. */
  find(words: string, max: number): Promise<TrackedIssue[]>
}

export const jiraTracker = (values: FieldValues, parts: { outgoing: Outgoing; signal: AbortSignal }): JiraTracker => {
  const isServer = values.deployment === 'server'
  const token = values.token ?? ''
  const jira = createSpeaker('Jira', values, parts, isServer ? bearer(token) : basic(values.email ?? '', token))
  const api = isServer ? '/rest/api/2' : '/rest/api/3'
  const browse = `${jira.url}/browse/`
  const issueOf = ({ key, fields: { summary, status, assignee } }: z.infer<typeof Issue>): TrackedIssue => ({
    key,
    title: summary.slice(0, 500),
    status: status?.name.slice(0, 100) ?? '',
    category: CATEGORIES[status?.statusCategory?.key ?? ''] ?? 'todo',
    url: browse + encodeURIComponent(key),
    assignee: assignee?.displayName?.slice(0, 100) ?? null,
  })
  const query = async (jql: string, max: number): Promise<TrackedIssue[]> => {
    const search = new URLSearchParams({ jql, fields: 'summary,status,assignee', maxResults: String(max) })
    try {
      const { issues } = await jira.ask(`${api}/search${isServer ? '' : '/jql'}?${search}`, Issues)
      return issues.map(issueOf)
    } catch (error) {
      // Jira rejects a query that contains an unknown issue.
      if (error instanceof TrackerFailure && error.kind === 'refused') return []
      throw error
    }
  }
  const issues = async (keys: readonly string[]) => {
    const known = keys.filter((key) => JIRA_KEY.test(key))
    const found: TrackedIssue[] = []
    for (let from = 0; from < known.length; from += KEYS_AT_ONCE) {
      const some = known.slice(from, from + KEYS_AT_ONCE)
      const all = await query(`key in (${some.map(quoted).join(', ')})`, KEYS_AT_ONCE)
      // Jira rejects all keys when one is unknown: read them one by one.
      if (all.length > 0 || some.length === 1) found.push(...all)
      else for (const key of some) found.push(...(await query(`key = ${quoted(key)}`, 1)))
    }
    const byKey = new Map(found.map((issue) => [issue.key.toUpperCase(), issue]))
    return new Map(
      keys.flatMap((key) => {
        const issue = byKey.get(key.toUpperCase())
        return issue === undefined ? [] : [[key, issue] as const]
      }),
    )
  }
  const required = async (target: string, type: string) => {
    const path = `${api}/issue/createmeta/${encodeURIComponent(target)}/issuetypes/${encodeURIComponent(type)}?maxResults=200`
    try {
      return requiredOf(await jira.ask(path, JiraFields))
    } catch (error) {
      // When Jira does not list required fields, it reports missing ones when the issue is created.
      if (error instanceof TrackerFailure && error.kind === 'not-found') return []
      throw error
    }
  }
  const find = (words: string, max: number, within = ''): Promise<TrackedIssue[]> => {
    const spoken = searchText(words)
    const conditions = [
      ...(within === '' ? [] : [`project = ${quoted(within)}`]),
      ...(spoken === '' ? [] : [`summary ~ ${quoted(`${spoken}*`)}`]),
    ]
    return query(`${conditions.join(' and ')} order by ${within === '' ? 'updated' : 'created'} desc`.trim(), max)
  }
  return {
    key: 'jira',
    name: 'Jira',
    markup: isServer ? 'wiki' : 'markdown',
    hasTypes: true,
    keyOf: (id) => {
      const key = id.startsWith(browse) ? (id.slice(browse.length).split(/[?#]/, 1)[0] ?? '') : id
      return JIRA_KEY.test(key) ? key : null
    },
    linkOf: ({ key }) => key,
    issues,
    find,
    search: (text, target, max) => find(text, max, target),
    targets: async () =>
      isServer
        ? (await jira.ask(`${api}/project`, Projects)).map(({ key, name }) => ({ key, name: `${name} (${key})` }))
        : (
            await jira.ask(`${api}/project/search?maxResults=100&action=create`, z.object({ values: Projects }))
          ).values.map(({ key, name }) => ({ key, name: `${name} (${key})` })),
    types: async (target) => {
      const path = `${api}/issue/createmeta/${encodeURIComponent(target)}/issuetypes?maxResults=100`
      const { issueTypes, values: listed } = await jira.ask(path, Types)
      return (issueTypes ?? listed ?? []).flatMap(({ id, name, subtask }) => (subtask === true ? [] : [{ id, name }]))
    },
    requiredFields: async (target, type) => shownFields(await required(target, type)),
    people: async (target, words, max) => {
      const search = new URLSearchParams({ project: target, maxResults: String(max + 1) })
      // Jira Server only searches by user name.
      if (words !== '') search.set(isServer ? 'username' : 'query', words)
      const found = await jira.ask(`${api}/user/assignable/search?${search}`, z.array(AssignableUser))
      const items = found.flatMap((one) => userOf(one, isServer)).slice(0, max)
      return { items, hasMore: found.length > max }
    },
    create: async ({ target, type, title, description, fields }) => {
      const { key } = await jira.post(`${api}/issue`, z.object({ key: z.string().check(z.regex(JIRA_KEY)) }), {
        fields: {
          project: { key: target },
          issuetype: { id: type },
          summary: title,
          description: isServer ? description : adfOf(description),
          ...(Object.keys(fields).length === 0 ? {} : jiraValues(await required(target, type), fields, isServer)),
        },
      })
      return { key, title, status: '', category: 'todo', url: browse + key, assignee: null }
    },
    attach: async (key, file) => {
      const path = `${api}/issue/${encodeURIComponent(key)}/attachments`
      await jira.sendFile(path, z.array(z.unknown()), file, { 'x-atlassian-token': 'no-check' })
    },
    upload: null,
  }
}

/** Empty for an inactive account, and for one without an id. */
const userOf = (
  { accountId, name, displayName, active }: z.infer<typeof AssignableUser>,
  isServer: boolean,
): TrackerUser[] => {
  const id = isServer ? name : accountId
  if (id == null || id === '' || id.length > 255 || active === false) return []
  return [{ id, name: (displayName ?? id).slice(0, 200), username: isServer ? id : null }]
}

const CATEGORIES: Record<string, TrackedIssue['category']> = { new: 'todo', indeterminate: 'in-progress', done: 'done' }
