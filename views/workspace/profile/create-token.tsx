import { useId } from 'react'
import { z } from 'zod/mini'
import {
  AccessTokenName,
  createAccessToken,
  TOKEN_SCOPES,
  type NewAccessToken,
  type TokenScope,
} from '../../../contract/workspace/profile.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { CreatedToken } from '../../../machines/workspace/token-creation.machine.ts'
import { useApplication } from '../../application/context.tsx'
import type { useTokenCreation } from '../../shared/tokens/use-token-creation.ts'
import { endOfDay } from '../../shared/days.ts'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { RadioGroup, RadioOption } from '../../ui/forms/radio-group.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { ProjectField, type ChosenProject } from '../project-field.tsx'
import { expiryFault } from './expiry.ts'
import { SCOPE_TEXTS } from './scope-texts.ts'
import styles from './profile.module.css'

interface CreateTokenProps {
  creation: ReturnType<typeof useTokenCreation>
}

export function CreateToken({ creation: { token, isAsking, created, close } }: CreateTokenProps) {
  const { send } = useApplication()
  if (token !== null) return <TokenValue {...token} onClose={close} />
  const create = (body: NewAccessToken) => send(createAccessToken, { body })
  return isAsking && <TokenForm draft="create-token" create={create} onClose={close} onCreated={created} />
}

const TokenValues = z.object({ name: AccessTokenName })

type Values = {
  name: string
  scope: TokenScope
  project: Pick<ChosenProject, 'key' | 'name'> | null
  expiry: 'never' | 'date'
  /** The day as yyyy-mm-dd; empty while incomplete. */
  expiresAt: string
}

// Most tokens are those of pipelines.
const INITIAL: Values = { name: '', scope: 'report', project: null, expiry: 'never', expiresAt: '' }

interface TokenFormProps {
  /** Name of the draft. */
  draft: string
  create: (body: NewAccessToken) => Promise<CreatedToken>
  /** Projects that the token can be limited to; by default those of the signed-in user. */
  projects?: readonly Pick<ChosenProject, 'key' | 'name'>[]
  onClose: () => void
  onCreated: (token: CreatedToken) => void
}

export function TokenForm({ draft, create, projects, onClose, onCreated }: TokenFormProps) {
  const id = useId()
  const of = useForm({
    name: draft,
    initial: INITIAL,
    secrets: ['expiresAt'],
    schema: TokenValues,
    validate: ({ expiry, expiresAt }) => {
      const fault = expiry === 'never' ? null : expiryFault(expiresAt, Date.now())
      return fault === null ? {} : { expiresAt: fault }
    },
    partOf: (named) => (named === 'projectKey' ? 'project' : named),
    submit: ({ name, scope, project, expiry, expiresAt }) =>
      create({
        name,
        scope,
        projectKey: project?.key ?? null,
        expiresAt: expiry === 'never' ? null : endOfDay(expiresAt).toISOString(),
      }),
    onDone: onCreated,
    onLate: onCreated,
  })
  const { form, field, values, change, problem, isPending } = of
  return (
    <EditorDialog
      title="New access token"
      of={of}
      onClose={onClose}
      renderFooter={(cancel) => <EditorButtons action="Create token" form={id} isPending={isPending} cancel={cancel} />}
    >
      <form {...form} id={id} className={styles.form}>
        <TextField
          {...field('name')}
          label="Name"
          description="Where you use it, for example “nightly build”. It cannot be changed later."
          autoComplete="off"
        />
        <RadioGroup label="Permits" value={values.scope} onValueChange={(scope) => change({ scope })}>
          {TOKEN_SCOPES.map((scope) => (
            <RadioOption key={scope} value={scope}>
              {SCOPE_TEXTS[scope].label} <small className={styles.hint}>{SCOPE_TEXTS[scope].hint}</small>
            </RadioOption>
          ))}
        </RadioGroup>
        {projects === undefined ? (
          <ProjectField
            label="Project"
            error={field('project').error}
            placeholder="All projects"
            project={values.project as ChosenProject | null}
            onChoose={(project) => change({ project })}
            onClear={() => change({ project: null })}
          />
        ) : (
          <Select
            label="Project"
            error={field('project').error}
            value={values.project?.key ?? ''}
            options={[
              { value: '', label: 'All projects' },
              ...projects.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onValueChange={(key) => change({ project: projects.find((one) => one.key === key) ?? null })}
          />
        )}
        <div className={styles.expiry}>
          <SegmentedControl
            label="Expires"
            value={values.expiry}
            segments={[
              { value: 'never', label: 'Never expires' },
              { value: 'date', label: 'Expires on a date' },
            ]}
            onValueChange={(expiry) => change({ expiry })}
          />
          {values.expiry === 'date' && (
            // Fixed format for every locale (TOKN-09).
            <DateField {...field('expiresAt')} label="Expiry date" locale="en-US" />
          )}
        </div>
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}

/** Shows a new token once. */
export function TokenValue({ name, value, onClose }: CreatedToken & { onClose: () => void }) {
  return (
    <Dialog
      title={`Token ${name}`}
      onClose={onClose}
      // An outside press must not close it: the token cannot be shown again.
      closesOnScrim={false}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.form}>
        <p>Copy it now. It will not be shown again.</p>
        <CodeBlock label="Token" code={value} wraps onCopied={() => toast.success(TEXTS.valueCopied('Token'))} />
      </div>
    </Dialog>
  )
}
