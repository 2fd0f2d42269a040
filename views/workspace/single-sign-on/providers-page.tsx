/** Identity providers, with the edited one beside the list (SSO-01 to 12). */
import { Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { listGroups } from '../../../contract/workspace/groups.ts'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import {
  listIdentityProviders,
  type IdentityProvider,
  type ProviderType,
} from '../../../contract/workspace/identity-providers.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { paths } from '../../shared/routes.ts'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { ButtonLink, Link } from '../../ui/controls/link.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { OpenIdEditor } from './openid-editor.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { ProviderCard } from './provider-card.tsx'
import { ProviderEditor } from './provider-editor.tsx'
import { ProviderLogo } from './provider-logo.tsx'
import { Scim } from './scim.tsx'
import styles from './single-sign-on.module.css'
import { TestOutcome } from './test-outcome.tsx'

/** The editor that is open beside the list. */
type Opened = number | 'new' | null

export const ProvidersPage = () => <Providers opened={null} />
export const NewProviderPage = () => <Providers opened="new" />

export function ProviderPage() {
  const [location] = useLocation()
  return <Providers opened={Number(location.split('/').at(-1))} />
}

function Providers({ opened }: { opened: Opened }) {
  const { send } = useApplication()
  const [, navigate] = useLocation()
  // After a save the form restarts from the saved values.
  const [saves, setSaves] = useState(0)
  const { value, failure, isLoading, retry, refresh, change } = useResource(async () => {
    // Users who may not see groups configure providers without them.
    const [list, groups] = await Promise.all([
      send(listIdentityProviders),
      send(listGroups, { query: {} })
        .then(({ results }) => results)
        .catch(() => []),
    ])
    const isUnknown = typeof opened === 'number' && !list.items.some(({ id }) => id === opened)
    if (isUnknown) toast.error(PROVIDER_TEXTS.providerUnknown)
    return { ...list, groups }
  })
  const items = value?.items ?? []
  const provider = items.find(({ id }) => id === opened) ?? null
  const replace = (one: IdentityProvider) => {
    if (value !== null) change({ ...value, items: items.map((item) => (item.id === one.id ? one : item)) })
  }
  const saved = (one: IdentityProvider) => {
    if (opened === 'new') return navigate(identityProviderHref(one.id))
    replace(one)
    setSaves((count) => count + 1)
  }
  const typeOfNew = useTypeOfNew()
  const type = provider?.type ?? typeOfNew
  const Editor = type === 'OIDC' ? OpenIdEditor : ProviderEditor
  if (value !== null && typeof opened === 'number' && provider === null)
    return <Redirect to={paths.identityProviders} replace />
  return (
    <WorkspacePage title="Single sign-on" isWide actions={items.length > 0 && opened !== 'new' && <AddLinks />}>
      {value === null && failure !== null && (
        <ProblemState title="Identity providers did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Loading />}
      {value !== null && items.length === 0 && opened === null && (
        <EmptyState title="Single Sign-On" icon={<ShieldCheck aria-hidden />} actions={<AddLinks />}>
          People sign in with the account of their organisation. <Documentation />
        </EmptyState>
      )}
      {value !== null && (items.length > 0 || opened === 'new') && (
        <div className={styles.page} data-open={opened !== null || undefined}>
          {items.length > 0 && (
            <ul className={styles.cards} aria-label="Identity providers">
              {items.map((one) => (
                <ProviderCard
                  key={one.id}
                  provider={one}
                  isCurrent={one.id === opened}
                  onDeleted={() => (one.id === opened ? navigate(paths.identityProviders) : refresh())}
                />
              ))}
            </ul>
          )}
          {opened !== null && (
            <div className={styles.editor}>
              {provider === null ? <TypeChoice /> : <ProviderLogo provider={provider} onChanged={replace} />}
              <Editor
                key={`${opened} ${saves} ${type}`}
                provider={provider}
                groups={value.groups}
                serviceProvider={value.serviceProvider}
                onSaved={saved}
                onDeleted={() => navigate(paths.identityProviders)}
              />
            </div>
          )}
        </div>
      )}
      {value !== null && opened === null && <Scim groups={value.groups} />}
      {provider !== null && <TestOutcome provider={provider} />}
    </WorkspacePage>
  )
}

const identityProviderHref = (id: number): string => paths.identityProvider.replace(':id', String(id))

/** The type of a new provider, from the address. */
const useTypeOfNew = (): ProviderType => (new URLSearchParams(useSearch()).get('type') === 'oidc' ? 'OIDC' : 'SAML')

const newHref = (type: ProviderType): string => `${paths.newIdentityProvider}${type === 'OIDC' ? '?type=oidc' : ''}`

const AddLinks = () => (
  <>
    <ButtonLink href={newHref('OIDC')} icon={<Plus aria-hidden />}>
      OpenID provider
    </ButtonLink>
    <ButtonLink href={newHref('SAML')} variant="primary" icon={<Plus aria-hidden />}>
      SAML identity provider
    </ButtonLink>
  </>
)

function TypeChoice() {
  const [, navigate] = useLocation()
  return (
    <SegmentedControl
      label="Type of the provider"
      segments={[
        { value: 'SAML', label: 'SAML 2.0' },
        { value: 'OIDC', label: 'OpenID Connect' },
      ]}
      value={useTypeOfNew()}
      onValueChange={(type) => navigate(newHref(type), { replace: true })}
    />
  )
}

const Documentation = () => (
  <Link href="https://docs.oasis-open.org/security/saml/Post2.0/sstc-saml-tech-overview-2.0.html" target="_blank">
    How SAML works
  </Link>
)

function Loading() {
  return (
    <div className={styles.page} aria-busy>
      <ul className={styles.cards}>
        {[1, 2].map((n) => (
          <li key={n} className={styles.card}>
            <Skeleton width={180} />
          </li>
        ))}
      </ul>
    </div>
  )
}
