import { assign, emit, setup } from 'xstate'
import { canTag, failureTagOf } from '../../contract/launches/failure-tags.ts'
import type { LaunchTest } from '../../contract/launches/launch-tests.ts'
import type { TagOutcome } from './tag-outcome.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type TagAssignmentEvent =
  | { type: 'tags/ask'; tests: readonly LaunchTest[] }
  | { type: 'tag/chosen'; tagId: number }
  | { type: 'tags/save' }
  | { type: 'tags/cancel' }

/** Tests with the tag to assign. */
export interface WantedTag {
  tests: readonly LaunchTest[]
  tagId: number
}

/** Assigns a failure tag to one or more tests (TAGS rows): choose a tag, then one call per test. */
export const tagAssignment = setup({
  types: {
    context: {} as { tests: readonly LaunchTest[]; tagId: number | null },
    events: {} as TagAssignmentEvent,
    emitted: {} as { type: 'tags/assigned'; outcome: TagOutcome } | { type: 'tags/refused'; error: unknown },
  },
  actors: {
    /** Resolves even when some tests were rejected, after all assignments have reloaded. */
    assignTags: unprovided<TagOutcome, WantedTag>('assignTags'),
  },
  guards: {
    isChosen: ({ context }) => context.tagId !== null,
  },
  actions: {
    /** A suggested tag that all tests share is preselected: saving confirms it. */
    take: assign((_, tests: readonly LaunchTest[]) => {
      const tagged = tests.filter(canTag)
      const suggested = new Set(
        tagged.map((test) => {
          const assignment = failureTagOf(test)
          return assignment?.userFeedbackRequired === true ? assignment.tagId : null
        }),
      )
      const [only = null] = suggested.size === 1 ? [...suggested] : []
      return { tests: tagged, tagId: only }
    }),
    forget: assign({ tests: [], tagId: null }),
  },
}).createMachine({
  id: 'tagAssignment',
  context: { tests: [], tagId: null },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'tags/ask': {
          guard: ({ event }) => event.tests.some(canTag),
          target: 'choosing',
          actions: { type: 'take', params: ({ event }) => event.tests },
        },
      },
    },
    choosing: {
      on: {
        'tag/chosen': { actions: assign(({ event }) => ({ tagId: event.tagId })) },
        'tags/save': { guard: 'isChosen', target: 'assigning' },
        'tags/cancel': { target: 'closed', actions: 'forget' },
      },
    },
    // Ignores a second press while pending.
    assigning: {
      invoke: {
        id: 'assignTags',
        src: 'assignTags',
        input: ({ context: { tests, tagId } }) => ({ tests, tagId: tagId ?? 0 }),
        onDone: {
          target: 'closed',
          actions: [emit(({ event }) => ({ type: 'tags/assigned', outcome: event.output })), 'forget'],
        },
        // The choice stays for a retry.
        onError: { target: 'choosing', actions: emit(({ event }) => ({ type: 'tags/refused', error: event.error })) },
      },
    },
  },
})
