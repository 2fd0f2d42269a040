import type { FoundRequirement } from '../../contract/requirements/requirements.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { TrackedIssue } from '../../contract/launches/issues.ts'
import type { FieldValues } from '../../contract/workspace/integration-kinds.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { JIRA_KEY, jiraTracker, TrackerFailure } from '../trackers/trackers.ts'
import { SourceFailure, type Source } from './source.ts'

/** Returns Jira's issues as requirements. */
export const jiraSource = (values: FieldValues, outgoing: Outgoing, signal: AbortSignal): Source => {
  const jira = jiraTracker(values, { outgoing, signal })
  const read = async (keys: readonly string[]) => [...(await jira.issues(keys)).values()].map(requirementOf)
  return {
    search: (q, max) =>
      explained(async () => {
        const exact = JIRA_KEY.test(q) ? await read([q]) : []
        const others = exact.length > 0 ? [] : (await jira.find(q, max)).map(requirementOf)
        return [...exact, ...others].slice(0, max)
      }),
    read: (keys) => explained(() => read(keys)),
  }
}

const requirementOf = ({ key, title, status, url }: TrackedIssue): FoundRequirement => ({
  key,
  title: title.slice(0, LIMITS.requirementTitle),
  source: 'jira',
  status: status === '' ? null : status,
  url,
})

const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TrackerFailure) throw new SourceFailure(error.message, { cause: error })
    throw error
  }
}
