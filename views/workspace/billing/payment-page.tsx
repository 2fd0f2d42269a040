/** Payment page of a self-hosted workspace: nothing to pay, and a contact. */
import { useState } from 'react'
import { updateBillingContact, getUsage } from '../../../contract/workspace/usage.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { EditNotes, plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './billing.module.css'

export function PaymentPage() {
  const { send } = useApplication()
  const { value, failure, isLoading, retry, refresh } = useResource(() => send(getUsage))
  const [round, setRound] = useState(0)
  return (
    <WorkspacePage title="Payment method">
      <div className={styles.section}>
        <p className={styles.words}>
          Your team runs this workspace itself, under the Apache 2.0 licence. Nothing is charged, and no payment details
          are kept here.
        </p>
        {value !== null ? (
          <Contact
            key={`${round} ${value.billingContact ?? ''}`}
            contact={value.billingContact}
            onSaved={() => {
              setRound(round + 1)
              refresh()
            }}
          />
        ) : failure !== null ? (
          <ProblemState title="The billing contact did not load" onRetry={retry} isRetrying={isLoading}>
            {messageOf(failure)}
          </ProblemState>
        ) : (
          <Skeleton height={80} />
        )}
      </div>
    </WorkspacePage>
  )
}

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = { billingContact: string }
const LABELS = plainLabels<Values>({ billingContact: 'Billing contact' })

function Contact({ contact, onSaved }: { contact: string | null; onSaved: () => void }) {
  const { send } = useApplication()
  const of = useForm<Values, unknown>({
    name: 'billing-contact',
    initial: { billingContact: contact ?? '' },
    submit: ({ billingContact }, { base }) =>
      send(updateBillingContact, {
        body: {
          billingContact: billingContact.trim() || null,
          expected: { billingContact: base.billingContact || null },
        },
      }),
    stored: storedAs(updateBillingContact.answer, (stored) => ({ billingContact: stored.billingContact ?? '' })),
    onDone: () => {
      toast.success('Billing contact was saved')
      onSaved()
    },
  })
  const { form, field, problem, isPending } = of
  return (
    <form {...form} className={styles.contact}>
      <EditNotes of={of} labels={LABELS} />
      <TextField
        {...field('billingContact')}
        label="Billing contact"
        description="Whom people ask about seats and features."
        type="email"
        autoComplete="email"
      />
      <InlineProblem>{problem}</InlineProblem>
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          Save contact
        </Button>
      </div>
    </form>
  )
}
