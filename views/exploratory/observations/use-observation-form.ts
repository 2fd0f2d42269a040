/** Form of the next observation, with its draft on this device. */
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { TEXTS } from '../../../contract/texts.ts'
import {
  emptyNote,
  observationForm,
  type NoteDraft,
  type RestoredNote,
} from '../../../machines/exploratory/observation-form.machine.ts'
import { bytesOf } from '../../../store/outbox/files.ts'
import { exploratoryNow } from '../../../store/outbox/exploratory/sessions.ts'
import type { Log } from '../../../store/log/log.ts'
import { useApplication, useSession } from '../../application/context.tsx'
import { createDraftKeeper, draftsInLog, draftsInTab } from '../../shared/forms/form-drafts.ts'
import { useLatest } from '../../shared/latest.ts'
import { useLog } from '../../application/log/log.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { recall, remember } from '../../ui/browser/remember.ts'
import { useFlushed } from '../../shared/forms/use-draft-keeper.ts'
import { useEmitted } from '../../shared/use-emitted.ts'

export interface ObservationFormOptions {
  sessionId: string
  firstTypeId: number
  add: (note: NoteDraft) => Promise<void>
}

const TYPE = 'observation-type'

export function useObservationForm({ sessionId, firstTypeId, add }: ObservationFormOptions) {
  const application = useApplication()
  const { user } = useSession()
  const log = useLog()
  const latest = useLatest(add)
  const [{ machine, keeper, empty }] = useState(() => {
    const name = `observation:${sessionId}`
    const keeper = createDraftKeeper(
      draftsInLog(application, user.id, name),
      // Stored on the device: the last used type applies to the next observation.
      draftsInTab(localStorage, `${user.id}:${name}`),
      () => false,
    )
    const known = Number(recall(TYPE) ?? '')
    return {
      keeper,
      empty: emptyNote(crypto.randomUUID(), known > 0 ? known : firstTypeId),
      machine: observationForm.provide({
        actors: {
          restore: fromPromise<RestoredNote>(async () => {
            const draft = (await keeper.load()) as Partial<NoteDraft> | null
            const { observations } = await exploratoryNow(log, sessionId)
            // Already added; the page closed before the draft was cleared.
            const isAdded = observations.some(({ observation }) => observation.id === draft?.observationId)
            if (isAdded || draft === null) return { draft: null }
            // A new id: another tab may have the same draft, and the second of two notes with one id would be lost.
            return { draft: { ...(await withFilesThatAre(log, draft)), observationId: crypto.randomUUID() } }
          }),
          add: fromPromise<void, { note: NoteDraft }>(({ input }) => latest()(input.note)),
        },
      }),
    }
  })
  const actor = useActorRef(machine, { input: { empty } })
  const { values, failure, adding } = useSelector(actor, ({ context }) => context)
  useEmitted(actor, {
    'draft/changed': (draft) => keeper.changed(draft.values),
    'note/added': ({ note }) => {
      remember(TYPE, String(note.typeId))
      toast.success(TEXTS.observationCreated)
    },
  })
  useFlushed(keeper)
  return { actor, values, failure, isAdding: adding.length > 0 }
}

/** Files of an old draft may have been cleaned up. */
async function withFilesThatAre(log: Log, draft: Partial<NoteDraft>): Promise<Partial<NoteDraft>> {
  const attachments = draft.attachments ?? []
  const held = await Promise.all(attachments.map(({ fileUuid }) => bytesOf(log, fileUuid)))
  return held.includes(null) ? { ...draft, attachments: attachments.filter((_, place) => held[place] !== null) } : draft
}

/** Converts the form to the command. Zero time is sent as null (OBS-08). */
export const commandOf = (
  sessionId: string,
  note: NoteDraft,
  { elapsedMillis, clockMillis }: { elapsedMillis: number; clockMillis: number | null },
): ExploratoryCommand => ({
  type: 'observation/create',
  sessionId,
  observationId: note.observationId,
  clockMillis,
  values: {
    typeId: note.typeId,
    description: note.description,
    elapsedTimeInMillis: elapsedMillis > 0 ? elapsedMillis : null,
    attachments: [...note.attachments],
    ...linksOf(note),
  },
})

/** An id with its type, or neither (OBS-27). */
export const linksOf = ({ issueId, issueType, improvementId, improvementType }: NoteDraft) => {
  const link = (id: string) => (id.trim() === '' ? null : id.trim())
  return {
    issueId: link(issueId),
    issueType: link(issueId) === null ? null : issueType,
    improvementId: link(improvementId),
    improvementType: link(improvementId) === null ? null : improvementType,
  }
}
