/** Seat limits per kind of user; an empty field means no limit. */
import { useState } from 'react'
import { USER_TEXTS } from '../../contract/workspace/user-texts.ts'
import { updateSeats, getSeats, type SeatStats } from '../../contract/workspace/seats.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useResource, useApplication } from '../application/context.tsx'
import { EditNotes, plainLabels } from '../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../shared/forms/form.tsx'
import { Button } from '../ui/controls/button.tsx'
import { ProblemState } from '../ui/layout/empty-state.tsx'
import { NumberField } from '../ui/forms/number-field.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import styles from './plan.module.css'

export function Seats() {
  const { send } = useApplication()
  const { value, failure, isLoading, retry, change } = useResource(() => send(getSeats).then(({ data }) => data))
  // After a save the form restarts from the saved values.
  const [round, setRound] = useState(0)
  return (
    <section className={styles.seats} aria-labelledby="seats">
      <h2 id="seats">Seats</h2>
      {value !== null ? (
        <SeatsForm
          key={round}
          seats={value}
          onSaved={(saved) => {
            change(saved)
            setRound(round + 1)
          }}
        />
      ) : failure !== null ? (
        <ProblemState title="Seats did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      ) : (
        <Skeleton height={60} />
      )}
    </section>
  )
}

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = { paidSeats: number | null; readOnlySeats: number | null }

const valuesOf = ({ paidSeats, readOnlySeats }: SeatStats): Values => ({ paidSeats, readOnlySeats })

const LABELS = plainLabels<Values>({ paidSeats: 'Seats', readOnlySeats: 'Read-only seats' })

function SeatsForm({ seats, onSaved }: { seats: SeatStats; onSaved: (seats: SeatStats) => void }) {
  const { send } = useApplication()
  const of = useForm({
    name: 'seats',
    initial: valuesOf(seats),
    schema: updateSeats.body,
    submit: (_, { changes, expected }) =>
      send(updateSeats, { body: { ...changes, expected } }).then(({ data }) => data),
    stored: storedAs(updateSeats.answer, ({ data }) => valuesOf(data)),
    onDone: (saved) => {
      toast.success(USER_TEXTS.seatsUpdated)
      onSaved(saved)
    },
  })
  const { form, field, problem, isPending } = of
  return (
    <form {...form} className={styles.seatsForm}>
      <EditNotes of={of} labels={LABELS} />
      <NumberField
        {...field('paidSeats')}
        label="Seats"
        description={`${seats.paidUsers} in use. Empty: no limit.`}
        min={1}
      />
      <NumberField
        {...field('readOnlySeats')}
        label="Read-only seats"
        description={`${seats.readOnlyUsers} in use. Empty: no limit.`}
        min={1}
      />
      <Button type="submit" variant="primary" isPending={isPending}>
        Save seats
      </Button>
      <InlineProblem>{problem}</InlineProblem>
    </form>
  )
}
