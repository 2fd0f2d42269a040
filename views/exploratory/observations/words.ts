import type { NoteDraft } from '../../../machines/exploratory/observation-form.machine.ts'
import type { Sending } from '../../../store/projections/exploratory-shown.ts'

const NAME_MOST = 20

/** Shortens long file names in the middle, and keeps the extension (OBS-30, OBS-31). */
export function shortName(name: string): string {
  const letters = Array.from(name)
  if (letters.length <= NAME_MOST) return name
  const ending = /\.[^.]{1,8}$/.exec(name)?.[0] ?? ''
  return `${letters.slice(0, NAME_MOST - 1 - ending.length).join('')}…${ending}`
}

export const SENDING_WORDS: Record<Exclude<Sending, 'sent'>, string> = {
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
