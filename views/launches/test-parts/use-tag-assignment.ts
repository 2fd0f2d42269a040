import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { fromPromise, type ActorRefFrom } from 'xstate'
import {
  assignFailureTag,
  failureTagOf,
  feedbackFor,
  listFailureTagAssignments,
} from '../../../contract/launches/failure-tags.ts'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { tagAssignment, type WantedTag } from '../../../machines/launches/tag-assignment.machine.ts'
import {
  tagOutcomeOf,
  tagOutcomeText,
  tagResultOf,
  type TagOutcome,
  type TagResult,
} from '../../../machines/launches/tag-outcome.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { toast } from '../../ui/toasts/toasts.ts'

export type TagAssignmentRef = ActorRefFrom<typeof tagAssignment>

/** Concurrent calls: a bulk action must not block the rest of the page. */
const AT_ONCE = 6

/** Assigns failure tags and reports the outcome in a toast. `onSettled` must be stable. */
export function useTagAssignment(onSettled: () => void): TagAssignmentRef {
  const { key } = useProject()
  const { send } = useApplication()
  const [machine] = useState(() =>
    tagAssignment.provide({
      actors: {
        assignTags: fromPromise<TagOutcome, WantedTag>(({ input }) => assignAll(send, key, input)),
      },
    }),
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'tags/assigned': ({ outcome }) => {
      const { isError, words } = tagOutcomeText(outcome)
      if (isError) toast.error(words)
      else toast.success(words)
      onSettled()
    },
    'tags/refused': ({ error }) => toast.error(messageOf(error)),
  })
  return actor
}

const assignAll = async (send: Send, projectKey: string, { tests, tagId }: WantedTag): Promise<TagOutcome> => {
  const results: TagResult[] = []
  const waiting = [...tests]
  const work = async () => {
    for (let test = waiting.shift(); test !== undefined; test = waiting.shift())
      results.push(await assignOne(send, projectKey, test, tagId))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tagOutcomeOf(results)
}

const assignOne = async (send: Send, projectKey: string, test: LaunchTest, tagId: number): Promise<TagResult> => {
  const assignment = failureTagOf(test)
  if (assignment === null) return 'ignored'
  const params = { projectKey, launchId: test.launchId, testId: test.id }
  try {
    const feedback = feedbackFor(assignment, tagId)
    await send(assignFailureTag, {
      params,
      body: {
        newTagId: tagId,
        expectedTagId: assignment.tagId,
        ...(feedback === null ? {} : { precedingMlAssignmentFeedback: feedback }),
      },
    })
    await send(listFailureTagAssignments, { params })
    return 'assigned'
  } catch (error) {
    return tagResultOf(error)
  }
}
