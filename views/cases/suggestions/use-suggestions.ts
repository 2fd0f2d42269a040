/** Machine of the assistant's suggestions, with its calls. */
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { fromCallback } from 'xstate'
import { z } from 'zod/mini'
import { SuggestedCase, acceptSuggestedCases } from '../../../contract/cases/suggestions.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { TEXTS } from '../../../contract/texts.ts'
import {
  caseSuggestions,
  type AcceptanceEvent,
  type AcceptInput,
  type CaseSuggestionsEvent,
  type GenerateInput,
  type KeepEvent,
  type StreamEvent,
} from '../../../machines/cases/case-suggestions.machine.ts'
import type { RepositoryNews } from '../../../machines/cases/repository-events.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { suggestCases } from '../../../services/cases/case-suggestions.ts'
import type { Send } from '../../../services/http/http.ts'
import type { TokenSource } from '../../../services/http/renewing.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import type { DraftKeeper } from '../../shared/forms/form-drafts.ts'
import { useDraftKeeper } from '../../shared/forms/use-draft-keeper.ts'
import { recall, remember } from '../../ui/browser/remember.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { useUndo } from '../undo/use-undo-history.ts'

/** `onChanged` receives the suites that got cases. Must be stable. */
export function useSuggestions(onChanged: (news: RepositoryNews) => void) {
  const project = useProject()
  const { send, token } = useApplication()
  const keeper = useDraftKeeper(nameOf(project))
  const [machine] = useState(() => machineOf({ send, token }, project, keeper))
  const suggestions = useActorRef(machine)
  const history = useUndo()
  useEffect(() => {
    const accepted = new Map<string, Record<number, readonly SuggestedCase[]>>()
    const subscriptions = [
      suggestions.on('cases/accepted', ({ suiteId, operationId, testCases }) => {
        onChanged({ suites: true, suiteIds: [suiteId], caseIds: [] })
        const words = `${formatCount(testCases.length, 'test case was', 'test cases were')} added`
        accepted.set(operationId, { [suiteId]: testCases })
        history.changed(words, { kind: 'operation', operationId })
      }),
      // Suggestions cost credits: an undone decision makes them pending again.
      history.actor.on('undo/done', ({ step, outcome }) => {
        const suites = accepted.get(step.id)
        if (suites === undefined || outcome.count === 0) return
        accepted.delete(step.id)
        suggestions.send({ type: 'suggestions/restored', suites })
      }),
      suggestions.on('cases/rejected', ({ suiteId, testCases }) => {
        const words = `${formatCount(testCases.length, 'suggestion was', 'suggestions were')} rejected`
        const undo = () => suggestions.send({ type: 'suggestions/restored', suites: { [suiteId]: testCases } })
        toast.success(words, { label: 'Undo', run: undo })
      }),
      suggestions.on('suggestions/failed', ({ error }) => {
        const isExhausted = error instanceof ApiError && error.code === ERROR_CODES.aiCreditsExhausted
        toast.error(isExhausted ? TEXTS.outOfCredits : messageOf(error))
      }),
    ]
    return () => subscriptions.forEach((one) => one.unsubscribe())
  }, [suggestions, onChanged, history])
  const suites = useSelector(suggestions, (state) => state.context.suites)
  const isLocked = useSelector(suggestions, (state) => state.matches('some'))
  const actions = useMemo(
    () => ({
      onAsk: (suiteId: number, requirements: string) =>
        suggestions.send({ type: 'suggestions/wanted', suiteId, requirements }),
      onAccept: (suiteId: number, keys: readonly number[] | null) =>
        suggestions.send({ type: 'suggestions/accepted', suiteId, keys }),
      onReject: (suiteId: number, keys: readonly number[] | null) =>
        suggestions.send({ type: 'suggestions/rejected', suiteId, keys }),
      onStop: (suiteId: number) => suggestions.send({ type: 'generation/stopped', suiteId }),
    }),
    [suggestions],
  )
  const counts = useMemo(
    () => new Map(Object.entries(suites).map(([id, { suggestions: of }]) => [Number(id), of.length])),
    [suites],
  )
  return { suites, counts, isLocked, actions }
}

/** Context of the page's parts. */
export type Suggestions = ReturnType<typeof useSuggestions>

const Kept = z.record(z.coerce.number(), z.array(SuggestedCase))

const nameOf = (project: { key: string }) => `case-suggestions:${project.key}`

const machineOf = (
  { send, token }: { send: Send; token: TokenSource },
  project: { id: number; key: string },
  keeper: DraftKeeper,
) =>
  caseSuggestions.provide({
    actors: {
      keep: fromCallback<KeepEvent, undefined, CaseSuggestionsEvent>(({ sendBack, receive }) => {
        const name = nameOf(project)
        let isHere = true
        receive(({ suites }) => {
          const isDecided = Object.keys(suites).length === 0
          remember(name, isDecided ? '' : 'kept')
          if (isDecided) keeper.dropped()
          else keeper.changed({ suites })
        })
        const restore = async () => {
          const kept = Kept.safeParse((await keeper.load())?.['suites']).data
          if (kept !== undefined && isHere) sendBack({ type: 'suggestions/restored', suites: kept })
        }
        // Most visits have none, and do not load the local log for it.
        if (recall(name) === 'kept') void restore()
        return () => {
          isHere = false
        }
      }),
      generate: fromCallback<StreamEvent, GenerateInput>(({ input: { suiteId, requirements }, sendBack }) => {
        const world = {
          token,
          fetch: (address: RequestInfo | URL, init?: RequestInit) => fetch(address, init),
          onUnreadable: (data: string) => console.warn('A suggested test case cannot be read', data),
        }
        const stream = suggestCases(world, project.id, { testSuiteId: suiteId, requirements }).subscribe({
          next: (suggested) => sendBack({ type: 'case/suggested', suiteId, suggested }),
          complete: () => sendBack({ type: 'stream/ended', suiteId }),
          error: (error: unknown) => sendBack({ type: 'stream/failed', suiteId, error }),
        })
        return () => stream.unsubscribe()
      }),
      accept: fromCallback<AcceptanceEvent, AcceptInput>(({ input: { suiteId, keys, testCases }, sendBack }) => {
        send(acceptSuggestedCases, {
          params: { projectKey: project.key },
          body: { testSuiteId: suiteId, testCases: [...testCases] },
        }).then(
          ({ operationId }) => sendBack({ type: 'acceptance/done', suiteId, keys, operationId }),
          (error: unknown) => sendBack({ type: 'acceptance/failed', suiteId, error }),
        )
      }),
    },
  })
