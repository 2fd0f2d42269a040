import type { NoteDraft } from '../../../machines/exploratory/observation-form.machine.ts'
import type { Sending } from '../../../store/projections/exploratory-shown.ts'

const MAX_NAME = 20

/** Shortens long file names in the middle, and keeps the extension (OBS-30, OBS-31). */
export function shortName(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= MAX_NAME) return name
  const ending = /\.[^.]{1,8}$/.exec(name)?.[0] ?? ''
  return `${letters.slice(0, MAX_NAME - 1 - ending.length).join('')}…${ending}`
}

export const SENDING_LABELS: Record<Exclude<Sending, 'sent'>, string> = {
  waiting: 'Not sent yet',
  held: 'Needs your decision',
  refused: 'Refused',
}

/** Returns an observation that was not added as text: description, links and names of files. */
export const observationText = (draft: Partial<NoteDraft>): string =>
  [draft.description, draft.issueId, draft.improvementId, ...(draft.attachments ?? []).map(({ name }) => name)]
    .map((text) => text?.trim() ?? '')
    .filter((text) => text !== '')
    .join('\n')
