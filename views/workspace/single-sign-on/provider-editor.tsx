import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Group } from '../../../contract/workspace/groups.ts'
import {
  createIdentityProvider,
  IdentityProvider,
  type ServiceProvider,
} from '../../../contract/workspace/identity-providers.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import { EditNotes } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { useIdentityProvidersService } from '../use-users.ts'
import { DeleteProvider } from './delete-provider.tsx'
import { PeopleFields } from './people-fields.tsx'
import { bodyOf, problemsOf, valuesOf, WORDS, type Values } from './provider-values.ts'
import styles from './single-sign-on.module.css'
import { CertificatesField, MetadataField } from './source-fields.tsx'

interface ProviderEditorProps {
  /** Null: a new one. */
  provider: IdentityProvider | null
  groups: readonly Group[]
  serviceProvider: ServiceProvider
  onSaved: (saved: IdentityProvider) => void
  onDeleted: () => void
}

/** The form of one provider (SSO-03). */
export function ProviderEditor({ provider, groups, serviceProvider, onSaved, onDeleted }: ProviderEditorProps) {
  const service = useIdentityProvidersService()
  const [isAsked, setAsked] = useState(false)
  const of = useForm<Values, IdentityProvider>({
    name: provider === null ? 'identity-provider:new' : `identity-provider:${provider.id}`,
    initial: valuesOf(provider),
    schema: createIdentityProvider.body,
    validate: problemsOf,
    submit: (values, { changes, expected }) =>
      provider === null
        ? service.create({ ...values, metadata: values.metadata ?? { url: '' } })
        : service.update(provider.id, {
            ...bodyOf(changes),
            // An address is read again whenever it is saved.
            ...(values.metadata !== null && 'url' in values.metadata ? { metadata: values.metadata } : {}),
            expected: bodyOf(expected),
          }),
    stored: storedAs(IdentityProvider, valuesOf),
    partOf: (field) => field.split('.')[0] ?? field,
    onDone: (saved) => {
      toast.success(PROVIDER_TEXTS.providerSaved)
      onSaved(saved)
    },
  })
  const { form, field, values, change, problem, isDirty, isPending } = of
  const errorOf = (name: keyof Values) => field(name).error
  return (
    <form {...form} className={styles.form} aria-label={provider?.name ?? 'New identity provider'}>
      <EditNotes of={of} words={WORDS} />
      <TextField
        {...field('name')}
        label="Name"
        autoComplete="off"
        description={`Shown on the sign-in page: “Continue with ${values.name.trim() || 'Name'}”`}
      />
      <MetadataField
        provider={provider}
        value={values.metadata}
        error={errorOf('metadata')}
        onValueChange={(metadata) => change({ metadata })}
      />
      <CertificatesField
        provider={provider}
        value={values.certificates}
        error={errorOf('certificates')}
        onValueChange={(certificates) => change({ certificates })}
      />
      <PeopleFields values={values} groups={groups} errorOf={errorOf} change={change} />
      <fieldset>
        <legend>Give these to the provider</legend>
        <Given label="Sign-in address" value={serviceProvider.acsUrl} />
        <Given label="Entity" value={serviceProvider.entityId} />
        <Given label="Sign-out address" value={serviceProvider.sloUrl} />
        <Given label="Metadata" value={`${serviceProvider.entityId}/metadata`} />
      </fieldset>
      <InlineProblem>{problem}</InlineProblem>
      <div className={styles.buttons}>
        {provider !== null && (
          <Button variant="quiet" icon={<Trash2 aria-hidden />} onClick={() => setAsked(true)}>
            Delete
          </Button>
        )}
        {provider !== null && !isDirty && <TestButton provider={provider} />}
        <Button type="submit" variant="primary" isPending={isPending}>
          {provider === null ? 'Add provider' : 'Save'}
        </Button>
      </div>
      {isAsked && provider !== null && (
        <DeleteProvider provider={provider} onClose={() => setAsked(false)} onDeleted={onDeleted} />
      )}
    </form>
  )
}

function Given({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.copied}>
      <span>
        {label} <code>{value}</code>
      </span>
      <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} isIcon />
    </div>
  )
}

/** Signs in at the provider in another tab, which then shows what the provider has said. */
function TestButton({ provider: { id } }: { provider: IdentityProvider }) {
  const service = useIdentityProvidersService()
  const action = useSingleAction({
    perform: () => service.beginTest(id),
    onDone: (tab: Window | null, url) => {
      if (tab === null) toast.error('This browser did not allow another tab')
      else tab.location.href = url
    },
    onRefused: (tab) => tab?.close(),
  })
  return (
    <Button
      isPending={action.item !== null}
      // The tab opens with the press: browsers do not allow it later.
      onClick={() => action.start(window.open('about:blank', '_blank'))}
    >
      Test sign-in
    </Button>
  )
}
