import { useApplication } from '../../application/context.tsx'
import type { Group } from '../../../contract/workspace/groups.ts'
import {
  createIdentityProvider,
  IdentityProvider,
  updateIdentityProvider,
  type ServiceProvider,
} from '../../../contract/workspace/identity-providers.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import { EditNotes } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { PeopleFields } from './people-fields.tsx'
import { Given, ProviderFoot } from './provider-foot.tsx'
import { bodyOf, problemsOf, valuesOf, LABELS, type Values } from './provider-values.ts'
import styles from './single-sign-on.module.css'
import { CertificatesField, MetadataField } from './source-fields.tsx'

export interface ProviderEditorProps {
  /** Null for a new provider. */
  provider: IdentityProvider | null
  groups: readonly Group[]
  serviceProvider: ServiceProvider
  onSaved: (saved: IdentityProvider) => void
  onDeleted: () => void
}

/** The form of one provider of SAML (SSO-03). */
export function ProviderEditor({ provider, groups, serviceProvider, onSaved, onDeleted }: ProviderEditorProps) {
  const { send } = useApplication()
  const of = useForm<Values, IdentityProvider>({
    name: provider === null ? 'identity-provider:new' : `identity-provider:${provider.id}`,
    initial: valuesOf(provider),
    schema: createIdentityProvider.body,
    validate: problemsOf,
    submit: (values, { changes, expected }) =>
      provider === null
        ? send(createIdentityProvider, { body: { ...values, metadata: values.metadata ?? { url: '' } } })
        : send(updateIdentityProvider, {
            params: { providerId: provider.id },
            body: {
              ...bodyOf(changes),
              // A metadata URL is read again after each save.
              ...(values.metadata !== null && 'url' in values.metadata ? { metadata: values.metadata } : {}),
              expected: bodyOf(expected),
            },
          }),
    stored: storedAs(IdentityProvider, valuesOf),
    onDone: (saved) => {
      toast.success(PROVIDER_TEXTS.providerSaved)
      onSaved(saved)
    },
  })
  const { form, field, values, change, problem, isDirty, isPending } = of
  const errorOf = (name: keyof Values) => field(name).error
  return (
    <form {...form} className={styles.form} aria-label={provider?.name ?? 'New identity provider'}>
      <EditNotes of={of} labels={LABELS} />
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
        <legend>Sign-in</legend>
        <Checkbox checked={values.signsRequests} onCheckedChange={(signsRequests) => change({ signsRequests })}>
          Sign requests to the provider
        </Checkbox>
        <Checkbox
          checked={values.allowsIdpInitiated}
          onCheckedChange={(allowsIdpInitiated) => change({ allowsIdpInitiated })}
          description="Less safe: somebody can be made to sign in as another user without noticing."
        >
          People may begin at the provider
        </Checkbox>
      </fieldset>
      <fieldset>
        <legend>Give these to the provider</legend>
        <Given label="Sign-in address" value={serviceProvider.acsUrl} />
        <Given label="Entity" value={serviceProvider.entityId} />
        <Given label="Sign-out address" value={serviceProvider.sloUrl} />
        <Given label="Metadata" value={`${serviceProvider.entityId}/metadata`} />
      </fieldset>
      <ProviderFoot provider={provider} {...{ problem, isDirty, isPending, onDeleted }} />
    </form>
  )
}
