import { z } from 'zod/mini'
import { NewPassword } from '../../../contract/session/session.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { PUBLIC_TEXTS } from '../../../contract/public/texts.ts'
import type { CreatedLink } from '../../../machines/workspace/share-dialog.machine.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { endOfDay } from '../days.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useForm } from '../forms/form.tsx'
import { NewPasswordField } from '../forms/password-field.tsx'

interface NewLinkProps {
  noun: string
  create: (link: { passcode: string | null; expiresAt: string | null }) => Promise<CreatedLink>
  onCreated: (created: CreatedLink) => void
  onClose: () => void
}

const EXPIRIES = [
  { value: '1', label: 'In 1 day' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: 'never', label: 'Never' },
  { value: 'date', label: 'On a date' },
] as const

const DAY_MS = 86_400_000

const expiryOf = ({ expiry, day }: { expiry: string; day: string }): string | null => {
  if (expiry === 'never') return null
  return (expiry === 'date' ? endOfDay(day) : new Date(Date.now() + Number(expiry) * DAY_MS)).toISOString()
}

export function NewLink({ noun, create, onCreated, onClose }: NewLinkProps) {
  const of = useForm({
    name: 'public-link',
    // `day`: yyyy-mm-dd; empty while incomplete.
    initial: { way: 'made', passcode: '', expiry: '7', day: '' },
    secrets: ['passcode'],
    validate: ({ way, passcode, expiry, day }) => ({
      ...(way === 'typed' ? problemOf(passcode) : {}),
      ...(expiry === 'date' ? problemOfDay(day) : {}),
    }),
    submit: (values) =>
      create({ passcode: values.way === 'typed' ? values.passcode : null, expiresAt: expiryOf(values) }),
    partOf: (part) => (part === 'expiresAt' ? 'day' : part),
    onDone: onCreated,
    onLate: onCreated,
  })
  const { field, values, change } = of
  return (
    <FormDialog title={`New public link to this ${noun}`} of={of} action="Create link" onClose={onClose}>
      <SegmentedControl
        label="Where the passcode comes from"
        value={values.way}
        segments={[
          { value: 'made', label: 'Make a passcode' },
          { value: 'typed', label: 'Type a passcode' },
        ]}
        onValueChange={(way) => change({ way })}
      />
      {values.way === 'typed' && <NewPasswordField {...field('passcode')} label="Passcode" />}
      <Select label="Expires" value={values.expiry} options={EXPIRIES} onValueChange={(expiry) => change({ expiry })} />
      {values.expiry === 'date' && <DateField {...field('day')} label="Last day" />}
    </FormDialog>
  )
}

const problemOf = (passcode: string): { passcode?: string } => {
  const { error } = z.safeParse(NewPassword, passcode)
  const message = passcode === '' ? TEXTS.required : error?.issues[0]?.message
  return message === undefined ? {} : { passcode: message }
}

const problemOfDay = (day: string): { day?: string } => {
  if (day === '') return { day: TEXTS.required }
  return endOfDay(day).getTime() < Date.now() ? { day: PUBLIC_TEXTS.expiryPast } : {}
}
