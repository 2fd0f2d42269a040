import { ExploratorySessionValues, type ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { referringEntries, referringId, withoutMissing } from '../../../machines/patterns/missing-values.ts'

/** Form values; times are text. A type, because an interface has no index signature. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
export type FormValues = Omit<ExploratorySessionValues, 'timeBoxMinutes'> & {
  timeBoxMinutes: string
  /** Id of the new session, so that a retry creates no second one. */
  id: string
}

const valuesOf = (session: ExploratorySession): ExploratorySessionValues => ({
  title: session.title,
  description: session.description,
  charter: session.charter,
  assigneeId: session.assigneeId,
  milestoneId: session.milestoneId,
  environmentId: session.environmentId,
  configurations: session.configurations,
  requirements: session.requirements,
  timeBoxMinutes: session.timeBoxMinutes,
})

/** `authorId`: default assignee of a new session. */
export const formValuesOf = (session: ExploratorySession | null, authorId: number): FormValues => {
  const base = session === null ? null : valuesOf(session)
  const values = base ?? ExploratorySessionValues.parse({ title: '-', assigneeId: authorId })
  return {
    ...values,
    title: base?.title ?? '',
    timeBoxMinutes: String(values.timeBoxMinutes ?? ''),
    id: session?.id ?? crypto.randomUUID(),
  }
}

/** ESED-03, ESED-04. */
export const isTitle = (title: string): boolean => {
  const { length } = title.trim()
  return length >= 1 && length <= LIMITS.exploratoryTitle
}

const TIME_BOX = `Must be a whole number of minutes, from 1 to ${LIMITS.timeBoxMinutes}`

const minutesOf = (words: string): number | null => (words.trim() === '' ? null : Number(words))

export const problemsOf = (values: FormValues): Partial<Record<keyof FormValues, string>> => {
  const minutes = minutesOf(values.timeBoxMinutes)
  const charter = [values.charter.explore, values.charter.with, values.charter.toDiscover]
  const isFine = minutes === null || (Number.isInteger(minutes) && minutes >= 1 && minutes <= LIMITS.timeBoxMinutes)
  return {
    ...(isTitle(values.title) ? {} : { title: values.title.trim() === '' ? TEXTS.required : TEXTS.titleLength255 }),
    ...(charter.every(({ length }) => length <= LIMITS.charterPart)
      ? {}
      : { charter: `Each part must have at most ${LIMITS.charterPart} characters` }),
    ...(values.description.length <= LIMITS.exploratoryDescription
      ? {}
      : { description: TEXTS.descriptionTooLong(LIMITS.exploratoryDescription) }),
    ...(isFine ? {} : { timeBoxMinutes: TIME_BOX }),
  }
}

export const writtenOf = ({ id: _, timeBoxMinutes, ...values }: FormValues): ExploratorySessionValues => ({
  ...values,
  title: values.title.trim(),
  timeBoxMinutes: minutesOf(timeBoxMinutes),
})

type Change = { [Field in keyof ExploratorySessionValues]?: ExploratorySessionValues[Field] }

/** Converts some form fields to the body: changed values, or base values. */
export const changeOf = ({ id: _, title, timeBoxMinutes, ...fields }: Partial<FormValues>): Change => ({
  ...fields,
  ...(title === undefined ? {} : { title: title.trim() }),
  ...(timeBoxMinutes === undefined ? {} : { timeBoxMinutes: minutesOf(timeBoxMinutes) }),
})

/** See `withoutMissing`. */
export const existingSession = withoutMissing<FormValues>([
  referringId('assigneeId'),
  referringId('milestoneId'),
  referringId('environmentId'),
  referringEntries('configurations'),
])
