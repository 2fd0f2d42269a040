/** All integrations of the workspace in groups, with status. */
import { useLocation, useSearch } from 'wouter'
import {
  INTEGRATION_GROUPS,
  kindOf,
  type IntegrationGroup,
  type IntegrationKind,
} from '../../../contract/workspace/integration-kinds.ts'
import { INTEGRATION_TEXTS } from '../../../contract/workspace/integration-texts.ts'
import { statusOf, listIntegrations, type Integration } from '../../../contract/workspace/integrations.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { integrationHref, paths } from '../../shared/routes.ts'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { IntegrationIcon } from '../integration-icon.tsx'
import { CheckedNote, IntegrationStatusTag } from '../integration-status.tsx'
import { BackToList, IntegrationOfKind } from '../integration/integration-page.tsx'
import styles from './integrations-page.module.css'

interface Listed {
  kind: IntegrationKind
  integration: Integration
}

const GROUPS = Object.entries(INTEGRATION_GROUPS) as [IntegrationGroup, string][]

export function IntegrationsPage() {
  const { send } = useApplication()
  const [, navigate] = useLocation()
  const q = new URLSearchParams(useSearch()).get('q') ?? ''
  const search = (words: string) =>
    navigate(words === '' ? paths.integrations : `${paths.integrations}?q=${encodeURIComponent(words)}`, {
      replace: true,
    })
  const resource = useResource(() => send(listIntegrations))
  const list = stateOfLoaded(resource, ({ items }) =>
    items.flatMap((integration): Listed[] => {
      const kind = kindOf(integration.key)
      return kind !== null && isFound(kind, q) ? [{ kind, integration }] : []
    }),
  )
  return (
    <WorkspacePage title="Integrations">
      <div className={styles.page}>
        {resource.value !== null && (
          <SearchField label="Search integrations" maxLength={100} value={q} onValueChange={search} />
        )}
        <ListStates
          title="Integrations"
          list={list}
          empty={
            <EmptyState
              title="No integrations match"
              actions={<Button onClick={() => search('')}>Clear search</Button>}
            />
          }
        >
          {(listed) =>
            listed === null ? (
              <Loading />
            ) : (
              GROUPS.map(([group, title]) => (
                <Group key={group} title={title} listed={listed.filter(({ kind }) => kind.group === group)} />
              ))
            )
          }
        </ListStates>
      </div>
    </WorkspacePage>
  )
}

/** Page of one integration. In the list's chunk, because most users open it from there. */
export function IntegrationPage() {
  const [location] = useLocation()
  const kind = kindOf(location.split('/').at(-1) ?? '')
  return kind === null ? (
    <BackToList message={INTEGRATION_TEXTS.unknown} />
  ) : (
    <IntegrationOfKind key={kind.key} kind={kind} />
  )
}

const isFound = ({ name, about, group }: IntegrationKind, q: string): boolean => {
  const text = `${name} ${about} ${INTEGRATION_GROUPS[group]}`.toLowerCase()
  return q
    .toLowerCase()
    .split(' ')
    .every((word) => text.includes(word))
}

function Group({ title, listed }: { title: string; listed: readonly Listed[] }) {
  if (listed.length === 0) return null
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.cards}>
        {listed.map(({ kind, integration }) => (
          <li key={kind.key} className={styles.card}>
            <span className={styles.icon}>
              <IntegrationIcon kind={kind} />
            </span>
            <PlainLink href={integrationHref(kind.key)}>{kind.name}</PlainLink>
            <IntegrationStatusTag integration={integration} />
            <span className={styles.about}>
              {kind.about}
              {['on', 'failing'].includes(statusOf(integration)) && integration.checked !== null && (
                <span className={styles.checked}>
                  <CheckedNote checked={integration.checked} isMessage={kind.checkAction !== undefined} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Loading() {
  return (
    <section className={styles.group} aria-busy>
      <Skeleton width={140} />
      <ul className={styles.cards}>
        {[1, 2, 3, 4].map((n) => (
          <li key={n} className={styles.card}>
            <Skeleton width={32} />
            <Skeleton width={120} />
          </li>
        ))}
      </ul>
    </section>
  )
}
