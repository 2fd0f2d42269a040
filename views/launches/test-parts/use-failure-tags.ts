import { useMemo } from 'react'
import { filter } from 'rxjs'
import { failureTagOf } from '../../../contract/launches/failure-tags.ts'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { getFailureTags, type StoredFailureTag } from '../../../contract/settings/failure-tags.ts'
import { useApplication, useMay, useProject, useResource } from '../../application/context.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'

export type FailureTagsById = ReadonlyMap<number, StoredFailureTag>

/** Still loading: components reserve space, so that nothing moves. */
export const TAGS_LOADING: FailureTagsById = new Map()

/** Whether a test shows a tag, or will once tags have loaded. */
export const showsTag = (test: LaunchTest, tags: FailureTagsById): boolean => {
  const assignment = failureTagOf(test)
  return assignment !== null && (tags === TAGS_LOADING || tags.has(assignment.tagId))
}

/** Failure tags of the open project by id, in order; none without permission (TAGS-02). */
export function useFailureTags(): FailureTagsById {
  const { key } = useProject()
  const canSee = useMay().has('reporting-stacktrace-labels-assign')
  const { send } = useApplication()
  const changes$ = useSettingsChanges(['failure-tags'])
  const { value } = useResource<readonly StoredFailureTag[]>(
    () =>
      canSee ? send(getFailureTags, { params: { projectKey: key } }).then(({ items }) => items) : Promise.resolve([]),
    { follow: () => changes$.pipe(filter(({ version }) => version !== null)) },
  )
  const isLoading = canSee && value === null
  return useMemo(
    () => (isLoading ? TAGS_LOADING : new Map((value ?? []).map((tag) => [tag.id, tag]))),
    [isLoading, value],
  )
}
