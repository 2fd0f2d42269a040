import { z } from 'zod/mini'
import type { TrackedIssue } from '../../contract/launches/issues.ts'
import { isWebAddress } from '../../contract/links.ts'
import type { FieldValues } from '../../contract/workspace/integration-kinds.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { createSpeaker, severalAtOnce } from './speaker.ts'
import { NO_FIELDS, TrackerFailure, type Tracker } from './tracker.ts'

const Issue = z.object({
  iid: z.int(),
  title: z.string(),
  state: z.string(),
  web_url: z.string(),
  assignee: z.nullish(z.object({ name: z.string() })),
})

const AT_ONCE = 5
const PAGE = 100
const MAX_PAGES = 5
const KEY = /^([\w.-]+(?:\/[\w.-]+)+)#(\d{1,10})$/

export const gitLabTracker = (values: FieldValues, parts: { outgoing: Outgoing; signal: AbortSignal }): Tracker => {
  const gitlab = createSpeaker('GitLab', values, parts, { 'private-token': values.token ?? '' })
  const at = (project: string) => `/api/v4/projects/${encodeURIComponent(project)}`
  const issueOf = (project: string, issue: z.infer<typeof Issue>): TrackedIssue => ({
    key: `${project}#${issue.iid}`,
    title: issue.title.slice(0, 500),
    status: issue.state === 'closed' ? 'Closed' : 'Open',
    category: issue.state === 'closed' ? 'done' : 'todo',
    url: isWebAddress(issue.web_url) ? issue.web_url : `${gitlab.url}/${project}/-/issues/${issue.iid}`,
    assignee: issue.assignee?.name.slice(0, 100) ?? null,
  })
  /** Reads all issues of one project in one call. */
  const readOf = async ([project, numbers]: [string, string[]]) => {
    const search = new URLSearchParams({ per_page: String(PAGE) })
    for (const number of numbers) search.append('iids[]', number)
    try {
      const found = await gitlab.ask(`${at(project)}/issues?${search}`, z.array(Issue))
      return found.map((issue) => [`${project}#${issue.iid}`, issueOf(project, issue)] as const)
    } catch (error) {
      if (error instanceof TrackerFailure && error.kind === 'not-found') return []
      throw error
    }
  }
  return {
    key: 'gitlab',
    name: 'GitLab',
    markup: 'markdown',
    hasTypes: false,
    keyOf: (id) => {
      if (KEY.test(id)) return id
      if (!id.startsWith(`${gitlab.url}/`)) return null
      const [, project, number] =
        /^(.+?)\/-\/(?:issues|work_items)\/(\d+)\/?(?:[?#].*)?$/.exec(id.slice(gitlab.url.length + 1)) ?? []
      const key = `${project}#${number}`
      return KEY.test(key) ? key : null
    },
    linkOf: ({ url }) => url,
    issues: async (keys) => {
      const byProject = new Map<string, string[]>()
      for (const key of keys) {
        const [, project = '', number = ''] = KEY.exec(key) ?? []
        if (project !== '') byProject.set(project, [...(byProject.get(project) ?? []), number])
      }
      return new Map((await severalAtOnce([...byProject], AT_ONCE, readOf)).flat())
    },
    search: async (text, target, max) => {
      const search = new URLSearchParams({ search: text, in: 'title', order_by: 'created_at', per_page: String(max) })
      const found = await gitlab.ask(`${at(target)}/issues?${search}`, z.array(Issue))
      return found.map((issue) => issueOf(target, issue))
    },
    targets: async () => {
      const Projects = z.array(z.object({ path_with_namespace: z.string() }))
      const found: { key: string; name: string }[] = []
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const query = `membership=true&simple=true&archived=false&with_issues_enabled=true&order_by=last_activity_at&per_page=${PAGE}&page=${page}`
        const some = await gitlab.ask(`/api/v4/projects?${query}`, Projects)
        found.push(...some.map(({ path_with_namespace: path }) => ({ key: path, name: path })))
        if (some.length < PAGE) break
      }
      return found
    },
    types: () => Promise.resolve([]),
    requiredFields: () => Promise.resolve(NO_FIELDS),
    people: null,
    create: async ({ target, title, description }) =>
      issueOf(target, await gitlab.post(`${at(target)}/issues`, Issue, { title, description })),
    attach: null,
    upload: async (target, file) =>
      (
        await gitlab.sendFile(
          `${at(target)}/uploads`,
          z.object({ markdown: z.string().check(z.maxLength(1000)) }),
          file,
        )
      ).markdown,
  }
}
