/** A notification rule: which launches, and who is notified. */
import { listRecipients } from '../../../contract/launches/launch-actions.ts'
import { NOTIFICATION_TEXTS } from '../../../contract/notifications/notification-texts.ts'
import {
  CONDITIONS,
  hasAddress,
  lackingOf,
  NotificationRule,
  NotificationRuleValues,
  TARGETS,
  createNotificationRule,
  updateNotificationRule,
  type Condition,
  type Target,
} from '../../../contract/notifications/rules.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Banner } from '../../ui/layout/banner.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Picker } from '../../ui/pickers/picker.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './notifications.module.css'
import { CONDITION_LABELS, missingFor, TARGET_LABELS, type Connected } from './rule-text.ts'

interface RuleDialogProps {
  /** Null: a new one. */
  rule: NotificationRule | null
  connected: Connected
  onClose: () => void
  /** `secret`: of a new webhook. */
  onSaved: (secret: string | null) => void
}

const valuesOf = (rule: NotificationRule | null) => ({
  name: rule?.name ?? '',
  condition: rule?.condition ?? ('failed' as Condition),
  suite: rule?.suite ?? '',
  environment: rule?.environment ?? '',
  labelKey: rule?.labelKey ?? '',
  labelValue: rule?.labelValue ?? '',
  target: rule?.target ?? ('slack-webhook' as Target),
  channel: rule?.channel ?? '',
  recipients: rule?.recipients ?? ([] as number[]),
  address: '',
})

const LABELS = plainLabels<ReturnType<typeof valuesOf>>({
  name: 'Name',
  condition: 'Condition',
  suite: 'Suite',
  environment: 'Environment',
  labelKey: 'Label',
  labelValue: 'Label value',
  channel: 'Channel',
  recipients: 'Recipients',
  address: 'Address',
})

const ADDRESSES: Partial<Record<Target, { label: string; placeholder: string }>> = {
  'slack-webhook': { label: 'Incoming webhook', placeholder: 'https://hooks.slack.com/services/…' },
  'teams-webhook': { label: 'Workflow address', placeholder: 'https://….logic.azure.com/workflows/…' },
  webhook: { label: 'Address', placeholder: 'https://ci.example/hooks/assay' },
}

export function RuleDialog({ rule, connected, onClose, onSaved }: RuleDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const form = useForm({
    name: rule === null ? `notification-rule:new:${key}` : `notification-rule:${rule.id}`,
    initial: valuesOf(rule),
    stored: storedAs(NotificationRule, valuesOf),
    schema: NotificationRuleValues,
    secrets: ['address'],
    validate: (values) =>
      lackingOf({ ...values, address: values.address === '' && rule !== null ? 'kept' : values.address }),
    submit: async (body, { changes, expected }) => {
      if (rule === null)
        return (await send(createNotificationRule, { params: { projectKey: key }, body: { ...body, isOn: true } }))
          .secret
      const { target: _, address, ...changed } = changes
      const { target: __, address: ___, ...seen } = expected
      await send(updateNotificationRule, {
        params: { projectKey: key, ruleId: rule.id },
        body: {
          ...changed,
          expected: seen,
          ...(address === undefined ? {} : { address }),
        },
      })
      return null
    },
    onDone: (secret) => {
      toast.success(rule === null ? NOTIFICATION_TEXTS.created : NOTIFICATION_TEXTS.updated)
      onSaved(secret)
    },
  })
  const { field, values, change } = form
  const missing = missingFor(values.target, connected)
  const address = ADDRESSES[values.target]
  return (
    <FormDialog
      title={rule === null ? 'New notification rule' : `Edit notification rule ${rule.name}`}
      of={form}
      labels={LABELS}
      action={rule === null ? 'Create rule' : 'Save rule'}
      onClose={onClose}
    >
      <TextField {...field('name')} label="Name" autoComplete="off" />
      <Select
        label="Tell about"
        value={values.condition}
        options={CONDITIONS.map((value) => ({ value, label: CONDITION_LABELS[value] }))}
        onValueChange={(condition) => change({ condition: condition as Condition })}
      />
      <div className={styles.pair}>
        <TextField
          {...field('suite')}
          label="Suite"
          placeholder="Any"
          description="Name of the launch or its suite"
          autoComplete="off"
        />
        <TextField {...field('environment')} label="Environment" placeholder="Any" autoComplete="off" />
        <TextField {...field('labelKey')} label="Label" placeholder="Any" autoComplete="off" />
        <TextField
          {...field('labelValue')}
          label="Label value"
          placeholder="Any"
          disabled={values.labelKey.trim() === ''}
          autoComplete="off"
        />
      </div>
      <Select
        label="Send to"
        value={values.target}
        options={TARGETS.map((value) => ({ value, label: TARGET_LABELS[value] }))}
        disabled={rule !== null}
        onValueChange={(target) => change({ target: target as Target })}
      />
      {missing !== null && <Banner>{missing}</Banner>}
      {values.target === 'slack' && (
        <TextField
          {...field('channel')}
          label="Channel"
          placeholder="#quality"
          description="Name or ID. Invite the app to the channel."
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {hasAddress(values.target) && address !== undefined && (
        <TextField
          {...field('address')}
          type="url"
          label={address.label}
          placeholder={rule?.addressHost == null ? address.placeholder : `https://${rule.addressHost}/…`}
          description={rule === null ? 'Stored encrypted and not shown again' : 'Left empty, the stored address stays'}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {values.target === 'email' && (
        <Recipients
          chosen={values.recipients}
          error={field('recipients').error}
          onChange={(recipients) => field('recipients').onValueChange(recipients)}
        />
      )}
    </FormDialog>
  )
}

interface RecipientsProps {
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: number[]) => void
}

function Recipients({ chosen, error, onChange }: RecipientsProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value: people } = useResource(() =>
    send(listRecipients, { params: { projectKey: key } }).then(({ items }) => items),
  )
  return (
    <>
      <Picker
        label="Recipients"
        searchLabel="Search members of the project"
        isMultiple
        isSearched
        none="Nobody of this project has an e-mail address"
        options={
          people?.map(({ id, name, email }) => ({
            id,
            ...(name === '' ? { label: email } : { label: name, aside: email }),
          })) ?? null
        }
        chosen={chosen}
        onChange={onChange}
      />
      <InlineProblem>{error}</InlineProblem>
    </>
  )
}
