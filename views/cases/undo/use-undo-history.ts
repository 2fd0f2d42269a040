/** Undo history of one user in a project's repository: a button in each toast, and a shortcut for the last change. */
import { createActor, type ActorRefFrom } from 'xstate'
import type { undoHistory, UndoWay } from '../../../machines/cases/undo-history.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import { useProject, useSession, useApplication } from '../../application/context.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { useShortcut } from '../../ui/controls/shortcuts.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { undoHistoryIn } from './undo-actors.ts'
import { undoLabel } from '../../shared/cases/undo-label.ts'

export interface UndoHistory {
  actor: ActorRefFrom<typeof undoHistory>
  /** Shows `words`, a sentence without a full stop, with an undo button. */
  changed: (words: string, way: UndoWay) => void
  undo: (operationId: string) => void
}

// Outlives a page, because a toast does, as after a case was deleted on its own page.
const histories = new WeakMap<Send, Map<string, UndoHistory>>()

/** One instance per user and project. */
export function useUndo(): UndoHistory {
  const { send } = useApplication()
  const { key } = useProject()
  const { user } = useSession()
  const known = histories.get(send) ?? new Map<string, UndoHistory>()
  histories.set(send, known)
  const name = `${user.id} ${key}`
  const history = known.get(name) ?? createHistory(send, key)
  known.set(name, history)
  return history
}

const createHistory = (send: Send, projectKey: string): UndoHistory => {
  const actor = createActor(undoHistoryIn(send, projectKey)).start()
  /** Ids of toasts by change: undoing by shortcut dismisses the toast. */
  const offered = new Map<string, number>()
  actor.on('undo/done', ({ step, outcome }) => {
    const offer = offered.get(step.id)
    if (offer !== undefined) toast.dismiss(offer)
    offered.delete(step.id)
    const { undone, stayed } = undoLabel(step, outcome)
    if (undone !== null) toast.success(undone)
    if (stayed !== null) toast.error(stayed)
  })
  actor.on('undo/failed', ({ step, error }) => {
    toast.error(messageOf(error), { label: 'Try again', run: () => actor.send({ type: 'undo/wanted', id: step.id }) })
  })
  actor.on('undo/empty', () => void toast.success('There is nothing to undo'))
  return {
    actor,
    changed: (words, way) => {
      const id = way.kind === 'operation' ? way.operationId : crypto.randomUUID()
      actor.send({ type: 'change/made', step: { id, words, way } })
      const run = () => actor.send({ type: 'undo/wanted', id })
      offered.set(id, toast.success(words, { label: 'Undo', run }))
    },
    undo: (operationId) => actor.send({ type: 'undo/wanted', id: operationId }),
  }
}

/** Registers the shortcut. `onUndone`: anything may have changed. */
export function useUndoKey(canWrite: boolean, onUndone: () => void): void {
  const { actor } = useUndo()
  useEmitted(actor, {
    'undo/done': () => onUndone(),
  })
  useShortcut({
    keys: 'Mod+Z',
    label: 'Undo the last change',
    group: 'This page',
    isActive: canWrite,
    isPage: true,
    run: () => actor.send({ type: 'undo/wanted', id: null }),
  })
}
