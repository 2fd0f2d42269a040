/** A date field: typed part by part or picked from a calendar. Validate on blur and submit, pass `error`. */
import type { FieldLook } from './field.tsx'
import { Field } from './field.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { useOverlays } from '../overlays/use-overlays.ts'

export type DateFieldProps = FieldLook & {
  /** `yyyy-mm-dd`; '' while incomplete. */
  value: string
  onValueChange: (day: string) => void
  onBlur?: () => void
  /** Range of the calendar, as `yyyy-mm-dd`; any day can be typed. */
  min?: string | undefined
  max?: string | undefined
  /** Fixes the order of the parts; by default the reader's locale decides. */
  locale?: string
}

export function DateField(props: DateFieldProps) {
  const overlays = useOverlays()
  if (overlays !== null) return <overlays.DateFieldPart {...props} />
  const { label, description, error, hideLabel, className } = props
  return <Field {...{ label, description, error, hideLabel, className }}>{() => <Skeleton height={32} />}</Field>
}
