import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { fromPromise, type ActorRefFrom } from 'xstate'
import { failureTagOf, feedbackFor } from '../../../contract/launches/failure-tags.ts'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { tagAssignment, type WantedTag } from '../../../machines/launches/tag-assignment.machine.ts'
import {
  tagOutcomeOf,
  tagOutcomeWords,
  tagResultOf,
  type TagOutcome,
  type TagResult,
} from '../../../machines/launches/tag-outcome.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { createFailuresService, type FailuresService } from '../../../services/launches/failures.ts'
import { useProject } from '../../boot/context.tsx'
import { serviceOf } from '../../boot/service-of.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { toast } from '../../ui/toasts.ts'

export const useFailures = serviceOf(({ send }) => createFailuresService(send))

export type TagAssignmentRef = ActorRefFrom<typeof tagAssignment>

/** Concurrent calls: a bulk action must not block the rest of the page. */
const AT_ONCE = 6

/** Assigns failure tags and reports the outcome in a toast. `onSettled` must be stable. */
export function useTagAssignment(onSettled: () => void): TagAssignmentRef {
  const { key } = useProject()
  const failures = useFailures()
  const [machine] = useState(() =>
    tagAssignment.provide({
      actors: {
        assignTags: fromPromise<TagOutcome, WantedTag>(({ input }) => assignAll(failures, key, input)),
      },
    }),
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'tags/assigned': ({ outcome }) => {
      const { isError, words } = tagOutcomeWords(outcome)
      if (isError) toast.error(words)
      else toast.success(words)
      onSettled()
    },
    'tags/refused': ({ error }) => toast.error(messageOf(error)),
  })
  return actor
}

const assignAll = async (
  failures: FailuresService,
  projectKey: string,
  { tests, tagId }: WantedTag,
): Promise<TagOutcome> => {
  const results: TagResult[] = []
  const waiting = [...tests]
  const work = async () => {
    for (let test = waiting.shift(); test !== undefined; test = waiting.shift())
      results.push(await assignOne(failures, projectKey, test, tagId))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tagOutcomeOf(results)
}

const assignOne = async (
  failures: FailuresService,
  projectKey: string,
  test: LaunchTest,
  tagId: number,
): Promise<TagResult> => {
  const assignment = failureTagOf(test)
  if (assignment === null) return 'ignored'
  const params = { projectKey, launchId: test.launchId, testId: test.id }
  try {
    await failures.assignTag(params, tagId, assignment.tagId, feedbackFor(assignment, tagId))
    await failures.assignments(params)
    return 'assigned'
  } catch (error) {
    return tagResultOf(error)
  }
}
