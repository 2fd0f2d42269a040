import { useApplication } from '../../application/context.tsx'
import { IdentityProvider } from '../../../contract/workspace/identity-providers.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import { createOpenIdProvider, updateOpenIdProvider } from '../../../contract/workspace/openid-providers.ts'
import { EditNotes } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { OPENID_LABELS, openIdValuesOf, type OpenIdValues } from './openid-values.ts'
import { PeopleFields } from './people-fields.tsx'
import { peopleProblemsOf } from './people-values.ts'
import type { ProviderEditorProps } from './provider-editor.tsx'
import { Given, ProviderFoot } from './provider-foot.tsx'
import styles from './single-sign-on.module.css'

/** The form of one provider of OpenID Connect (SSO-03). */
export function OpenIdEditor({ provider, groups, serviceProvider, onSaved, onDeleted }: ProviderEditorProps) {
  const { send } = useApplication()
  const of = useForm<OpenIdValues, IdentityProvider>({
    name: provider === null ? 'openid-provider:new' : `openid-provider:${provider.id}`,
    initial: openIdValuesOf(provider),
    schema: createOpenIdProvider.body,
    secrets: ['clientSecret'],
    validate: peopleProblemsOf,
    submit: ({ clientSecret: secret, ...values }, { changes, expected }) => {
      if (provider === null)
        return send(createOpenIdProvider, { body: { ...values, clientSecret: secret === '' ? null : secret } })
      const { clientSecret: _changed, ...changed } = changes
      const { clientSecret: _expected, ...seen } = expected
      return send(updateOpenIdProvider, {
        params: { providerId: provider.id },
        body: {
          ...changed,
          // Read again after each save.
          issuer: values.issuer,
          ...(secret === '' ? {} : { clientSecret: secret }),
          expected: seen,
        },
      })
    },
    stored: storedAs(IdentityProvider, openIdValuesOf),
    onDone: (saved) => {
      toast.success(PROVIDER_TEXTS.providerSaved)
      onSaved(saved)
    },
  })
  const { form, field, values, change, problem, isDirty, isPending } = of
  const hasSecret = provider?.oidc?.hasClientSecret === true
  return (
    <form {...form} className={styles.form} aria-label={provider?.name ?? 'New identity provider'}>
      <EditNotes of={of} labels={OPENID_LABELS} />
      <TextField
        {...field('name')}
        label="Name"
        autoComplete="off"
        description={`Shown on the sign-in page: “Continue with ${values.name.trim() || 'Name'}”`}
      />
      <TextField
        {...field('issuer')}
        label="Issuer"
        type="url"
        placeholder="https://accounts.example"
        description="The server reads its OpenID configuration each time you save."
      />
      <TextField {...field('clientId')} label="Client id" autoComplete="off" />
      <TextField
        {...field('clientSecret')}
        label="Client secret"
        type="password"
        autoComplete="new-password"
        description={
          hasSecret
            ? 'Stored encrypted. Leave empty to keep it.'
            : 'Stored encrypted. Leave empty for a public client, which has none.'
        }
      />
      <TextField
        {...field('scopes')}
        label="Scopes"
        autoComplete="off"
        description="Separated by blanks. “openid” is always requested."
      />
      <PeopleFields
        values={values}
        groups={groups}
        errorOf={(name) => field(name).error}
        change={change}
        attribute={{ legend: 'Groups by claim', label: 'Claim', placeholder: 'groups' }}
      />
      <fieldset>
        <legend>Give these to the provider</legend>
        <Given label="Redirect URI" value={serviceProvider.redirectUri} />
        <Given label="Redirect URI after signing out" value={serviceProvider.postLogoutRedirectUri} />
      </fieldset>
      <ProviderFoot provider={provider} {...{ problem, isDirty, isPending, onDeleted }} />
    </form>
  )
}
