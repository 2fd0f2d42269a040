import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fromPromise, type SnapshotFrom } from 'xstate'
import type { z } from 'zod/mini'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { SettingsArea } from '../../../contract/settings/changes.ts'
import type { EntryFault } from '../../../contract/settings/held-list.ts'
import type { HeldEntry } from '../../../contract/settings/held-edits.ts'
import type { HeldRules, Stored } from '../../../machines/patterns/held-editor/held-context.ts'
import {
  heldEditor,
  type HeldEditor,
  type HeldEditorRef,
} from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { heldDraft, type HeldDraft } from '../../../store/drafts/held-drafts.ts'
import { useProject, useSession } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { guardLeaving } from '../../shared/forms/leaving.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { afterPaint } from '../../application/when-idle.ts'
import { noteDrafts } from '../../shared/forms/form-drafts.ts'
import { toast } from '../../ui/toasts/toasts.ts'

/** Definition of a page's list. Must be stable. */
export interface HeldList<Entry extends HeldEntry> extends Pick<
  HeldRules<Entry>,
  'fields' | 'isFixed' | 'locked' | 'exclusive' | 'validate'
> {
  /** Settings area of the list; also names the draft. */
  name: SettingsArea
  load: () => Promise<Stored<Entry>>
  save: (version: number, entries: readonly Entry[]) => Promise<Stored<Entry>>
  /** Reads the current list from a 409 `stale`; null for other errors. */
  storedOf: (answer: unknown) => Stored<Entry> | null
  /** Parses a draft's entry; invalid ones are dropped. */
  entry: z.ZodMiniType<Entry>
  /** Text of the toast after a save. */
  savedText: string
}

export interface Held<Entry extends HeldEntry> {
  editor: HeldEditorRef<Entry>
  /** Requests the version; a newer list is merged. */
  refresh: () => void
}

/** Editor of a list with its draft in the local log of the user who opened the page. */
export function useHeldEditor<Entry extends HeldEntry>(list: HeldList<Entry>): Held<Entry> {
  const log = useLog()
  const { user } = useSession()
  const project = useProject()
  const [{ machine, draft }] = useState(() => {
    noteDrafts(user.id)
    const draft = heldDraft(log, `${list.name}:${project.key}`, isEntryOf(list), afterPaint)
    return { draft, machine: machineOf(list, draft) }
  })
  const editor = useActorRef(machine)
  const changes$ = useSettingsChanges([list.name])
  const leave = useRef<(() => void) | null>(null)
  const refresh = useCallback(() => {
    // A failed check is repeated on the next focus, and by the save itself.
    list.load().then(
      (saved) => editor.send({ type: 'saved/changed', saved }),
      () => undefined,
    )
  }, [editor, list])

  useEffect(() => {
    const subscriptions = [
      editor.on('draft/made', ({ edit, replaces }) => draft.made(edit, replaces)),
      editor.on('draft/undone', () => draft.undone()),
      editor.on('draft/redone', () => draft.redone()),
      editor.on('draft/dropped', () => draft.dropped()),
      editor.on('draft/replaced', ({ history }) => draft.replaced(history)),
      editor.on('draft/sent', () => draft.sent()),
      editor.on('draft/settled', () => draft.settled()),
      editor.on('held/saved', () => toast.success(list.savedText)),
      editor.on('held/discarded', ({ held }) =>
        toast.success(held === 1 ? '1 change discarded' : `${held} changes discarded`, {
          label: 'Undo',
          run: () => editor.send({ type: 'draft/regain' }),
        }),
      ),
      editor.on('held/merged', ({ savedBy, conflicts }) => {
        const { held } = editor.getSnapshot().context
        if (held > 0 && conflicts === 0)
          toast.success(`${savedBy === null ? 'Somebody' : savedBy.name} saved changes. Yours are applied on top.`)
      }),
      editor.on('leave/allowed', () => {
        const go = leave.current
        leave.current = null
        // Remounting shows the draft just written, not an older one.
        if (go) void draft.written().then(go)
      }),
      draft.seen$.subscribe((history) => {
        editor.send({ type: 'draft/seen', history })
        // Another tab has saved or discarded.
        if (history.edits.length === 0) refresh()
      }),
      changes$.subscribe(({ version }) => {
        const { saved } = editor.getSnapshot().context
        if (version === null || version > saved.version) refresh()
      }),
      draft.isKept$.subscribe((isKept) => editor.send({ type: 'draft/kept', isKept })),
    ]
    const onVisible = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (draft.isWriting()) event.preventDefault()
    }
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('beforeunload', onUnload)
    return () => {
      subscriptions.forEach((one) => one.unsubscribe())
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('beforeunload', onUnload)
      draft.close()
    }
  }, [editor, draft, list, refresh, changes$])

  // Registered before other pages' questions: an expired session leaves without asking.
  useLayoutEffect(
    () =>
      guardLeaving({
        isNeeded: () => {
          const snapshot = editor.getSnapshot()
          const { held } = snapshot.context
          return held > 0 && (snapshot.matches({ ready: { open: 'editing' } }) || snapshot.matches({ ready: 'saving' }))
        },
        ask: (go) => {
          leave.current = go
          editor.send({ type: 'leave/ask', to: location.href })
        },
      }),
    [editor],
  )
  return { editor, refresh }
}

const isEntryOf =
  <Entry extends HeldEntry>({ entry }: HeldList<Entry>) =>
  (value: unknown): value is Entry =>
    entry.safeParse(value).success

const machineOf = <Entry extends HeldEntry>(list: HeldList<Entry>, draft: HeldDraft<Entry>) =>
  heldEditor<Entry>({
    ...list,
    staleOf: (error) =>
      error instanceof ApiError && error.code === ERROR_CODES.stale ? list.storedOf(error.current) : null,
    faultsOf: (error) => (error instanceof ApiError ? error.errors.flatMap(faultOf) : []),
  }).provide({
    actors: {
      load: fromPromise(async () => {
        const [saved, kept] = await Promise.all([list.load(), draft.load().catch(() => null)])
        return { saved, draft: kept }
      }),
      save: fromPromise(async ({ input }: { input: { version: number; entries: readonly Entry[] } }) => ({
        saved: await list.save(input.version, input.entries),
      })),
    },
  })

/** `{list}.{index}.{field}`: the server's path of an invalid field. */
const faultOf = ({ field, message }: { field: string; message: string }): EntryFault[] => {
  const [, place, name] = /^[^.]+\.(\d+)\.(.+)$/.exec(field) ?? []
  return place === undefined || name === undefined ? [] : [{ place: Number(place), field: name, message }]
}

type Snapshot<Entry extends HeldEntry> = SnapshotFrom<HeldEditor<Entry>>

/** Selects a part of the editor's state; re-renders when it changes. */
export const useHeld = <Entry extends HeldEntry, Part>(
  editor: HeldEditorRef<Entry>,
  select: (snapshot: Snapshot<Entry>) => Part,
): Part => useSelector<HeldEditorRef<Entry>, Part>(editor, select)
