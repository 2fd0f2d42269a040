/** Identity providers of SAML 2.0, and beside them the one that is edited (SSO-01 to 12). */
import { Plus, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import type { IdentityProvider } from '../../../contract/workspace/identity-providers.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource } from '../../boot/context.tsx'
import { paths } from '../../shared/routes.ts'
import { EmptyState, ProblemState } from '../../ui/empty-state.tsx'
import { ButtonLink, Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { useGroupsService, useIdentityProvidersService } from '../use-users.ts'
import { WorkspacePage } from '../workspace-page.tsx'
import { ProviderCard } from './provider-card.tsx'
import { ProviderEditor } from './provider-editor.tsx'
import styles from './single-sign-on.module.css'
import { TestOutcome } from './test-outcome.tsx'

/** What is open beside the list. */
type Opened = number | 'new' | null

export const ProvidersPage = () => <Providers opened={null} />
export const NewProviderPage = () => <Providers opened="new" />

export function ProviderPage() {
  const [location] = useLocation()
  return <Providers opened={Number(location.split('/').at(-1))} />
}

function Providers({ opened }: { opened: Opened }) {
  const service = useIdentityProvidersService()
  const groupsService = useGroupsService()
  const [, navigate] = useLocation()
  // The form begins anew with what was saved.
  const [saves, setSaves] = useState(0)
  const { value, failure, isLoading, retry, refresh, change } = useResource(async () => {
    // Whoever may not see groups sets up providers without them.
    const [list, groups] = await Promise.all([service.list(), groupsService.list().catch(() => [])])
    return { ...list, groups }
  })
  const items = value?.items ?? []
  const provider = items.find(({ id }) => id === opened) ?? null
  const saved = (one: IdentityProvider) => {
    if (opened === 'new') return navigate(identityProviderHref(one.id))
    if (value !== null) change({ ...value, items: items.map((item) => (item.id === one.id ? one : item)) })
    setSaves((count) => count + 1)
  }
  const add = (
    <ButtonLink href={paths.newIdentityProvider} variant="primary" icon={<Plus aria-hidden />}>
      SAML identity provider
    </ButtonLink>
  )
  if (value !== null && typeof opened === 'number' && provider === null) return <UnknownProvider />
  return (
    <WorkspacePage title="Single sign-on" isWide actions={items.length > 0 && opened !== 'new' && add}>
      {value === null && failure !== null && (
        <ProblemState title="Identity providers did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Loading />}
      {value !== null && items.length === 0 && opened === null && (
        <EmptyState title="Single Sign-On" icon={<ShieldCheck aria-hidden />} actions={add}>
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
            <ProviderEditor
              key={`${opened} ${saves}`}
              provider={provider}
              groups={value.groups}
              serviceProvider={value.serviceProvider}
              onSaved={saved}
              onDeleted={() => navigate(paths.identityProviders)}
            />
          )}
        </div>
      )}
      {provider !== null && <TestOutcome provider={provider} />}
    </WorkspacePage>
  )
}

const identityProviderHref = (id: number): string => paths.identityProvider.replace(':id', String(id))

const Documentation = () => (
  <Link href="https://docs.oasis-open.org/security/saml/Post2.0/sstc-saml-tech-overview-2.0.html" target="_blank">
    How SAML works
  </Link>
)

/** SSO-05, SSO-06: says so, and leads to the list. */
function UnknownProvider() {
  useEffect(() => {
    toast.error(PROVIDER_TEXTS.providerUnknown)
  }, [])
  return <Redirect to={paths.identityProviders} replace />
}

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
